/**
 * Writes harnesses/index.ts and harnesses/facts.ts: the lists of harnesses and of their facts, one for each folder that
 * has an index.ts with a `harness` and a facts.ts with `facts`.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The formatter's width of a line. */
const LINE_WIDTH = 120;

const ROOT = join(import.meta.dirname, '..', '..');

/** Folders under harnesses/ that hold what several harnesses share. */
const SHARED: ReadonlySet<string> = new Set(['shared']);

function identifier(folder: string): string {
  return folder.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The folders that are harnesses, sorted. */
export function harnessFolders(root: string = ROOT): string[] {
  return readdirSync(join(root, 'harnesses'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SHARED.has(entry.name))
    .map(({ name }) => name)
    .filter((name) => existsSync(join(root, 'harnesses', name, 'index.ts')))
    .sort();
}

/** Lines of a map by id, as the formatter sets them. */
function mapOf(name: string, folders: readonly string[]): string[] {
  const entries = `[${folders.map(identifier).join(', ')}].map((one) => [one.id, one])`;
  const line = `export const ${name} = new Map(${entries});`;
  return line.length <= LINE_WIDTH ? [line] : [`export const ${name} = new Map(`, `  ${entries},`, ');'];
}

/** The source text of harnesses/index.ts for these folders. */
export function harnessList(folders: readonly string[]): string {
  const imports = folders.map((name) => `import { harness as ${identifier(name)} } from './${name}/index.ts';`);
  return [
    '/** Every harness, by id. Written by tools/generators/harness-list.ts from the folders; do not edit. */',
    "import type { Harnesses } from '../records/harness.ts';",
    ...imports,
    '',
    '/** The harnesses that shells and the runner work with, in the order of their ids. */',
    ...mapOf('HARNESSES: Harnesses', folders),
    '',
  ].join('\n');
}

/** The source text of harnesses/facts.ts for these folders. */
export function factsList(folders: readonly string[]): string {
  const imports = folders.map((name) => `import { facts as ${identifier(name)} } from './${name}/facts.ts';`);
  return [
    '/** The facts of every harness, by id. Written by tools/generators/harness-list.ts; do not edit. */',
    "import type { AllHarnessFacts } from '../records/harness.ts';",
    ...imports,
    '',
    '/** What is known of each harness without its code, in the order of their ids. */',
    ...mapOf('FACTS: AllHarnessFacts', folders),
    '',
  ].join('\n');
}

/** Generated files by path. */
export function generate(): Map<string, string> {
  const folders = harnessFolders();
  return new Map([
    ['harnesses/index.ts', harnessList(folders)],
    ['harnesses/facts.ts', factsList(folders)],
  ]);
}
