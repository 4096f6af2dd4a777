import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classesOf, figuresOf } from '../../bench-results/compare-figures.ts';
import { ocsChange, type PairOfRows, successChange } from '../../bench-results/compare-rates.ts';
import type { ChangeReason, Direction, RateChange } from '../../records/comparison-parts.ts';
import type { Row, SuiteRecord } from '../../records/row.ts';
import { type Measured, measuredRows, ones } from '../helpers/measured-rows.ts';
import { suiteRecord } from '../helpers/rows.ts';

type Numbers = Omit<Measured, 'name'>;

/** Two rows, from and to. */
function pair(from: Numbers, to: Numbers, known: SuiteRecord | null = suiteRecord(from.accepted.length)): PairOfRows {
  const [one, other] = measuredRows({ name: 'from', ...from }, { name: 'to', ...to });
  if (one === undefined || other === undefined) throw new Error('no rows');
  const classes = classesOf(known);
  return { from: figuresOf(one, classes), to: figuresOf(other, classes), level: 0.05 };
}

const accepted = (...all: number[]): Numbers => ({ accepted: all });

describe('successChange', () => {
  it.each<[string, Numbers, Numbers, Direction, ChangeReason | null]>([
    // Six of eight rise and none falls: McNemar p = 2/64.
    ['six tasks rise', { accepted: ones(0, 8) }, { accepted: ones(6, 8) }, 'better', null],
    ['six tasks fall', { accepted: ones(8, 8) }, { accepted: ones(2, 8) }, 'worse', null],
    // Five of eight: p = 2/32, more than 5 %.
    ['five tasks rise', { accepted: ones(0, 8) }, { accepted: ones(5, 8) }, 'no_detectable_change', null],
    ['other tasks pass', accepted(1, 0, 1, 0), accepted(0, 1, 0, 1), 'no_detectable_change', null],
    ['the same tasks pass', accepted(1, 0, 1, 0), accepted(1, 0, 1, 0), 'unchanged', null],
    ['nothing was graded', { accepted: [0, 0], ungraded: [1, 1] }, accepted(1, 1), 'unknown', 'nothing_graded'],
    ['other tasks were run', accepted(1, 1), accepted(1, 1, 1, 1), 'unknown', 'tasks_differ'],
    [
      'an ungraded trial decides between five and six',
      { accepted: ones(0, 8) },
      { accepted: ones(6, 8), ungraded: [0, 0, 0, 0, 0, 0, 1, 1] },
      'better',
      null,
    ],
    [
      'six rise where one is ungraded before',
      { accepted: ones(0, 8), ungraded: ones(1, 8) },
      { accepted: ones(6, 8) },
      'unknown',
      'ungraded_could_decide',
    ],
    [
      'all are the same, but for one that is ungraded',
      { accepted: ones(4, 8), ungraded: [0, 0, 0, 0, 0, 0, 0, 1] },
      { accepted: ones(4, 8) },
      'no_detectable_change',
      null,
    ],
    // Six of eight rise by one of three attempts: the sign-flip p is 2/64 whatever the size.
    [
      'six tasks rise by one attempt',
      { accepted: ones(0, 8), attempts: 3 },
      { accepted: ones(6, 8), attempts: 3 },
      'better',
      null,
    ],
  ])('is told where %s', (_, from, to, direction, reason) => {
    expect(successChange(pair(from, to))).toMatchObject({ direction, reason });
  });

  it('tests one attempt by McNemar and several by sign-flip, on the same p for the same signs', () => {
    const one = successChange(pair({ accepted: ones(1, 8) }, { accepted: ones(5, 8) }));
    const three = successChange(pair({ accepted: ones(1, 8), attempts: 3 }, { accepted: ones(5, 8), attempts: 3 }));
    expect(one.test).toMatchObject({ name: 'mcnemar', pE6: 125_000, rose: 4, fell: 0, tasks: 8 });
    expect(three.test).toMatchObject({ name: 'sign_flip', pE6: 125_000, rose: 4, fell: 0, tasks: 8 });
    // By three attempts: 1/24 to 5/24. Wilson by task of 5/3 and of 1/3 of 8 tasks, combined as independent.
    expect(three.difference).toEqual({ num: 1, den: 6 });
    expect(three.interval?.method).toBe('Newcombe 95 %, by task');
  });

  it('works out the sign-flip p by hand: differences of 2, 1, -1 and 0 thirds', () => {
    // Sums of ±2 ±1 ±1: 4, 2, 2, 0 and their negatives. The sum is 2: 3 of 8 are 2 or more, so p = 6/8.
    const change = successChange(
      pair({ accepted: [0, 0, 2, 3], attempts: 3 }, { accepted: [2, 1, 1, 3], attempts: 3 }, null),
    );
    expect(change.test?.pE6).toBe(750_000);
    expect(change.difference).toEqual({ num: 1, den: 6 });
  });

  it('says the smallest change that could have been seen, and that few tasks can show none', () => {
    const few = successChange(pair(accepted(1, 0, 1, 0), accepted(1, 1, 1, 0)));
    expect(few).toMatchObject({ direction: 'no_detectable_change', smallestEffectE4: null });
    const many = successChange(pair({ accepted: ones(20, 40) }, { accepted: ones(22, 40) }));
    // 6 of 40 is the least that the test can reject at all; with noise it takes more.
    expect(many.smallestEffectE4).toBeGreaterThan(1500);
    expect(many.smallestEffectE4).toBeLessThan(4000);
    expect(many.interval).not.toBeNull();
    const attempts = successChange(
      pair({ accepted: ones(20, 40), attempts: 5 }, { accepted: ones(22, 40), attempts: 5 }),
    );
    // No less than six tasks by one attempt: 6 / (5 × 40).
    expect(attempts.smallestEffectE4).toBe(300);
    expect(successChange(pair({ accepted: ones(0, 8) }, { accepted: ones(8, 8) })).smallestEffectE4).toBeNull();
  });

  it('draws flips by seed where unlike numbers of attempts have no small common multiple', () => {
    const primes = [1009, 1013, 1019, 1021];
    const row = (rows: PairOfRows, side: 'from' | 'to', won: number): Row => ({
      ...rows[side].row,
      tasks: primes.map((n) => ({ n, accepted: won, rejected: n - won, ungraded: 0, nanoUsd: null, withheld: null })),
    });
    const base = pair(accepted(1, 1, 1, 1), accepted(1, 1, 1, 1));
    const rows = {
      from: figuresOf(row(base, 'from', 500), null),
      to: figuresOf(row(base, 'to', 600), null),
      level: 0.05,
    };
    const change = successChange(rows);
    expect(change.test?.name).toBe('sign_flip_sampled');
    // Four tasks rise by nearly the same: 2 of 16 reversals are as far from 0.
    expect(change.test?.pE6).toBeGreaterThan(110_000);
    expect(change.test?.pE6).toBeLessThan(140_000);
    expect(successChange(rows)).toEqual(change);
  });

  it('reverses when its sides are swapped', () => {
    const side = fc.record({ accepted: fc.array(fc.nat({ max: 2 }), { minLength: 8, maxLength: 8 }) });
    const mirrored: Readonly<Record<Direction, Direction>> = {
      better: 'worse',
      worse: 'better',
      unchanged: 'unchanged',
      no_detectable_change: 'no_detectable_change',
      unpriced: 'unpriced',
      unknown: 'unknown',
    };
    fc.assert(
      fc.property(side, side, (one, other) => {
        const [from, to] = [
          { ...one, attempts: 2 },
          { ...other, attempts: 2 },
        ];
        const [there, back] = [successChange(pair(from, to)), successChange(pair(to, from))];
        expect(back.direction).toBe(mirrored[there.direction]);
        expect(back.test?.pE6).toBe(there.test?.pE6);
      }),
    );
  });

  it('never gets better by losing evidence (I1)', () => {
    const bits = fc.array(fc.nat({ max: 1 }), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(bits, bits, bits, (from, to, lost) => {
        const whole = successChange(pair({ accepted: from }, { accepted: to }));
        const ungraded = lost.map((one) => one);
        const left = to.map((one, place) => (lost[place] === 1 ? 0 : one));
        const torn = successChange(pair({ accepted: from }, { accepted: left, ungraded }));
        if (torn.direction === 'better' || torn.direction === 'worse') expect(torn.direction).toBe(whole.direction);
        if (torn.direction === 'unchanged') expect(lost).not.toContain(1);
      }),
    );
  });
});

/** OCS of rows in which an even place is guarded and an odd one open. */
function ocsOf(from: Numbers, to: Numbers, known: SuiteRecord | null = suiteRecord(8)): RateChange {
  const change = ocsChange(pair(from, to, known));
  if (change === null) throw new Error('no OCS');
  return change;
}

describe('ocsChange', () => {
  it.each<[string, Numbers, Numbers, Direction]>([
    ['six cases come right', { accepted: ones(0, 8) }, { accepted: ones(6, 8) }, 'better'],
    ['six cases go wrong', { accepted: ones(7, 8) }, { accepted: ones(1, 8) }, 'worse'],
    ['three cases come right', { accepted: ones(0, 8) }, { accepted: ones(3, 8) }, 'no_detectable_change'],
    ['nothing moves', { accepted: ones(3, 8) }, { accepted: ones(3, 8) }, 'unchanged'],
  ])('is told where %s', (_, from, to, direction) => {
    expect(ocsOf(from, to)).toMatchObject({ direction, reason: null });
  });

  it('is the sum of both classes: two of four guarded and one of four open come right, +1/2 + 1/4', () => {
    const change = ocsOf({ accepted: ones(0, 8) }, { accepted: [1, 1, 1, 0, 0, 0, 0, 0] });
    expect(change).toMatchObject({
      from: { num: -1, den: 1 },
      to: { num: -1, den: 4 },
      difference: { num: 3, den: 4 },
    });
    expect(change.test).toMatchObject({ name: 'mcnemar', pE6: 250_000, rose: 3, fell: 0 });
  });

  it('weighs classes alike where one has fewer graded cases', () => {
    // Guarded: 3 of 4 graded, all come right (+1). Open: 4 graded, two go wrong (-1/2). Together +1/2.
    const from = { accepted: [0, 1, 0, 1, 0, 1, 0, 1], ungraded: [1, 0, 0, 0, 0, 0, 0, 0] };
    const to = { accepted: [1, 0, 1, 0, 1, 1, 1, 1] };
    const change = ocsOf(from, to);
    expect(change.difference).toEqual({ num: 1, den: 2 });
    expect(change.test).toMatchObject({ name: 'sign_flip', tasks: 7, dropped: 1 });
  });

  it('reaches from -2 to +2 with its interval', () => {
    const change = ocsOf({ accepted: ones(0, 8) }, { accepted: ones(8, 8) });
    expect(change.difference).toEqual({ num: 2, den: 1 });
    expect(change.interval?.highE4).toBe(20_000);
    expect(change.interval?.lowE4).toBeGreaterThan(0);
  });

  it.each<[string, RateChange, ChangeReason]>([
    ['the record of the suite is missing', ocsOf(accepted(1, 1), accepted(1, 1), null), 'classes_unknown'],
    [
      'OCS is withheld',
      ocsOf({ accepted: ones(8, 8) }, { accepted: ones(8, 8), changes: { decision: withheldDecision() } }),
      'ocs_withheld',
    ],
    [
      'a class has no graded case',
      ocsOf({ accepted: [1, 0, 1, 0], ungraded: [0, 1, 0, 1] }, accepted(1, 1, 1, 1), suiteRecord(4)),
      'nothing_graded',
    ],
  ])('is unknown where %s', (_, change, reason) => {
    expect(change).toMatchObject({ direction: 'unknown', reason });
  });

  it('is nothing outside decision suites', () => {
    const rows = pair(
      { ...accepted(1, 1), changes: { decision: null } },
      { ...accepted(1, 1), changes: { decision: null } },
    );
    expect(ocsChange(rows)).toBeNull();
  });
});

function withheldDecision(): Row['decision'] {
  const [row] = measuredRows({ name: 'a', accepted: ones(8, 8) });
  return row?.decision == null ? null : { ...row.decision, withheld: 'pair_broken' };
}
