/**
 * Processes of a trial that left their group. They are found by the trial's mark in their environment, and by a working
 * folder inside the trial's own; a process that wiped both on purpose is beyond this (docs/limits.md).
 */
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { bornAfter, type Moment } from './moment.ts';

/**
 * Processes whose environment holds the mark, or that stand in the folder (null: not looked at). Null where the system
 * does not show them: a list without this very process is not one of the processes here. A process that was there
 * before `since`, when nobody had the mark, cannot have inherited it, and only its folder is looked at.
 */
export function processesWith(
  mark: string,
  folder: string | null = null,
  { list = '/proc', since = null }: { readonly list?: string; readonly since?: Moment | null } = {},
): number[] | null {
  let names: string[];
  try {
    names = readdirSync(list);
  } catch {
    return null;
  }
  if (!names.includes(String(process.pid))) return null;
  // The list was read first: what began meanwhile is told from what was there by a later look.
  const born = bornAfter(since);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.filter(
    (pid) => pid !== process.pid && ((born(pid) && isMarked(pid, mark)) || (folder !== null && standsIn(pid, folder))),
  );
}

function isMarked(pid: number, mark: string): boolean {
  let file: number;
  try {
    file = openSync(`/proc/${pid}/environ`, 'r');
  } catch {
    // Ended meanwhile, or another user's process: not one of ours.
    return false;
  }
  try {
    return holds(file, mark);
  } catch {
    return false;
  } finally {
    closeSync(file);
  }
}

/** This looks at every process of the machine after each trial: one buffer serves them all. */
const CHUNK = Buffer.allocUnsafe(64 * 1024);

function holds(file: number, mark: string): boolean {
  let kept = 0;
  for (;;) {
    const read = readSync(file, CHUNK, kept, CHUNK.length - kept, null);
    if (read === 0) return false;
    const filled = CHUNK.subarray(0, kept + read);
    if (filled.includes(mark)) return true;
    // The kernel fills what it is given, or has no more.
    if (filled.length < CHUNK.length) return false;
    // The mark may lie across two pieces.
    kept = Math.min(mark.length - 1, filled.length);
    filled.copy(CHUNK, 0, filled.length - kept);
  }
}

function standsIn(pid: number, folder: string): boolean {
  try {
    const cwd = readlinkSync(`/proc/${pid}/cwd`);
    return (cwd === folder || cwd.startsWith(`${folder}/`)) && !hasTerminal(pid);
  } catch {
    return false;
  }
}

/** A process that left its session has no terminal; a person who looks into the folder has one and is left alone. */
function hasTerminal(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const [, , , , terminal] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return terminal !== '0';
}

/**
 * Kills every process with the mark or in the folder and waits until none is left.
 * Returns true when that is proven, false when some live on, null when it cannot be told on this system.
 */
export async function endAllWith(
  mark: string,
  folder: string | null = null,
  since: Moment | null = null,
): Promise<boolean | null> {
  for (let round = 0; round < 100; round++) {
    const alive = processesWith(mark, folder, { since });
    if (alive === null) return null;
    if (alive.length === 0) return true;
    for (const pid of alive) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone between the look and the signal.
      }
    }
    await sleep(round < 10 ? 2 : 20);
  }
  return false;
}
