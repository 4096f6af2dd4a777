import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpaoChange } from '../../bench-results/compare-cost.ts';
import { figuresOf } from '../../bench-results/compare-figures.ts';
import type { ChangeReason, Direction } from '../../records/comparison-parts.ts';
import type { RowBody } from '../../records/row.ts';
import { type Measured, measuredRows, ones } from '../helpers/measured-rows.ts';
import { digestFor } from '../helpers/rows.ts';

type Numbers = Omit<Measured, 'name'>;

function change(from: Numbers, to: Numbers) {
  const [one, other] = measuredRows({ name: 'from', ...from }, { name: 'to', ...to });
  if (one === undefined || other === undefined) throw new Error('no rows');
  return cpaoChange({ from: figuresOf(one, null), to: figuresOf(other, null), level: 0.05 });
}

const each = (cost: number, tasks = 6) => Array.from({ length: tasks }, () => cost);
const all = { accepted: ones(6, 6) };
const cheap = { ...all, costs: each(1_000_000) };
const dear = { ...all, costs: each(2_000_000) };
const unpriced = (disposition: RowBody['cost']['disposition'], dispositions: RowBody['cost']['dispositions']) => ({
  ...all,
  changes: {
    cost: { disposition, nanoUsd: null, priced: 0, rateBasis: null, dispositions, graderNanoUsd: null },
    cpao: { disposition, nanoUsd: null },
  },
});

describe('cpaoChange', () => {
  it.each<[string, Numbers, Numbers, Direction, ChangeReason | null]>([
    ['every task costs more', cheap, dear, 'worse', null],
    ['every task costs less', dear, cheap, 'better', null],
    ['nothing changes', cheap, cheap, 'unchanged', null],
    [
      'costs change places',
      { ...all, costs: [1, 2, 3, 4, 5, 6] },
      { ...all, costs: [6, 5, 4, 3, 2, 1] },
      'no_detectable_change',
      null,
    ],
    // The same cost and fewer accepted outcomes: the six tasks that stay cost relatively more.
    [
      'as much is spent and half is accepted',
      { accepted: ones(14, 14), costs: each(1000, 14) },
      { accepted: ones(7, 14), costs: each(1000, 14) },
      'worse',
      null,
    ],
    ['a side is unmetered', cheap, unpriced('cost_unknown', { unmetered_local_lane: 6 }), 'unpriced', 'unmetered'],
    ['a subscription pays', unpriced('cost_unknown', { unmetered_subscription: 6 }), cheap, 'unpriced', 'unmetered'],
    ['a side has no price', cheap, unpriced('cost_unknown', { unknown_usage: 6 }), 'unpriced', 'cost_unknown'],
    ['a side has a price in part', unpriced('cost_partial', { unknown_usage: 1 }), cheap, 'unpriced', 'cost_partial'],
    [
      'two catalogs priced the sides',
      cheap,
      { ...dear, changes: { catalog: { digest: digestFor('new catalog'), source: 'x' } } },
      'unpriced',
      'catalog_differs',
    ],
    ['nothing was accepted', cheap, { accepted: ones(0, 6), costs: each(1) }, 'unknown', 'no_accepted_outcomes'],
    [
      'nothing was accepted and the other side has no price',
      unpriced('cost_unknown', {}),
      { accepted: ones(0, 6), costs: each(1) },
      'unpriced',
      'cost_unknown',
    ],
    [
      'the ungraded trials could decide',
      { accepted: ones(12, 12), costs: each(1000, 12) },
      { accepted: ones(6, 12), ungraded: [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1], costs: each(1000, 12) },
      'unknown',
      'ungraded_could_decide',
    ],
  ])('is told where %s', (_, from, to, direction, reason) => {
    expect(change(from, to)).toMatchObject({ direction, reason });
  });

  it('works out the difference by hand: six tasks at one and two tenths of a cent', () => {
    const found = change(cheap, dear);
    expect(found).toMatchObject({
      from: 1_000_000,
      to: 2_000_000,
      difference: 1_000_000,
      relative: { num: 1, den: 1 },
      // All six scores rise: 2/2⁶. All tasks move alike, so that the interval has no width.
      test: { name: 'sign_flip', pE6: 31_250, tasks: 6, dropped: 0, rose: 6, fell: 0 },
      interval: { low: 1_000_000, high: 1_000_000, n: 6 },
    });
  });

  it('works out the interval by hand: four tasks, all accepted', () => {
    // Per task 1, 2, 3, 6 dearer; mean 3. Squares about the mean: 4 + 1 + 0 + 9 = 14; error √(14 / 12) = 1.0801.
    // Student t of 97.5 % at 3 is 3.1824: 3 ± 3.4375.
    const base = { accepted: ones(4, 4), costs: each(10, 4) };
    const found = change(base, { accepted: ones(4, 4), costs: [11, 12, 13, 16] });
    expect(found.interval).toMatchObject({ low: -1, high: 7, n: 4 });
    expect(found).toMatchObject({ direction: 'no_detectable_change', smallestEffect: null });
  });

  it('gives no interval below three accepted outcomes', () => {
    const few = { accepted: ones(2, 6), costs: each(5) };
    expect(change(few, { ...few, costs: each(6) })).toMatchObject({ interval: null, difference: 3 });
  });

  it('says the smallest change that could have been seen', () => {
    const noisy = (seed: number) => Array.from({ length: 20 }, (_, at) => 1000 + ((at * 37 + seed) % 101));
    const found = change({ accepted: ones(20, 20), costs: noisy(0) }, { accepted: ones(20, 20), costs: noisy(50) });
    expect(found.direction).toBe('no_detectable_change');
    // About (2.09 + 0.86) standard errors of roughly 60 / √20.
    expect(found.smallestEffect).toBeGreaterThan(20);
    expect(found.smallestEffect).toBeLessThan(60);
  });

  it('compares amounts that the providers reported, for which no catalog was needed', () => {
    const reported = (numbers: typeof cheap) => ({ ...numbers, changes: { catalog: null } });
    expect(change(reported(cheap), reported(dear))).toMatchObject({ direction: 'worse', reason: null });
    expect(change(reported(cheap), dear)).toMatchObject({ direction: 'unpriced', reason: 'catalog_differs' });
  });

  it('is not shown where a cost of a task is not known', () => {
    const [row] = measuredRows({ name: 'to', ...dear });
    const tasks = row?.tasks.map((task, place) => (place === 0 ? { ...task, nanoUsd: null } : task)) ?? [];
    expect(change(cheap, { ...dear, changes: { tasks } })).toMatchObject({
      direction: 'unknown',
      reason: 'task_costs_unknown',
      difference: null,
    });
  });

  it('has a relative difference only from something', () => {
    const free = { ...all, costs: each(0), changes: { cpao: { disposition: 'known' as const, nanoUsd: 0 } } };
    expect(change(free, cheap).relative).toBeNull();
  });

  it('reverses when its sides are swapped', () => {
    const side = fc.record({
      accepted: fc.array(fc.nat({ max: 1 }), { minLength: 8, maxLength: 8 }).map((bits) => [1, ...bits.slice(1)]),
      costs: fc.array(fc.integer({ min: 1, max: 9_000_000_000 }), { minLength: 8, maxLength: 8 }),
    });
    fc.assert(
      fc.property(side, side, (one, other) => {
        const [there, back] = [change(one, other), change(other, one)];
        expect(back.test?.pE6).toBe(there.test?.pE6);
        expect([there.direction, back.direction].sort().join()).toMatch(
          /^(better,worse|(no_detectable_change),\2|(unchanged),\3)$/,
        );
      }),
    );
  });
});
