/** Writes harnesses/index.ts: the list of harnesses, one for each folder that has an index.ts with a `harness`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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

/** The source text of harnesses/index.ts for these folders. */
export function harnessList(folders: readonly string[]): string {
  const imports = folders.map((name) => `import { harness as ${identifier(name)} } from './${name}/index.ts';`);
  return [
    '/** Every harness, by id. Written by tools/generators/harness-list.ts from the folders; do not edit. */',
    "import type { Harnesses } from '../records/harness.ts';",
    ...imports,
    '',
    '/** The harnesses that shells and the runner work with, in the order of their ids. */',
    `export const HARNESSES: Harnesses = new Map([${folders.map(identifier).join(', ')}].map((one) => [one.id, one]));`,
    '',
  ].join('\n');
}

/** Generated files by path. */
export function generate(): Map<string, string> {
  return new Map([['harnesses/index.ts', harnessList(harnessFolders())]]);
}
