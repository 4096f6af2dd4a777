/** The folders of the source tree and their floors (docs/architecture.md). tools/layers.cjs holds the import rules. */

/** Floor 1: the shared ground. */
export const GROUND = ['records', 'statistics'] as const;

/** Floor 2: the pure stages; each imports itself and the ground. */
export const STAGES = ['harnesses', 'corpus', 'scorers', 'thresholds', 'bench-results', 'render'] as const;

/** Floors 1 and 2: no I/O, no clock, no randomness, no environment. */
export const PURE: readonly string[] = [...GROUND, ...STAGES];

/** Every folder whose code ships. Folders that do not exist yet are left out by whoever reads this list. */
export const SOURCE: readonly string[] = [...PURE, 'github', 'runner', 'cli', 'action', 'bot'];

/** The first folder of a path with forward slashes: `records/pair.ts` is in `records`. */
export function topFolder(path: string): string {
  return path.split('/')[0] ?? path;
}

/** The part of the dashboard that is the page itself: it runs in a browser, and has its own tsconfig. */
const BROWSER = 'render/dashboard/page/';

/** Whether a file must be pure: it lies on floor 1 or 2 and is no part of a page. */
export function isPure(path: string): boolean {
  return PURE.includes(topFolder(path)) && !path.startsWith(BROWSER);
}
