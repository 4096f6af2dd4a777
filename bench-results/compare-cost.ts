/**
 * The change of CPAO between two rows. A difference of costs needs both sides priced, under one catalog; what is not
 * priced is neither dearer nor cheaper (I4).
 */
import type { ChangeReason, CostChange } from '../records/comparison-parts.ts';
import { digestCanonical } from '../records/digest.ts';
import { fraction, ratioOf } from '../records/ratio.ts';
import type { Row } from '../records/row.ts';
import type { Fill } from './compare-pairs.ts';
import { BOUNDS, hasUngraded, type PairOfRows } from './compare-rates.ts';
import { intervalFactor, type Scores, smallestEffect, storedTest, testScores } from './compare-tests.ts';

const LOWER_IS_BETTER = { rise: 'worse', fall: 'better', none: 'no_detectable_change' } as const;

/** Scores are scaled to this size, so that the exact test stays small; any score with the sign kept is a valid test. */
const STEPS = 32;

/** Fewest accepted outcomes on a side for an interval. */
const LEAST_ACCEPTED = 3;

/** What each task cost and delivered on both sides, in columns. */
interface Spent {
  readonly fromCost: number[];
  readonly toCost: number[];
  readonly fromAccepted: number[];
  readonly toAccepted: number[];
}

/** The change of cost per accepted outcome. */
export function cpaoChange(rows: PairOfRows): CostChange {
  const [from, to] = [rows.from.row, rows.to.row];
  const values = { from: from.cpao.nanoUsd, to: to.cpao.nanoUsd };
  const open = (direction: 'unpriced' | 'unknown', reason: ChangeReason): CostChange => {
    const nothing = { difference: null, relative: null, interval: null, test: null, smallestEffect: null };
    return { direction, reason, ...values, ...nothing };
  };
  const reasons = [reasonOf(from), reasonOf(to)];
  const unpriced = UNPRICED.find((reason) => reasons.includes(reason));
  if (unpriced !== undefined) return open('unpriced', unpriced);
  if (reasons.includes('no_accepted_outcomes')) return open('unknown', 'no_accepted_outcomes');
  if (from.catalog?.digest !== to.catalog?.digest) return open('unpriced', 'catalog_differs');
  if (values.from === null || values.to === null) return open('unpriced', 'cost_unknown');
  const spent = spentOf(from, to, 'graded');
  if (spent === null) return open('unknown', 'task_costs_unknown');
  const difference = values.to - values.from;
  const known = { ...values, difference, relative: relativeOf(difference, values.from) };
  return { ...known, ...tested(rows, spent, difference) };
}

/** Why a row is not priced; the first that either side has is named. What cannot be metered outranks what was not. */
const UNPRICED: readonly ChangeReason[] = ['unmetered', 'cost_unknown', 'cost_partial'];

/** Why a row has no CPAO; null when it has one. */
function reasonOf({ cpao, cost }: Row): ChangeReason | null {
  if (cpao.nanoUsd !== null) return null;
  const unmetered = (cost.dispositions.unmetered_local_lane ?? 0) + (cost.dispositions.unmetered_subscription ?? 0);
  if (unmetered > 0) return 'unmetered';
  if (cpao.disposition === 'no_accepted_outcomes') return cost.nanoUsd === null ? 'cost_unknown' : cpao.disposition;
  return cpao.disposition === 'cost_partial' ? 'cost_partial' : 'cost_unknown';
}

function relativeOf(difference: number, from: number): CostChange['relative'] {
  return from === 0 ? null : ratioOf(fraction(difference, from));
}

/** Every task with its costs; null when a cost is missing or the tasks are not the same. */
function spentOf(from: Row, to: Row, fill: Fill): Spent | null {
  if (from.tasks.length !== to.tasks.length) return null;
  const spent: Spent = { fromCost: [], toCost: [], fromAccepted: [], toAccepted: [] };
  for (const [place, is] of to.tasks.entries()) {
    const was = from.tasks[place];
    if (was === undefined || was.nanoUsd === null || is.nanoUsd === null) return null;
    spent.fromCost.push(was.nanoUsd);
    spent.toCost.push(is.nanoUsd);
    spent.fromAccepted.push(was.accepted + (fill === 'low' ? was.ungraded : 0));
    spent.toAccepted.push(is.accepted + (fill === 'high' ? is.ungraded : 0));
  }
  return spent;
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

type Answer = Pick<CostChange, 'direction' | 'reason' | 'interval' | 'test' | 'smallestEffect'>;

function tested(rows: PairOfRows, spent: Spent, difference: number): Answer {
  const { level } = rows;
  const [from, to] = [rows.from.row, rows.to.row];
  const seed = () => digestCanonical('operant.compare-draws/v1', { cost: true, from: from.receipt, to: to.receipt });
  const scores = scoresOf(spent, seed);
  const found = testScores(scores, level);
  const open = hasUngraded(from) || hasUngraded(to);
  const agreed =
    !open ||
    BOUNDS.every((fill) => {
      const bound = spentOf(from, to, fill);
      return bound !== null && testScores(scoresOf(bound, seed), level).move === found.move;
    });
  const same = difference === 0 && !open && scores.values.every((value) => value === 0);
  const direction = !agreed ? 'unknown' : same ? 'unchanged' : LOWER_IS_BETTER[found.move];
  const error = errorOf(spent);
  return {
    direction,
    reason: agreed ? null : 'ungraded_could_decide',
    interval: intervalOf(spent, difference, error),
    test: storedTest(scores, found, level, 0),
    smallestEffect: direction === 'no_detectable_change' ? effectOf(scores, level, error) : null,
  };
}

/**
 * What each task adds to the difference, were both sides equally dear: its cost less the common CPAO times what it
 * delivered, to less from. Swapping the sides of a task turns its sign and leaves the common CPAO, so that reversing
 * signs is an exact test of "equally dear".
 */
function scoresOf({ fromCost, toCost, fromAccepted, toAccepted }: Spent, seed: () => string): Scores {
  const accepted = sumOf(fromAccepted) + sumOf(toAccepted);
  const common = accepted === 0 ? 0 : (sumOf(fromCost) + sumOf(toCost)) / accepted;
  const raw = toCost.map((cost, at) => {
    const more = (toAccepted[at] ?? 0) - (fromAccepted[at] ?? 0);
    return cost - (fromCost[at] ?? 0) - common * more;
  });
  const largest = raw.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const unit = largest === 0 ? 0 : STEPS / largest;
  return { values: raw.map((value) => Math.sign(value) * Math.round(Math.abs(value) * unit)), single: false, seed };
}

/** Standard error of the difference of the two CPAO, by the delta method with tasks as pairs; null below two tasks. */
function errorOf({ fromCost, toCost, fromAccepted, toAccepted }: Spent): number | null {
  const n = toCost.length;
  const [was, is] = [sumOf(fromAccepted), sumOf(toAccepted)];
  if (n < 2 || was === 0 || is === 0) return null;
  const [fromRatio, toRatio] = [sumOf(fromCost) / was, sumOf(toCost) / is];
  let squares = 0;
  for (let at = 0; at < n; at++) {
    const to = ((toCost[at] ?? 0) - toRatio * (toAccepted[at] ?? 0)) / is;
    const from = ((fromCost[at] ?? 0) - fromRatio * (fromAccepted[at] ?? 0)) / was;
    squares += (to - from) ** 2;
  }
  return Math.sqrt((squares * n) / (n - 1));
}

function intervalOf(spent: Spent, difference: number, error: number | null): CostChange['interval'] {
  const fewest = Math.min(sumOf(spent.fromAccepted), sumOf(spent.toAccepted));
  if (error === null || fewest < LEAST_ACCEPTED) return null;
  const n = spent.toCost.length;
  const half = intervalFactor(n - 1) * error;
  const [low, high] = [Math.floor(difference - half), Math.ceil(difference + half)];
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high)) return null;
  return { low, high, method: 'delta method, Student t 95 %, paired by task', n };
}

/** In nano-USD: as many standard errors as the test needs to see it. Null where the test cannot decide. */
function effectOf(scores: Scores, level: number, error: number | null): number | null {
  const root = Math.sqrt(scores.values.reduce((sum, value) => sum + value * value, 0));
  const errors =
    root === 0 ? null : smallestEffect(scores, scores.values.length / root, level, Number.MAX_SAFE_INTEGER);
  const effect = errors === null || error === null ? null : Math.ceil(errors * error);
  return effect !== null && Number.isSafeInteger(effect) ? effect : null;
}
