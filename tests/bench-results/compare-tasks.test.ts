import { describe, expect, it } from 'vitest';
import { countTransitions, passes, taskTransitions, transitionOf } from '../../bench-results/compare-tasks.ts';
import type { Transition } from '../../records/comparison-parts.ts';
import type { RowTask } from '../../records/row-parts.ts';
import { measuredRows } from '../helpers/measured-rows.ts';
import { suiteRecord } from '../helpers/rows.ts';

function task(accepted: number, rejected: number, ungraded = 0): RowTask {
  return { n: accepted + rejected + ungraded, accepted, rejected, ungraded, nanoUsd: null, withheld: null };
}

describe('passes', () => {
  it.each<[string, RowTask, boolean | null]>([
    ['1/1', task(1, 0), true],
    ['0/1', task(0, 1), false],
    ['3/5', task(3, 2), true],
    ['2/4, which is not more than half', task(2, 2), false],
    ['1/5', task(1, 4), false],
    ['3/4 and one ungraded', task(3, 1, 1), true],
    ['2/3 and two ungraded, which could make 2/5', task(2, 1, 2), null],
    ['1/4 and one ungraded', task(1, 3, 1), false],
    ['nothing graded', task(0, 0, 3), null],
    ['no trial', task(0, 0), null],
  ])('tells %s', (_, one, answer) => {
    expect(passes(one)).toBe(answer);
  });
});

describe('transitionOf', () => {
  it.each<[Transition, RowTask | undefined, RowTask | undefined]>([
    ['fixed', task(1, 4), task(3, 2)],
    ['newly_broken', task(3, 2), task(1, 4)],
    ['still_passing', task(5, 0), task(3, 2)],
    ['still_failing', task(0, 5), task(2, 3)],
    ['not_comparable', task(5, 0), task(0, 0, 5)],
    ['not_comparable', task(2, 1, 2), task(5, 0)],
    ['not_comparable', undefined, task(5, 0)],
    ['not_comparable', task(5, 0), undefined],
  ])('finds %s', (transition, from, to) => {
    expect(transitionOf(from, to)).toBe(transition);
  });
});

describe('taskTransitions', () => {
  const [from, to] = measuredRows(
    { name: 'from', accepted: [3, 5, 0, 5], attempts: 5 },
    { name: 'to', accepted: [1, 5, 5, 0], attempts: 5, ungraded: [0, 0, 0, 5] },
  );
  if (from === undefined || to === undefined) throw new Error('no rows');

  it('lists every task with its attempts on both sides, by its id', () => {
    expect(taskTransitions(from, to, suiteRecord(4))).toMatchObject([
      {
        place: 0,
        task: 'pair-0.malign',
        transition: 'newly_broken',
        from: { accepted: 3, graded: 5 },
        to: { accepted: 1, graded: 5 },
      },
      { transition: 'still_passing' },
      { transition: 'fixed' },
      { transition: 'not_comparable', to: { accepted: 0, graded: 0, ungraded: 5 } },
    ]);
  });

  it('has no ids where the record of the suite is missing or of another size', () => {
    for (const suite of [null, suiteRecord(2)]) {
      expect(taskTransitions(from, to, suite).map(({ task: id }) => id)).toEqual([null, null, null, null]);
    }
  });

  it('counts what it lists', () => {
    expect(countTransitions(from, to)).toEqual({
      fixed: 1,
      newly_broken: 1,
      still_passing: 1,
      still_failing: 0,
      not_comparable: 1,
    });
  });
});
