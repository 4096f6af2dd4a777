import { describe, expect, it } from 'vitest';
import type { CostCluster } from '../../statistics/bootstrap.ts';
import { fieller, logDelta } from '../../statistics/ratio.ts';

const COSTS = [0.12, 0.3, 0.08, 0.22, 0.55, 0.1, 0.41, 0.09, 0.33, 0.18];
const accepted = (flags: readonly number[]): CostCluster[] =>
  COSTS.map((cost, index) => ({ cost, accepted: flags[index] ?? 0 }));
const REFERENCE = accepted([1, 1, 1, 0, 0, 1, 0, 1, 1, 1]);

function known<T>(value: T | null): T {
  if (value === null) throw new Error('an interval was expected');
  return value;
}

describe('fieller', () => {
  it('gives the reference interval', () => {
    const { estimate, low, high, g } = known(fieller(REFERENCE));
    expect([estimate.toFixed(2), low.toFixed(6), Number(high).toFixed(6)]).toEqual(['0.34', '0.130124', '0.911965']);
    expect(g.toFixed(4)).toBe('0.2437');
  });

  it('holds the ratios that a t test of cost - ratio × accepted does not reject', () => {
    const { low, high } = known(fieller(REFERENCE));
    const t2 = 2.262157162798205 ** 2;
    for (const ratio of [low, Number(high)]) {
      const left = REFERENCE.map((task) => task.cost - ratio * task.accepted);
      const mean = left.reduce((sum, value) => sum + value, 0) / 10;
      const variance = left.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 90;
      expect((mean * mean) / variance).toBeCloseTo(t2, 8);
    }
  });

  it.each([
    ['one accepted of ten', [1]],
    ['two accepted of ten', [1, 1]],
  ])('has no finite upper end when g >= 1: %s', (_name, flags) => {
    const { low, high, estimate, g } = known(fieller(accepted(flags)));
    expect(g).toBeGreaterThanOrEqual(1);
    expect(high).toBe('unbounded');
    expect(low).toBeGreaterThanOrEqual(0);
    expect(low).toBeLessThan(estimate);
  });

  it('never goes below 0', () => {
    const skewed = [0, 0, 0, 0, 9].map((cost) => ({ cost, accepted: 1 }));
    expect(known(fieller(skewed)).low).toBe(0);
  });
});

describe('logDelta', () => {
  // 0.1401524626 in full: a value rounded to seven digits first would read 0.140153.
  it('gives the reference interval', () => {
    const { low, high } = known(logDelta(REFERENCE));
    expect([low.toFixed(6), Number(high).toFixed(6)]).toEqual(['0.140152', '0.824816']);
  });

  it('is null when nothing was spent', () => {
    expect(
      logDelta([
        { cost: 0, accepted: 1 },
        { cost: 0, accepted: 1 },
      ]),
    ).toBeNull();
  });
});

describe.each([
  ['fieller', fieller],
  ['logDelta', logDelta],
] as const)('%s', (_name, interval) => {
  it('is null with one task, no task or nothing accepted', () => {
    expect(interval([{ cost: 1, accepted: 1 }])).toBeNull();
    expect(interval([])).toBeNull();
    expect(
      interval([
        { cost: 1, accepted: 0 },
        { cost: 2, accepted: 0 },
      ]),
    ).toBeNull();
  });

  it('collapses when all tasks are alike', () => {
    const { low, high, estimate } = known(interval([1, 2, 3].map(() => ({ cost: 6, accepted: 2 }))));
    expect([low, high, estimate]).toEqual([3, 3, 3]);
  });
});
