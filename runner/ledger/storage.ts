/** Files that survive a crash: written beside, flushed, renamed into place. A reader sees old bytes or new ones. */
import { constants } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { LedgerFile } from '../../bench-results/files.ts';

/** Replaces a file by what `write` puts into an open handle of a new one. */
async function replace(path: string, temporary: string, flags: string, write: (file: FileHandle) => Promise<void>) {
  try {
    const file = await open(temporary, flags, 0o644);
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Replaces files durably (null: removes), one after another; their folders are made when missing. */
export async function replaceDurably(files: readonly LedgerFile[]): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true });
    if (text === null) await rm(path, { force: true });
    else await replace(path, temporaryName(path), 'wx', (file) => file.writeFile(text));
  }
  for (const folder of new Set(files.map(({ path }) => dirname(path)))) await syncFolder(folder);
}

/** Adds to the end of a file durably, by way of a copy: a killed writer leaves the file as it was. */
export async function appendDurably(path: string, text: string): Promise<void> {
  const temporary = temporaryName(path);
  await mkdir(dirname(path), { recursive: true });
  try {
    await copyFile(path, temporary, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      await rm(temporary, { force: true });
      throw error;
    }
  }
  await replace(path, temporary, 'a', (file) => file.writeFile(text));
  await syncFolder(dirname(path));
}

/** Removes what killed writers left beside a file. Only for the holder of the ledger's lock. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (TEMPORARY.test(name)) await rm(join(folder, name), { force: true });
  }
}

const TEMPORARY = /^\..+\.[0-9a-f-]{36}\.tmp$/;

/** A name beside a file that no other writer uses. */
export function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}.tmp`);
}

async function syncFolder(folder: string): Promise<void> {
  // Some file systems cannot flush a folder; the rename is then as durable as they make it.
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
