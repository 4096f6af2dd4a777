/** Native records read line by line, so that long logs stay out of memory. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { NativeFile, NativeLine } from '../records/harness.ts';
import { keepHeapSmall } from './heap.ts';

/** Longest line that is handed to a decoder; a longer one is a problem and not read. */
export const MAX_LINE = 32 * 1024 * 1024;
const CHUNK = 256 * 1024;

/** A file from which so much may be kept that the heap is to be small, in bytes. */
const LONG = 32 * 1024 * 1024;

/** A file of the trial folder as a decoder sees it. A missing file has no lines. */
export function nativeFile(trialDir: string, path: string): NativeFile {
  return nativeFileAt(join(trialDir, path), path);
}

/** A file that lies anywhere, under the path that it would have in a trial folder. */
export function nativeFileAt(full: string, path: string): NativeFile {
  return { path, lines: () => linesOf(full), tail: (bytes) => tailOf(full, bytes) };
}

/** The native files of a trial: both raw streams first, then everything under native/, sorted. */
export function nativeFilesOf(trialDir: string): NativeFile[] {
  const below = walk(join(trialDir, 'native')).map((path) => `native/${path}`);
  return ['stdout.raw', 'stderr.raw', 'final.raw', ...below].map((path) => nativeFile(trialDir, path));
}

/** Regular files below a folder, relative and sorted; links are never followed (I14), nor is `root` when it is one. */
export function walk(root: string): string[] {
  const found: string[] = [];
  const visit = (below: string) => {
    let names: string[];
    try {
      names = readdirSync(join(root, below));
    } catch {
      return;
    }
    for (const name of names) {
      const path = below === '' ? name : `${below}/${name}`;
      const stat = statOf(join(root, path));
      if (stat?.isDirectory()) visit(path);
      else if (stat?.isFile()) found.push(path);
    }
  };
  if (statOf(root)?.isDirectory()) visit('');
  return found.sort();
}

/** What lies at a path, without following a link; null when that cannot be told, as for a path that is too long. */
export function statOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

/** A descriptor of the file; null when there is none, or a link. */
function opened(path: string): number | null {
  try {
    // Without O_NONBLOCK a FIFO would never open.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

function tailOf(path: string, bytes: number): string | null {
  const file = opened(path);
  if (file === null) return null;
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size <= bytes) return null;
    const tail = Buffer.alloc(bytes);
    return tail.subarray(0, readSync(file, tail, 0, bytes, stat.size - bytes)).toString('utf8');
  } finally {
    closeSync(file);
  }
}

function* linesOf(path: string): Generator<NativeLine> {
  const file = opened(path);
  if (file === null) return;
  try {
    const stat = fstatSync(file);
    if (stat.size > LONG) keepHeapSmall();
    if (stat.isFile()) yield* split(file);
  } finally {
    closeSync(file);
  }
}

function* split(file: number): Generator<NativeLine> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  let held: Buffer[] = [];
  let heldBytes = 0;
  let number = 1;
  for (;;) {
    const size = readSync(file, chunk, 0, CHUNK, null);
    if (size === 0) break;
    let start = 0;
    for (;;) {
      const end = chunk.subarray(0, size).indexOf(0x0a, start);
      const piece = chunk.subarray(start, end === -1 ? size : end);
      if (heldBytes + piece.length <= MAX_LINE) held.push(end === -1 ? Buffer.from(piece) : piece);
      heldBytes += piece.length;
      if (end === -1) break;
      yield line(number++, held, heldBytes, true);
      held = [];
      heldBytes = 0;
      start = end + 1;
    }
  }
  if (heldBytes > 0) yield line(number, held, heldBytes, false);
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function line(number: number, pieces: readonly Buffer[], size: number, ended: boolean): NativeLine {
  if (size > MAX_LINE) return { number, text: '', problem: 'too_long' };
  const bytes = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
  try {
    return { number, text: strict.decode(bytes), problem: ended ? null : 'no_final_newline' };
  } catch {
    return { number, text: bytes.toString('utf8'), problem: 'invalid_utf8' };
  }
}
