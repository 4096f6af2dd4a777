/**
 * `npm run generate`: runs every generator of tools/generators/ and writes what it returns. With `--check`: writes
 * nothing, names each file that differs, and exits 1 when one does.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';

/** What a module of tools/generators/ exports. `owns` is a folder in which every other file is a leftover. */
export interface Generator {
  readonly generate: () => ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;
  readonly owns?: string | undefined;
}

const GeneratorModule = z.object({
  generate: z.custom<Generator['generate']>((value) => typeof value === 'function', 'generate() is missing'),
  owns: z.string().endsWith('/').optional(),
});

/** A file on disk that is not what a generator says: other content, missing, or left over (`content` is null). */
export interface Difference {
  readonly path: string;
  readonly content: string | null;
}

/** Loads the generators of a folder, in the order of their names. Throws when one is not a generator. */
export async function loadGenerators(folder: string): Promise<readonly Generator[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  return Promise.all(
    names.sort().map(async (name) => {
      const loaded: unknown = await import(pathToFileURL(join(folder, name)).href);
      const parsed = GeneratorModule.safeParse(loaded);
      if (!parsed.success) throw new Error(`${name} is not a generator: ${z.prettifyError(parsed.error)}`);
      return parsed.data;
    }),
  );
}

/** What must change under `root` so that it holds what the generators say. Throws when two write one file. */
export async function differences(root: string, generators: readonly Generator[]): Promise<readonly Difference[]> {
  const wanted = new Map<string, string>();
  for (const { generate } of generators) {
    for (const [path, content] of await generate()) {
      if (wanted.has(path)) throw new Error(`Two generators write ${path}`);
      wanted.set(path, content);
    }
  }
  const changed = [...wanted].filter(([path, content]) => readIfThere(join(root, path)) !== content);
  const leftovers = generators.flatMap(({ owns }) => (owns === undefined ? [] : filesIn(root, owns)));
  return [
    ...changed.map(([path, content]) => ({ path, content })),
    ...leftovers.filter((path) => !wanted.has(path)).map((path) => ({ path, content: null })),
  ];
}

/** Makes the changes. */
export function apply(root: string, changes: readonly Difference[]): void {
  for (const { path, content } of changes) {
    const place = join(root, path);
    if (content === null) rmSync(place);
    else {
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, content);
    }
  }
}

function readIfThere(place: string): string | null {
  return existsSync(place) ? readFileSync(place, 'utf8') : null;
}

function filesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

async function main(root: string, check: boolean): Promise<number> {
  const changes = await differences(root, await loadGenerators(join(root, 'tools/generators')));
  for (const { path, content } of changes) console.log(content === null ? `${path}: left over` : path);
  if (!check) apply(root, changes);
  const state = check ? 'not up to date: run `npm run generate`' : 'written';
  console.log(changes.length === 0 ? 'generated files are up to date' : `${changes.length} generated files ${state}`);
  return check && changes.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(resolve(import.meta.dirname, '..'), process.argv.includes('--check'));
}
