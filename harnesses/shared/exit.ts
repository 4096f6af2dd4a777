/** What exit facts alone say about a blocked trial; the same order of causes for every harness. */
import type { ExitFacts, Terminal } from '../../records/harness.ts';
import type { Cause } from '../../records/terms.ts';

/** A cause with the sentence that goes with it. */
export interface Blocked {
  readonly cause: Cause;
  readonly detail: string;
}

/**
 * Why the run was stopped from outside or never started, or null when it ended by itself. When several hold, the
 * first of this list is named: interrupted, overflow, deadline, not started. An interruption comes first because it
 * says nothing about the agent; an overflow comes before the deadline because it is what the agent did.
 */
export function stoppedFromOutside(exit: ExitFacts): Blocked | null {
  if (exit.interrupted) return { cause: 'interrupted', detail: 'the run was interrupted' };
  if (exit.overflow) return { cause: 'overflow', detail: 'the output reached its cap and the agent was stopped' };
  if (exit.timedOut) return { cause: 'deadline', detail: 'the deadline passed and the agent was stopped' };
  if (exit.spawnError !== null) {
    return { cause: 'environment', detail: `the program could not be started: ${exit.spawnError}` };
  }
  return null;
}

/** Why the program's own end is no success, or null when it exited with 0. */
export function endedBadly(exit: ExitFacts): Blocked | null {
  if (exit.signal !== null) return { cause: 'cli_error', detail: `the program was ended by ${exit.signal}` };
  if (exit.exitCode === null) return { cause: 'cli_error', detail: 'the program left no exit code' };
  if (exit.exitCode !== 0) return { cause: 'cli_error', detail: `the program exited with code ${exit.exitCode}` };
  return null;
}

/** The blocked terminal state for a cause. */
export function blocked(why: Blocked, finalText: string | null): Terminal {
  return { state: 'blocked', cause: why.cause, detail: why.detail, finalText };
}
