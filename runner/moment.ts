/** Tells processes that began after a moment from those that were there, by the order in which Linux numbers them. */
import { readFileSync } from 'node:fs';

/** A moment in the numbering of processes. */
export interface Moment {
  /** The number that was given last. */
  readonly last: number;
  /** Processes and threads that began since the machine started; those of other containers count too. */
  readonly forks: number;
  /** Processes and threads that are alive. */
  readonly alive: number;
}

/** The present moment, or null where the system does not tell it. */
export function presentMoment(): Moment | null {
  try {
    const [, alive, last] = /\/(\d+) (\d+)$/.exec(readFileSync('/proc/loadavg', 'latin1').trimEnd()) ?? [];
    const [, forks] = /^processes (\d+)$/m.exec(readFileSync('/proc/stat', 'latin1')) ?? [];
    const moment = { last: Number(last), forks: Number(forks), alive: Number(alive) };
    return Object.values(moment).every((number) => number > 0) ? moment : null;
  } catch {
    return null;
  }
}

/**
 * A test by which a process may have begun after `since`; true for every process where that cannot be told. Numbers are
 * given in ascending order, past those in use, and begin anew at the greatest: of two moments of one round, whoever was
 * there at the first has no greater number than was last then.
 */
export function bornAfter(
  since: Moment | null,
  now: Moment | null = presentMoment(),
  most: number = greatestNumber(),
): (pid: number) => boolean {
  const known = since !== null && now !== null && isOneRound(since, now, most);
  return known ? (pid) => pid > since.last : () => true;
}

/** Whether so few numbers were given that they cannot have begun anew and come past the first moment again. */
function isOneRound(since: Moment, now: Moment, most: number): boolean {
  const given = now.forks - since.forks;
  // At least one began, the candidate; a system that does not count says none.
  return given > 0 && now.last > since.last && given + Math.max(since.alive, now.alive) < most / 2;
}

/** The greatest number of a process; 0 where that is not known. */
function greatestNumber(): number {
  try {
    return Number(readFileSync('/proc/sys/kernel/pid_max', 'latin1'));
  } catch {
    return 0;
  }
}
