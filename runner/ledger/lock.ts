/**
 * The exclusive lock of a ledger on disk: a file that names its holder. A lock whose process is gone is removed; one
 * that cannot be judged (another machine, another container) is waited for.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LedgerLock } from '../../records/ledger.ts';
import { parseStrictJson } from '../../records/strict-json.ts';
import { errorCode } from '../files.ts';
import { readPlain } from './plain-file.ts';
import { temporaryName } from './storage.ts';

/** Largest lock file that is read, in bytes. */
const MAX_LOCK = 4096;

/** How long, and how, to wait for a lock. */
export interface LockWait {
  readonly deadline: number;
  readonly random: () => number;
  readonly interrupt: AbortSignal | null;
}

/** Gives the lock back. */
export type Release = () => Promise<void>;

/** Takes the lock; null when the deadline passed or the wait was interrupted. Throws what the file system throws. */
export async function takeLock(path: string, wait: LockWait): Promise<Release | null> {
  await mkdir(dirname(path), { recursive: true });
  const mine = identity();
  for (;;) {
    if (wait.interrupt?.aborted === true) return null;
    if (await place(path, mine)) return () => give(path, mine);
    if (!(await removeStale(path))) {
      if (performance.now() >= wait.deadline) return null;
      await sleep(5 + wait.random() * 45);
    }
  }
}

/** Who holds a lock, for the message; null when nobody does. */
export async function holder(path: string): Promise<string | null> {
  const lock = await readLock(path);
  if (lock === null) return null;
  return lock === 'unreadable' ? `an unreadable lock file, ${path}` : `process ${lock.pid} on ${lock.host} (${path})`;
}

/** Whether a file names, in the form of a lock, a process that has certainly ended. */
export async function isHeldByNobody(path: string): Promise<boolean> {
  return isGone(await readLock(path));
}

/** Makes the lock file with its contents in one step: a link fails when the name is taken. */
async function place(path: string, lock: LedgerLock): Promise<boolean> {
  const temporary = temporaryName(path);
  await writeFile(temporary, JSON.stringify(lock), { flag: 'wx' });
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    // EEXIST: somebody holds it. ENOENT: the holder took our file for one that a killed writer left; try again.
    if (errorCode(error) === 'EEXIST' || errorCode(error) === 'ENOENT') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function give(path: string, lock: LedgerLock): Promise<void> {
  const found = await readLock(path);
  if (found !== null && found !== 'unreadable' && found.nonce === lock.nonce) await rm(path, { force: true });
}

/**
 * Removes a stale lock; true when the lock may be free now. Only the holder of a second lock may remove the first, so
 * that two waiters cannot take one another's fresh lock for the stale one they saw.
 */
async function removeStale(path: string): Promise<boolean> {
  if (!isGone(await readLock(path))) return false;
  const guard = `${path}.stale`;
  const mine = identity();
  if (!(await place(guard, mine))) {
    if (isGone(await readLock(guard))) await rm(guard, { force: true });
    return false;
  }
  try {
    if (isGone(await readLock(path))) await rm(path, { force: true });
    return true;
  } finally {
    await give(guard, mine);
  }
}

async function readLock(path: string): Promise<LedgerLock | null | 'unreadable'> {
  const text = await readPlain(path, MAX_LOCK).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const json = parseStrictJson(text, { maxBytes: MAX_LOCK });
  const lock = json.ok ? LedgerLock.safeParse(json.value) : null;
  return lock?.success === true ? lock.data : 'unreadable';
}

/** Whether the process that wrote a lock has certainly ended. */
function isGone(lock: LedgerLock | null | 'unreadable'): boolean {
  if (lock === null || lock === 'unreadable') return false;
  const here = identity();
  if (lock.host !== here.host) return false;
  if (lock.bootId !== null && here.bootId !== null && lock.bootId !== here.bootId) return true;
  if (lock.space !== here.space) return false;
  return !isAlive(lock.pid) || startOf(lock.pid) !== lock.startedAt;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to someone else.
    return errorCode(error) !== 'ESRCH';
  }
}

/** This process, as a lock names it. */
export function identity(): LedgerLock {
  return {
    schema: 'operant.lock/v1',
    host: hostname(),
    bootId: textOf('/proc/sys/kernel/random/boot_id'),
    space: linkOf('/proc/self/ns/pid'),
    pid: process.pid,
    startedAt: startOf(process.pid),
    nonce: crypto.randomUUID(),
  };
}

/** Start time of a process in clock ticks since the boot; null when it has ended or the system does not tell. */
function startOf(pid: number): string | null {
  // The name of the program, in brackets, may hold spaces and brackets itself; the fields after it do not.
  const fields = textOf(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  // Z: it has ended, and its parent has not asked for its exit code yet.
  return fields === undefined || fields[0] === 'Z' ? null : (fields[19] ?? null);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
