/**
 * The temporary folders of writers to a branch. Each names the process that made it; those of killed writers would stay
 * for ever, so the next append of the same user removes the ones whose process has certainly ended.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identity, isHeldByNobody } from './lock.ts';

const PREFIX = 'operant-ledger-';
/** Names the process, in the form of a lock. */
const HOLDER = 'holder.json';

/** Makes a folder that names this process. Throws what the file system throws. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  writeFileSync(join(folder, HOLDER), JSON.stringify(identity()), { mode: 0o600 });
  return folder;
}

/**
 * Removes the folders of this user whose process has ended. What cannot be judged stays: a folder that names no process,
 * or one of another machine or container. Nothing that goes wrong here is worth more than the append.
 */
export async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    try {
      if ((await isOwn(folder)) && (await isHeldByNobody(join(folder, HOLDER)))) {
        await rm(folder, { recursive: true, force: true });
      }
    } catch {
      // Another writer removed it first, or it cannot be read.
    }
  }
}

/** A real folder of this user; where the system knows no users, the temporary folder is the user's own. */
async function isOwn(folder: string): Promise<boolean> {
  const found = await lstat(folder);
  return found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
}
