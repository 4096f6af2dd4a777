/** What a shell hands to the runner: the outside world, so that nothing below reads it by itself. */
import type { Harnesses } from '../records/harness.ts';
import type { Instant } from '../records/scalars.ts';

export interface Context {
  /** Folder of the shipped data: suites, thresholds, rates, embedded agents. */
  readonly dataDir: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly harnesses: Harnesses;
  readonly version: string;
  readonly evaluator: `sha256:${string}`;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Random hex digits. */
  readonly random: (digits: number) => string;
  /** A line of progress for people, on standard error. Of passing ones (a count) the next may take the place. */
  readonly progress: (line: string, passing?: boolean) => void;
  /** Aborted when the person or the machine interrupts the run. */
  readonly interrupt: AbortSignal;
}

/** An instant from milliseconds since the epoch. */
export function instant(ms: number): Instant {
  return new Date(ms).toISOString();
}

/** `node-v20.1.0` and the like: part of the evaluator's identity. */
export function runtimeName(): string {
  return `node-${process.version}`;
}
