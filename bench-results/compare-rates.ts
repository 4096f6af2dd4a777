/**
 * Changes of the success rate and of OCS between two rows, paired by task. Ungraded trials bound every direction (I5):
 * it is told only where it holds with each of them at its worst and at its best.
 */
import type { ChangeReason, RateChange } from '../records/comparison-parts.ts';
import { digestCanonical } from '../records/digest.ts';
import type { Row } from '../records/row.ts';
import type { Ratio } from '../records/scalars.ts';
import type { Figures } from './compare-figures.ts';
import { changeInterval } from './compare-intervals.ts';
import { pairTasks, type Side, scorePairs } from './compare-pairs.ts';
import { smallestEffect, storedTest, testScores } from './compare-tests.ts';

/** Direction of a number that is better when it is higher. */
const HIGHER_IS_BETTER = { rise: 'better', fall: 'worse', none: 'no_detectable_change' } as const;

/** The fills that bound what ungraded trials can decide. */
export const BOUNDS = ['low', 'high'] as const;

/** Which rows are compared, and at which level a difference counts. */
export interface PairOfRows {
  readonly from: Figures;
  readonly to: Figures;
  readonly level: number;
}

interface Values {
  readonly from: Ratio | null;
  readonly to: Ratio | null;
}

/** The change of the success rate: accepted of graded, by task. */
export function successChange({ from, to, level }: PairOfRows): RateChange {
  const values = { from: from.point.success.value, to: to.point.success.value };
  return change({ from: acceptedSide(from.row), to: acceptedSide(to.row) }, null, values, level);
}

function acceptedSide(row: Row): Side {
  return { row, parts: row.tasks.map(({ accepted }) => accepted) };
}

/** The change of OCS, by case; null outside decision suites. */
export function ocsChange({ from, to, level }: PairOfRows): RateChange | null {
  if (from.point.ocs === null || to.point.ocs === null) return null;
  const values = { from: from.point.ocs.value, to: to.point.ocs.value };
  if (from.point.ocs.withheld !== null || to.point.ocs.withheld !== null) return undecided(values, 'ocs_withheld');
  const { kinds } = to;
  if (kinds === null || from.kinds === null) return undecided(values, 'classes_unknown');
  if (from.right === null || to.right === null) return undecided(values, 'case_rates_unknown');
  const sides = { from: { row: from.row, parts: from.right }, to: { row: to.row, parts: to.right } };
  return change(sides, kinds, values, level);
}

function undecided(values: Values, reason: ChangeReason): RateChange {
  const nothing = { difference: null, interval: null, test: null, smallestEffectE4: null };
  return { direction: 'unknown', reason, ...values, ...nothing };
}

function change(
  { from, to }: { readonly from: Side; readonly to: Side },
  kinds: Figures['kinds'],
  values: Values,
  level: number,
): RateChange {
  const tasks = to.row.tasks.length;
  if (tasks !== from.row.tasks.length) return undecided(values, 'tasks_differ');
  const means = kinds === null ? 1 : 2;
  const seed = () => digestCanonical('operant.compare-draws/v1', { from: from.row.receipt, to: to.row.receipt });
  const pairs = pairTasks(from, to, 'graded', kinds);
  const scored = scorePairs(pairs, means, seed);
  if (scored === null) return undecided(values, 'nothing_graded');
  const { scores, scale, difference } = scored;
  const tested = testScores(scores, level);
  const open = hasUngraded(from.row) || hasUngraded(to.row);
  const agreed =
    !open ||
    BOUNDS.every((fill) => {
      const bound = scorePairs(pairTasks(from, to, fill, kinds), means, seed);
      return bound !== null && testScores(bound.scores, level).move === tested.move;
    });
  const same = !open && scores.values.every((value) => value === 0);
  const direction = !agreed ? 'unknown' : same ? 'unchanged' : HIGHER_IS_BETTER[tested.move];
  const effect = direction === 'no_detectable_change' ? smallestEffect(scores, scale, level, means) : null;
  return {
    direction,
    reason: agreed ? null : 'ungraded_could_decide',
    from: values.from,
    to: values.to,
    difference,
    interval: changeInterval(pairs, means),
    test: storedTest(scores, tested, level, tasks - pairs.kind.length),
    // The slack keeps a whole number whole despite the rounding of its float.
    smallestEffectE4: effect === null ? null : Math.ceil(effect * 1e4 - 1e-6),
  };
}

/** Whether a trial of the row is in neither bucket. */
export function hasUngraded({ tasks }: Row): boolean {
  return tasks.some(({ ungraded }) => ungraded > 0);
}
