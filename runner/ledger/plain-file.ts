/** Files of a ledger on disk, opened only when they are files: a FIFO is never written to, and a device never ends. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { EvidenceError } from '../../records/errors.ts';

/** Opens a regular file of at most so many bytes to read. Throws an EvidenceError otherwise, or what the system throws. */
export async function openPlain(path: string, most = Number.POSITIVE_INFINITY): Promise<FileHandle> {
  // Without O_NONBLOCK a FIFO would never open.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const wrong = notPlain(path, await file.stat(), most);
  if (wrong === null) return file;
  await file.close();
  throw wrong;
}

/** What is wrong with a file that is not regular or too large; null when nothing is. */
function notPlain(path: string, stat: Stats, most: number): EvidenceError | null {
  if (stat.isFile() && stat.size <= most) return null;
  const found = stat.isFile() ? `one of ${stat.size} bytes` : 'something else';
  const bound = Number.isFinite(most) ? ` of at most ${most} bytes` : '';
  return new EvidenceError('unreadable', `Expected a file${bound} at ${path}, found ${found}`);
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

/**
 * Hands out the bytes of a regular file in pieces, each in the same buffer; false once `take` said so. Throws as
 * `openPlain`. It does not wait for the disk by turns: of a ledger's hundreds of small files, the turns took longer than
 * the reading.
 */
export function takePlain(path: string, most: number, buffer: Buffer, take: (bytes: Buffer) => boolean): boolean {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const wrong = notPlain(path, fstatSync(file), most);
    if (wrong !== null) throw wrong;
    for (;;) {
      const read = readSync(file, buffer, 0, buffer.length, null);
      if (read > 0 && !take(buffer.subarray(0, read))) return false;
      if (read === 0) return true;
    }
  } finally {
    closeSync(file);
  }
}
