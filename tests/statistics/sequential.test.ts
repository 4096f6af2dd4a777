import { describe, expect, it } from 'vitest';
import type { Interval } from '../../statistics/proportion.ts';
import { confidenceSequence, type SprtPlan, sprtBounds, sprtDecision } from '../../statistics/sequential.ts';

const PLAN: SprtPlan = { p0: 0.6, p1: 0.4, alpha: 0.05, beta: 0.2 };

/** Mean number of trials and the chance of deciding for p1 at a true rate, by following every count. */
function follow(rate: number): { mean: number; p1: number } {
  let open = new Map([[0, 1]]);
  let [mean, p1] = [0, 0];
  for (let n = 0; n < 600; n += 1) {
    const next = new Map<number, number>();
    for (const [successes, chance] of open) {
      mean += chance;
      for (const [count, weight] of [
        [successes + 1, rate],
        [successes, 1 - rate],
      ] as const) {
        const decision = sprtDecision(PLAN, count, n + 1 - count);
        if (decision === 'continue') next.set(count, (next.get(count) ?? 0) + chance * weight);
        else if (decision === 'p1') p1 += chance * weight;
      }
    }
    open = next;
  }
  return { mean, p1 };
}

function known(interval: Interval | null): Interval {
  if (interval === null) throw new Error('an interval was expected');
  return interval;
}

describe('sprtBounds', () => {
  it('gives the reference boundaries and steps', () => {
    const { upper, lower, success, failure } = sprtBounds(PLAN);
    expect([upper, lower, success, failure].map((value) => value.toFixed(6))).toEqual([
      '2.772589',
      '-1.558145',
      '-0.405465',
      '0.405465',
    ]);
  });

  it.each([
    [{ ...PLAN, p1: 0.6 }],
    [{ ...PLAN, p0: 1 }],
    [{ ...PLAN, alpha: 0 }],
    [{ ...PLAN, alpha: 0.5, beta: 0.5 }],
  ])('refuses what is not a test (row %#)', (plan) => {
    expect(() => sprtBounds(plan)).toThrow(RangeError);
  });
});

describe('sprtDecision', () => {
  it.each([
    [0, 6, 'continue'],
    [0, 7, 'p1'],
    [3, 0, 'continue'],
    [4, 0, 'p0'],
    [10, 10, 'continue'],
  ] as const)('after %i successes and %i failures: %s', (successes, failures, expected) => {
    expect(sprtDecision(PLAN, successes, failures)).toBe(expected);
  });

  it.each([
    [0.6, 17],
    [0.5, 28],
    [0.4, 25],
    [0.2, 12],
  ])('takes at a true rate of %d on average %i trials', (rate, trials) => {
    expect(Math.round(follow(rate).mean)).toBe(trials);
  });

  it('keeps its error rates: the false alarm is near the simulated 0.0485 and below 0.05', () => {
    const { p1 } = follow(PLAN.p0);
    expect(Math.abs(p1 - 0.0485)).toBeLessThan(0.002);
    expect(p1).toBeLessThan(0.05);
    expect(1 - follow(PLAN.p1).p1).toBeLessThan(0.2);
  });
});

describe('confidenceSequence', () => {
  it.each([
    [0, 5, '0.0000', '0.6161'],
    [0, 10, '0.0000', '0.4169'],
    [1, 10, '0.0005', '0.5451'],
    [5, 10, '0.1292', '0.8708'],
    [17, 20, '0.5292', '0.9862'],
    [0, 20, '0.0000', '0.2607'],
  ])('%i of %i has the reference limits', (k, n, low, high) => {
    const interval = known(confidenceSequence(k, n));
    expect([interval.low.toFixed(4), interval.high.toFixed(4)]).toEqual([low, high]);
  });

  it('mirrors under k <-> n - k, is null at n = 0 and refuses k > n', () => {
    for (let k = 0; k <= 12; k += 1) {
      expect(known(confidenceSequence(k, 12)).low).toBeCloseTo(1 - known(confidenceSequence(12 - k, 12)).high, 12);
    }
    expect(confidenceSequence(0, 0)).toBeNull();
    expect(() => confidenceSequence(3, 2)).toThrow(RangeError);
  });

  it.each([0.1, 0.5, 0.8])('misses the rate %d at any of 60 looks with chance at most 5 %%', (rate) => {
    let open = new Map([[0, 1]]);
    for (let n = 1; n <= 60; n += 1) {
      const next = new Map<number, number>();
      for (const [k, chance] of open) {
        next.set(k + 1, (next.get(k + 1) ?? 0) + chance * rate);
        next.set(k, (next.get(k) ?? 0) + chance * (1 - rate));
      }
      open = new Map(
        [...next].filter(([k]) => {
          const { low, high } = known(confidenceSequence(k, n));
          return low <= rate && rate <= high;
        }),
      );
    }
    const kept = [...open.values()].reduce((sum, chance) => sum + chance, 0);
    expect(kept).toBeGreaterThanOrEqual(0.95);
    expect(kept).toBeLessThan(0.9999);
  });
});
