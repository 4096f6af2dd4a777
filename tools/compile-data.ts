/**
 * The data that ships beside the bundle, under dist/cli/data/: cases, suites, thresholds, rates and the embedded agents
 * at the paths they have in the repository, and whatever the compilers below derive from them.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compileSuites } from './compile-suites.ts';

/** One file to write: its bytes and its permission bits. */
export interface DataFile {
  readonly bytes: Uint8Array;
  readonly mode: 0o644 | 0o755;
}

/** Path below dist/cli/data/ (forward slashes) to file. */
export type DataFiles = ReadonlyMap<string, DataFile>;

/** A folder, whether its subfolders count, and the endings of the files that ship; no endings: every file. */
interface Shipped {
  readonly folder: string;
  readonly deep: boolean;
  readonly endings: readonly string[];
}

const SHIPPED: readonly Shipped[] = [
  { folder: 'corpus', deep: true, endings: ['.yaml', '.json'] },
  { folder: 'corpus/workflow', deep: true, endings: [] },
  { folder: 'thresholds', deep: false, endings: ['.yaml'] },
  { folder: 'scorers/rates', deep: false, endings: ['.json'] },
  { folder: 'fixtures/bin', deep: true, endings: [] },
];

/** Derives files from the repository's data: path below dist/cli/data/ to text. Throws when the data is not valid. */
export type Compiler = (root: string) => ReadonlyMap<string, string>;

/** The compilers that run at build time, in order. Two files with one path fail the build. */
const COMPILERS: readonly Compiler[] = [compileSuites];

/** Every data file of the tree under `root`. Folders that do not exist add nothing. */
export function compileData(root: string): DataFiles {
  const files = new Map<string, DataFile>();
  for (const path of SHIPPED.flatMap((shipped) => listed(root, shipped))) {
    const executable = (statSync(join(root, path)).mode & 0o100) !== 0;
    files.set(path, { bytes: readFileSync(join(root, path)), mode: executable ? 0o755 : 0o644 });
  }
  for (const compile of COMPILERS) {
    for (const [path, text] of compile(root)) {
      if (files.has(path)) throw new Error(`Two data files are called ${path}`);
      files.set(path, { bytes: new TextEncoder().encode(text), mode: 0o644 });
    }
  }
  return files;
}

function listed(root: string, { folder, deep, endings }: Shipped): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return deep ? listed(root, { folder: path, deep, endings }) : [];
    if (!entry.isFile()) throw new Error(`${path} is neither a file nor a folder; only those can ship`);
    return endings.length === 0 || endings.some((ending) => entry.name.endsWith(ending)) ? [path] : [];
  });
}
