/** dist/ on disk: writing it without a moment at which it is half written, and comparing it byte for byte. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { DataFile } from '../compile-data.ts';

/** Path below dist/ (forward slashes) to file. */
export type DistFiles = ReadonlyMap<string, DataFile>;

/** Makes `dist` equal to `files`: changed files are replaced by a rename, entries last; what is left over is removed. */
export function writeDist(dist: string, files: DistFiles): void {
  const changed = [...files].filter(([path, file]) => difference(dist, path, file) !== null);
  for (const [path, file] of changed.sort(entriesLast)) replace(join(dist, path), file);
  for (const path of leftovers(dist, files)) rmSync(join(dist, path));
}

/** One line for each file of `dist` that differs from `files`; none when they are equal. */
export function compareDist(dist: string, files: DistFiles): readonly string[] {
  const differing = [...files].flatMap(([path, file]) => difference(dist, path, file) ?? []);
  return [...differing, ...leftovers(dist, files).map((path) => `${path}: not part of the build`)].sort();
}

function difference(dist: string, path: string, file: DataFile): string | null {
  const place = join(dist, path);
  if (!existsSync(place)) return `${path}: missing`;
  if (!readFileSync(place).equals(file.bytes)) return `${path}: other bytes`;
  const executable = (statSync(place).mode & 0o100) !== 0;
  return executable === (file.mode === 0o755) ? null : `${path}: other permissions`;
}

function replace(place: string, file: DataFile): void {
  mkdirSync(dirname(place), { recursive: true });
  const temporary = `${place}.${process.pid}.tmp`;
  writeFileSync(temporary, file.bytes);
  chmodSync(temporary, file.mode);
  renameSync(temporary, place);
}

/** Files directly in a bundle's folder are entries: they must not appear before the chunks that they import. */
function entriesLast([a]: readonly [string, DataFile], [b]: readonly [string, DataFile]): number {
  return depth(b) - depth(a) || (a < b ? -1 : 1);
}

function depth(path: string): number {
  return path.split('/').length;
}

function leftovers(dist: string, files: DistFiles): string[] {
  if (!existsSync(dist)) return [];
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dist.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !files.has(path));
}
