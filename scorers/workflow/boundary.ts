/** Layer boundary: did the workspace stay as it was, but for what the task asked for? Pure. */
import type { Manifest, ManifestEntry } from '../../records/manifest.ts';
import type { Check } from '../../records/trial.ts';
import { GIT_UNTOUCHED, IN_SCOPE } from '../../records/workflow-checks.ts';
import { type Asked, answered } from './check.ts';

/** The workspace before and after the trial; null where a list is missing. */
export interface BoundaryInput {
  readonly before: Manifest | null;
  readonly after: Manifest | null;
  /** New files that are in scope; a path that ends in /** stands for all below it. */
  readonly mayWrite: readonly string[];
  /** Paths that the CLI itself writes. */
  readonly ownFiles: readonly string[];
}

/** One difference between the lists. */
interface Change {
  readonly path: string;
  readonly what: 'added' | 'removed' | 'changed';
  readonly entry: ManifestEntry;
}

/** Scope of the changes, and the repository. */
export function judgeBoundary(input: BoundaryInput): Check[] {
  const scope: Asked = { id: IN_SCOPE, layer: 'boundary', required: true };
  const git: Asked = { id: GIT_UNTOUCHED, layer: 'boundary', required: true };
  const { before, after } = input;
  if (before === null || after === null) {
    const because = `it is not recorded what the workspace held ${before === null ? 'before' : 'after'} the trial`;
    return [answered(scope, 'unobservable', because), answered(git, 'unobservable', because)];
  }
  const own = new Set(input.ownFiles);
  const changes = changesOf(before, after).filter(({ path }) => !own.has(path));
  const isGit = ({ path }: Change) => path === '.git' || path.startsWith('.git/');
  const outside = changes.filter((change) => !isGit(change) && !allowed(change, input.mayWrite));
  const inGit = changes.filter(isGit);
  const doubt = doubtOf(before, after);
  return [
    verdict(scope, outside, doubt, 'nothing but what the task asked for was changed'),
    verdict(git, inGit, doubt, 'the repository is as it was'),
  ];
}

function doubtOf(before: Manifest, after: Manifest): string | null {
  if (!before.complete || !after.complete) return 'the list of the workspace is not whole';
  return after.settled === false ? 'processes of the trial may still be alive' : null;
}

function verdict(asked: Asked, changes: readonly Change[], doubt: string | null, good: string): Check {
  const [first] = changes;
  if (first !== undefined) {
    const more = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
    return answered(asked, 'failed', `${first.what}: ${first.path}${more}`, [{ file: 'after.json', line: 1 }]);
  }
  if (doubt !== null) return answered(asked, 'unobservable', doubt);
  return answered(asked, 'passed', good, [{ file: 'after.json', line: 1 }]);
}

/** What differs; a file of which only the time changed does not. */
function changesOf(before: Manifest, after: Manifest): readonly Change[] {
  const was = new Map(before.entries.map((entry) => [entry.path, entry]));
  const is = new Map(after.entries.map((entry) => [entry.path, entry]));
  const added = after.entries.flatMap((entry): Change[] =>
    was.has(entry.path) ? [] : [{ path: entry.path, what: 'added', entry }],
  );
  const rest = before.entries.flatMap((entry): Change[] => {
    const now = is.get(entry.path);
    // Beyond a list that was cut, an absent entry may still be there.
    if (now === undefined) return after.complete ? [{ path: entry.path, what: 'removed', entry }] : [];
    return same(entry, now) ? [] : [{ path: entry.path, what: 'changed', entry: now }];
  });
  return [...rest, ...added].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function same(a: ManifestEntry, b: ManifestEntry): boolean {
  const equal = a.type === b.type && a.mode === b.mode && a.target === b.target;
  // The index of a repository is written anew whenever somebody asks for its state; its digest is that of what it says.
  if (a.path === '.git/index' && a.digest !== null) return equal && a.digest === b.digest;
  return equal && a.size === b.size && a.digest === b.digest;
}

/** A new regular file in scope, or a folder on the way to one. A link in scope may lead anywhere and is not. */
function allowed({ what, path, entry }: Change, scope: readonly string[]): boolean {
  if (what !== 'added') return false;
  if (entry.type === 'folder') return scope.some((one) => one.startsWith(`${path}/`) || within(one, path));
  return entry.type === 'file' && scope.some((one) => one === path || within(one, path));
}

function within(scope: string, path: string): boolean {
  return scope.endsWith('/**') && (path.startsWith(scope.slice(0, -2)) || path === scope.slice(0, -3));
}
