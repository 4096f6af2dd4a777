/** The candidate's folder: made before the trial, listed before and after it by our own walker. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf } from '../records/digest.ts';
import type { Manifest, ManifestEntry } from '../records/manifest.ts';
import { statOf } from './native-files.ts';
import { runTool } from './process.ts';
import { indexContentDigest } from './workspace-git.ts';

/** Largest file that is hashed; a bigger one is listed with its size and no digest. */
const MAX_HASHED = 16 * 1024 * 1024;
/** Files up to this size are always hashed: a copy of a guarded command must not hide behind big files. */
const ALWAYS_HASHED = 64 * 1024;
/** Most bytes of larger files that are hashed in one folder: sparse ones cost an agent nothing and us a minute. */
const HASHING_BUDGET = 512 * 1024 * 1024;
/** Most entries that are listed; a workspace beyond it is cut and says so. */
const MAX_ENTRIES = 20_000;

/** Writes files (relative path to text) below a folder that exists. */
export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/** Lists a folder without following any link: what the candidate left is hostile data (I14). At most `most` entries. */
export function manifestOf(root: string, most = MAX_ENTRIES, budget = HASHING_BUDGET): Manifest {
  const entries: ManifestEntry[] = [];
  let complete = true;
  let left = budget;
  const visit = (below: string) => {
    const names = namesIn(join(root, below));
    complete &&= names !== null;
    for (const name of names ?? []) {
      const path = below === '' ? name : `${below}/${name}`;
      const entry = entries.length < most ? entryOf(root, path, left) : null;
      complete &&= entry !== null;
      if (entry === null) continue;
      if (entry.digest !== null && entry.size > ALWAYS_HASHED) left -= entry.size;
      entries.push(entry);
      if (entry.type === 'folder') visit(path);
    }
  };
  // A candidate may have put a link in place of its own folder.
  if (statOf(root)?.isDirectory()) visit('');
  else complete = false;
  return { schema: 'operant.manifest/v1', complete, entries };
}

/** Removes a folder that a candidate could write to, as far as that is possible; what cannot go is no fault of ours. */
export async function removeTree(root: string): Promise<void> {
  try {
    rmSync(root, { recursive: true, force: true });
  } catch {
    // Tools leave folders that cannot be written to, such as a cache of modules.
    for (const { path, type } of manifestOf(root).entries) if (type === 'folder') chmodSync(join(root, path), 0o700);
    // Unlike Node, this finds its way below paths that are too long to be said.
    await runTool(['rm', '-rf', '--', root], 60_000, { PATH: '/usr/bin:/bin' });
  }
}

function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder).sort();
  } catch {
    return null;
  }
}

function entryOf(root: string, path: string, left: number): ManifestEntry | null {
  const full = join(root, path);
  const stat = statOf(full);
  if (stat === null) return null;
  const base = { path, mode: stat.mode & 0o7777, size: stat.isFile() ? stat.size : 0, digest: null, target: null };
  if (stat.isDirectory()) return { ...base, type: 'folder' };
  if (stat.isSymbolicLink()) return { ...base, type: 'link', target: targetOf(full) };
  if (!stat.isFile()) return { ...base, type: 'other' };
  const hashed = stat.size <= ALWAYS_HASHED || (stat.size <= MAX_HASHED && stat.size <= left);
  return { ...base, type: 'file', digest: hashed ? hashOf(full, path) : null };
}

function targetOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function hashOf(full: string, path: string): string | null {
  try {
    const bytes = readFileSync(full);
    return path === '.git/index' ? indexContentDigest(bytes) : digestOf(bytes);
  } catch {
    return null;
  }
}
