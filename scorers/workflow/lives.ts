/** Delegates with what they were asked, and which of two moments of a record came first. Pure. */
import type { LineRef, Observation } from '../../records/observation.ts';

/** A moment of the record: its line, and its time where the record says it. */
export interface Step {
  readonly ref: LineRef;
  readonly at: string | null;
}

/** A delegate from its start to its first return. */
export interface Life {
  readonly id: string;
  readonly prompt: string | null;
  readonly started: Step;
  /** Null when no return was seen. */
  readonly returned: Step | null;
  /** What it returned last; null where nothing was returned or is shown. */
  readonly result: string | null;
}

export type Order = 'before' | 'after' | 'overlap' | 'unknown';

/**
 * Whether one moment came before another: by their times, else by their lines in one file. Equal times say nothing, and
 * neither do lines of different files. A moment that was not seen is unknown.
 */
export function orderOf(one: Step | null, other: Step | null): 'before' | 'after' | 'unknown' {
  if (one === null || other === null) return 'unknown';
  const [a, b] = [timeOf(one), timeOf(other)];
  if (a !== null && b !== null && a !== b) return a < b ? 'before' : 'after';
  if (one.ref.file !== other.ref.file || one.ref.line === other.ref.line) return 'unknown';
  return one.ref.line < other.ref.line ? 'before' : 'after';
}

function timeOf({ at }: Step): number | null {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? null : time;
}

/** Lines that show a delegate. */
export function refsOf({ started, returned }: Life): readonly LineRef[] {
  return returned === null ? [started.ref] : [started.ref, returned.ref];
}

/**
 * Delegates of the root agent in the order of their start; those that a delegate started itself are its own matter. A
 * return without a start makes no life.
 */
export function livesOf(observations: readonly Observation[]): readonly Life[] {
  const lives = new Map<string, Life>();
  const children = new Set(observations.flatMap((one) => (one.kind === 'delegate' ? [one.delegate] : [])));
  for (const one of observations) {
    if (one.kind !== 'delegate' || (one.thread !== null && children.has(one.thread))) continue;
    const known = lives.get(one.delegate);
    const step = { ref: one.ref, at: one.at };
    if (one.phase === 'started') {
      if (known === undefined) {
        lives.set(one.delegate, { id: one.delegate, prompt: one.prompt, started: step, returned: null, result: null });
      } else if (known.prompt === null) lives.set(one.delegate, { ...known, prompt: one.prompt });
    } else if (known !== undefined) {
      lives.set(one.delegate, { ...known, returned: known.returned ?? step, result: one.result ?? known.result });
    }
  }
  return [...lives.values()].sort((a, b) => {
    const order = orderOf(a.started, b.started);
    return order === 'before' ? -1 : order === 'after' ? 1 : 0;
  });
}
