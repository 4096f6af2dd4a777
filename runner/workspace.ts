/** The candidate's folder: made before the trial, listed before and after it by our own walker. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf } from '../records/digest.ts';

/** Largest file that is hashed; a bigger one is listed with its size and no digest. */
const MAX_HASHED = 16 * 1024 * 1024;
/** Most entries that are listed; a workspace beyond it is cut and says so. */
const MAX_ENTRIES = 20_000;

/** One entry of a workspace: type, mode, size, digest or link target. */
export interface ManifestEntry {
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  readonly mode: number;
  readonly size: number;
  readonly digest: string | null;
  readonly target: string | null;
}

export interface Manifest {
  readonly schema: 'operant.manifest/v1';
  readonly complete: boolean;
  readonly entries: readonly ManifestEntry[];
}

/** Writes files (relative path to text) below a folder that exists. */
export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/** Lists a folder without following any link: what the candidate left is hostile data (I14). */
export function manifestOf(root: string): Manifest {
  const entries: ManifestEntry[] = [];
  let complete = true;
  const visit = (below: string) => {
    for (const name of namesIn(join(root, below))) {
      if (entries.length >= MAX_ENTRIES) {
        complete = false;
        return;
      }
      const path = below === '' ? name : `${below}/${name}`;
      const entry = entryOf(root, path);
      if (entry === null) continue;
      entries.push(entry);
      if (entry.type === 'folder') visit(path);
    }
  };
  visit('');
  return { schema: 'operant.manifest/v1', complete, entries };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function entryOf(root: string, path: string): ManifestEntry | null {
  const full = join(root, path);
  const stat = lstatSync(full, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  const base = { path, mode: stat.mode & 0o7777, size: stat.isFile() ? stat.size : 0, digest: null, target: null };
  if (stat.isDirectory()) return { ...base, type: 'folder' };
  if (stat.isSymbolicLink()) return { ...base, type: 'link', target: readlinkSync(full) };
  if (!stat.isFile()) return { ...base, type: 'other' };
  return { ...base, type: 'file', digest: stat.size <= MAX_HASHED ? hashOf(full) : null };
}

function hashOf(path: string): string | null {
  try {
    return digestOf(readFileSync(path));
  } catch {
    return null;
  }
}
