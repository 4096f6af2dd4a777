/** Files of a ledger on disk, opened only when they are files: a FIFO is never written to, and a device never ends. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { EvidenceError } from '../../records/errors.ts';

/** Opens a regular file of at most so many bytes to read. Throws an EvidenceError otherwise, or what the system throws. */
export async function openPlain(path: string, most = Number.POSITIVE_INFINITY): Promise<FileHandle> {
  // Without O_NONBLOCK a FIFO would never open.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stat = await file.stat();
  if (stat.isFile() && stat.size <= most) return file;
  await file.close();
  const found = stat.isFile() ? `one of ${stat.size} bytes` : 'something else';
  const bound = Number.isFinite(most) ? ` of at most ${most} bytes` : '';
  throw new EvidenceError('unreadable', `Expected a file${bound} at ${path}, found ${found}`);
}

/** The bytes of a regular file; throws as `openPlain`. */
export async function readPlain(path: string, most: number): Promise<Buffer> {
  const file = await openPlain(path, most);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
