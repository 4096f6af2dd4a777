/**
 * The tasks of two rows as columns of numbers: one line for each task that both sides have graded. A ledger of ten
 * thousand rows is compared in a second, so that no object is made for a task.
 */
import { fraction, minus, plus, ratioOf } from '../records/ratio.ts';
import type { Row } from '../records/row.ts';
import type { Ratio } from '../records/scalars.ts';
import { gcd } from '../statistics/exact.ts';
import { commonWhole, meanRate, ratio, type Share } from './compare-numbers.ts';
import type { Scores } from './compare-tests.ts';

/** How ungraded trials are counted: not at all, or so that `to` comes out as low or as high as it can (I5). */
export type Fill = 'graded' | 'low' | 'high';

/** A side of a comparison: its tasks, and how many trials of each are in the part that is counted. */
export interface Side {
  readonly row: Row;
  readonly parts: readonly number[];
}

/** Rates of both sides by task. */
export interface Pairs {
  readonly fromPart: number[];
  readonly fromWhole: number[];
  readonly toPart: number[];
  readonly toWhole: number[];
  /** Which mean a task belongs to. A rate is one mean; OCS is the sum of two, over the guarded and the open cases. */
  readonly kind: (0 | 1)[];
}

/** Pairs the tasks of two sides. `kinds` null: all of one kind. */
export function pairTasks(from: Side, to: Side, fill: Fill, kinds: readonly (0 | 1)[] | null): Pairs {
  const pairs: Pairs = { fromPart: [], fromWhole: [], toPart: [], toWhole: [], kind: [] };
  for (let place = 0; place < to.row.tasks.length; place++) {
    const [is, was] = [to.row.tasks[place], from.row.tasks[place]];
    if (is === undefined || was === undefined) continue;
    const [toOpen, fromOpen] = fill === 'graded' ? [0, 0] : [is.ungraded, was.ungraded];
    const toWhole = is.accepted + is.rejected + toOpen;
    const fromWhole = was.accepted + was.rejected + fromOpen;
    if (toWhole === 0 || fromWhole === 0) continue;
    pairs.toPart.push((to.parts[place] ?? 0) + (fill === 'high' ? toOpen : 0));
    pairs.toWhole.push(toWhole);
    pairs.fromPart.push((from.parts[place] ?? 0) + (fill === 'low' ? fromOpen : 0));
    pairs.fromWhole.push(fromWhole);
    pairs.kind.push(kinds?.[place] ?? 0);
  }
  return pairs;
}

/** Scores of the tasks, and what their sum stands for. */
export interface Scored {
  readonly scores: Scores;
  /** A score times this is the change that its task makes to the mean over all tasks, times their number. */
  readonly scale: number;
  /** Mean change over the tasks; with two kinds, the sum of both means. */
  readonly difference: Ratio;
}

/** One whole number for each pair. With two kinds each kind weighs the same, however many tasks it has. Null of none. */
export function scorePairs(pairs: Pairs, kinds: 1 | 2, seed: () => string): Scored | null {
  const count = pairs.kind.length;
  const second = pairs.kind.reduce<number>((sum, kind) => sum + kind, 0);
  const first = count - second;
  if (first === 0 || (kinds === 2 && second === 0)) return null;
  const divisor = kinds === 2 ? gcd(first, second) : 1;
  const weights = kinds === 2 ? [second / divisor, first / divisor] : [1, 1];
  const parts = kinds === 2 ? (first * second) / divisor : count;
  const exact = commonOf(pairs);
  const common = exact ?? 1;
  const values = pairs.kind.map((kind, at) => {
    const is = (pairs.toPart[at] ?? 0) * (common / (pairs.toWhole[at] ?? 1));
    return (is - (pairs.fromPart[at] ?? 0) * (common / (pairs.fromWhole[at] ?? 1))) * (weights[kind] ?? 1);
  });
  const single = common === 1 && exact !== null && weights[0] === weights[1];
  const sum = values.reduce((total, value) => total + value, 0);
  const difference = exact === null ? slowDifference(pairs) : ratio(sum, common * parts);
  return { scores: { values, single, seed }, scale: count / (common * parts), difference };
}

function commonOf({ fromWhole, toWhole }: Pairs): number | null {
  const one = commonWhole(fromWhole);
  const other = commonWhole(toWhole);
  return one === null || other === null ? null : commonWhole([one, other]);
}

/** The difference where the numbers of attempts have no small common multiple. */
function slowDifference(pairs: Pairs): Ratio {
  const means = ([0, 1] as const).flatMap((kind) => {
    const was = meanRate(sharesOf(pairs, kind, pairs.fromPart, pairs.fromWhole));
    const is = meanRate(sharesOf(pairs, kind, pairs.toPart, pairs.toWhole));
    return was === null || is === null ? [] : [minus(is, was)];
  });
  return ratioOf(means.reduce(plus, fraction(0, 1)));
}

function sharesOf(pairs: Pairs, kind: 0 | 1, parts: readonly number[], wholes: readonly number[]): Share[] {
  return parts.flatMap((part, at) => (pairs.kind[at] === kind ? [{ part, whole: wholes[at] ?? 1 }] : []));
}
