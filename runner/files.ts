/** Small file helpers: private folders, atomic rewrites, strict JSON in, canonical or pretty JSON out. */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type * as z from 'zod';
import { EvidenceError, UsageError } from '../records/errors.ts';
import { parseStrictJson } from '../records/strict-json.ts';

/** Creates a folder for evidence: readable by its owner only. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Writes where a person said; a place that cannot be written is a usage error with the next step. */
export function writable(place: string, next: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(`Cannot write to ${place}: ${errorText(error)}`, next);
  }
}

/**
 * JSON for files that people open too: two spaces, final line feed. Halves of characters, as agents print them and
 * cutting makes them, are replaced: no strict reader would take them back.
 */
export function prettyJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  // Half a character is written as an escape. Asking each value on its way would take several times as long.
  return `${text?.includes('\\ud') ? JSON.stringify(value, wellFormed, 2) : text}\n`;
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** Writes a document of a trial; the folder must exist. */
export function writeJson(path: string, value: unknown): void {
  writeOwn(path, prettyJson(value));
}

/**
 * Writes a file of a trial. What an agent put in its place goes: nothing is written through a link, into a FIFO that
 * nobody reads, or not at all because a folder stands there.
 */
export function writeOwn(path: string, text: string): void {
  inPlaceOf(path, () => writeFileSync(path, text, { mode: 0o600, flag: 'wx' }));
}

/** Replaces a file in one step: a reader sees the old bytes or the new, never half. */
export function replaceFile(path: string, text: string): void {
  const temporary = join(dirname(path), `.${process.pid}.${Math.floor(process.hrtime()[1])}.tmp`);
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  inPlaceOf(path, () => renameSync(temporary, path));
}

const IN_THE_WAY: ReadonlySet<string | null> = new Set(['EEXIST', 'EISDIR', 'ENOTEMPTY']);

/** Does something that makes a file; where something else stands in its way, that is removed first. */
function inPlaceOf(path: string, make: () => void): void {
  try {
    make();
  } catch (error) {
    if (!IN_THE_WAY.has(errorCode(error))) throw error;
    rmSync(path, { recursive: true, force: true });
    make();
  }
}

/**
 * What to throw for an error of the file system below a run folder: a full disk, or an agent that removed what was to be
 * written to, is no fault of the program. Everything else is given back as it is.
 */
export function storageError(error: unknown, runDir: string): unknown {
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : null;
  const code = errorCode(error) ?? '';
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  if (!full && (path === null || !`${path}/`.startsWith(`${runDir}/`))) return error;
  return new EvidenceError(
    'storage',
    `The evidence of the run in ${runDir} could not be kept: ${errorText(error)}`,
    STORAGE_STEPS[code] ??
      'See what removes files there while it runs, the agent itself perhaps; then start a new run.',
  );
}

const STORAGE_STEPS: Readonly<Record<string, string>> = {
  ENOSPC: 'Make room and go on with --resume.',
  EDQUOT: 'Make room and go on with --resume.',
  EROFS: 'Make the folder writable and go on with --resume.',
  EACCES: 'Make the folder writable and go on with --resume.',
  EPERM: 'Make the folder writable and go on with --resume.',
};

/** Most characters of a schema's complaint that are told: it repeats what stands in the file. */
const MAX_WORDS = 400;
/** Largest document that is read, in bytes. */
const MAX_DOCUMENT = 16 * 1024 * 1024;

/** The bytes of a regular file, or null when it does not exist. Other failures are told with the path. */
export function readIfThere(path: string): Uint8Array | null {
  let file: number;
  try {
    // Without O_NONBLOCK a FIFO would never open.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new EvidenceError('unreadable', `Cannot read ${path}: ${errorText(error)}`);
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new EvidenceError('unreadable', `Expected a file at ${path}, found something else`);
    if (stat.size > MAX_DOCUMENT) {
      throw new EvidenceError('malformed', `${path} is larger than ${MAX_DOCUMENT / 1024 ** 2} MiB`);
    }
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Reads a document strictly: bounded, UTF-8, no repeated keys, exactly its schema (I14). */
export function readDocument<T>(path: string, schema: z.ZodType<T>, what: string): T {
  const bytes = readIfThere(path);
  if (bytes === null) throw new EvidenceError('missing', `Expected ${what} at ${path}, found nothing`);
  return parseDocument(bytes, path, schema, what);
}

/** As readDocument, from bytes. */
export function parseDocument<T>(bytes: Uint8Array, path: string, schema: z.ZodType<T>, what: string): T {
  const json = parseStrictJson(bytes, { maxBytes: MAX_DOCUMENT, floats: true });
  if (!json.ok) throw new EvidenceError('malformed', `${path} is not ${what}: ${json.message}`);
  // A process reads few documents of a kind: making code for a schema takes longer than it saves.
  const parsed = schema.safeParse(json.value, { jitless: true });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined ? '' : ` at ${issue.path.map(String).join('.') || 'the top'}: ${issue.message}`;
  throw new EvidenceError('malformed', `${path} is not ${what}${where.slice(0, MAX_WORDS)}`);
}

/** The code of a system error such as ENOENT, or null. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** The message of anything thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
