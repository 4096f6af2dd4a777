/** Rows that could not be written: what happened and what to do, in words. */
import { errorText } from '../files.ts';
import type { Unrecorded, UnrecordedCode } from './ledger.ts';
import { holder } from './lock.ts';

const NEXT = 'Put it right, then record the run with operant report RUN --append LEDGER; nothing is run again.';

/** An outcome of that kind. */
export function unrecorded(code: UnrecordedCode, message: string, next: string = NEXT): Unrecorded {
  return { kind: 'unrecorded', code, message, next };
}

/** The lock could not be had in time. */
export async function noLock(path: string, interrupt: AbortSignal | null): Promise<Unrecorded> {
  if (interrupt?.aborted === true) return unrecorded('interrupted', 'Interrupted while waiting for the ledger.');
  const who = (await holder(path).catch(() => null)) ?? 'another process';
  const next = `If that process no longer runs, remove ${path}. ${NEXT}`;
  return unrecorded('locked', `The ledger is held by ${who}.`, next);
}

/** The disk or the file system said no. */
export function noStorage(where: string, error: unknown): Unrecorded {
  return unrecorded('storage', `Cannot append to ${where}: ${errorText(error)}`);
}
