import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapCostPerAccepted, type CostCluster, type CostInterval } from '../../statistics/bootstrap.ts';

const SEED = `sha256:${'c0ffee11'.repeat(8)}`;
const COSTS = [0.12, 0.3, 0.08, 0.22, 0.55, 0.1, 0.41, 0.09, 0.33, 0.18];
const ACCEPTED = [1, 1, 1, 0, 0, 1, 0, 1, 1, 1];
const REFERENCE: CostCluster[] = COSTS.map((cost, index) => ({ cost, accepted: ACCEPTED[index] ?? 0 }));

function known(interval: CostInterval | null): CostInterval {
  if (interval === null) throw new Error('an interval was expected');
  return interval;
}

describe('bootstrapCostPerAccepted', () => {
  it('comes to the reference percentile interval', () => {
    const { low, high, draws } = known(bootstrapCostPerAccepted(REFERENCE, SEED, 200_000));
    expect(Math.abs(low - 0.169)).toBeLessThan(0.002);
    expect(Math.abs(Number(high) - 0.79)).toBeLessThan(0.002);
    expect(draws).toBe(200_000);
  });

  it('gives the same bits for the same seed and others for another seed', () => {
    const one = bootstrapCostPerAccepted(REFERENCE, SEED, 999);
    expect(bootstrapCostPerAccepted(REFERENCE, SEED, 999)).toEqual(one);
    expect(bootstrapCostPerAccepted(REFERENCE, SEED.replace('c0', 'c1'), 999)).not.toEqual(one);
  });

  it('keeps draws with nothing accepted: one accepted task of ten has no finite upper bound', () => {
    const rare = COSTS.map((cost, index) => ({ cost, accepted: index === 0 ? 1 : 0 }));
    const { high, low, emptyDraws, draws } = known(bootstrapCostPerAccepted(rare, SEED));
    expect(high).toBe('unbounded');
    expect(Number.isFinite(low)).toBe(true);
    expect(Math.abs(emptyDraws / draws - 0.9 ** 10)).toBeLessThan(0.02);
  });

  it('is bounded when empty draws are rarer than the upper tail, and says how many there were', () => {
    // With three of nine accepted a draw is empty with chance (2/3)^9 = 2.60 %; with four of ten, 0.6^10 = 0.60 %.
    const at = (n: number, accepted: number) =>
      known(
        bootstrapCostPerAccepted(
          Array.from({ length: n }, (_, i) => ({ cost: 1, accepted: i < accepted ? 1 : 0 })),
          SEED,
          100_000,
        ),
      );
    expect(at(9, 3).high).toBe('unbounded');
    const bounded = at(10, 4);
    expect(bounded.high).toBe(10);
    expect(bounded.emptyDraws).toBeGreaterThan(0);
  });

  it('is null when nothing was accepted or there is nothing at all', () => {
    expect(bootstrapCostPerAccepted([{ cost: 5, accepted: 0 }], SEED)).toBeNull();
    expect(bootstrapCostPerAccepted([], SEED)).toBeNull();
  });

  it('collapses to the ratio when all clusters are alike, exactly in whole nano-USD', () => {
    const alike = Array.from({ length: 7 }, () => ({ cost: 3_000_000_001, accepted: 3 }));
    const { low, high } = known(bootstrapCostPerAccepted(alike, SEED, 500));
    expect([low, high]).toEqual([3_000_000_001 / 3, 3_000_000_001 / 3]);
  });

  it('scales with the unit of cost and contains the middle of its own draws', () => {
    const cluster = fc.record({
      cost: fc.integer({ min: 0, max: 1_000_000 }),
      accepted: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 2, maxLength: 20 }), (clusters) => {
        const one = known(bootstrapCostPerAccepted(clusters, SEED, 400));
        const doubled = clusters.map(({ cost, accepted }) => ({ cost: cost * 2, accepted }));
        const two = known(bootstrapCostPerAccepted(doubled, SEED, 400));
        expect(two.low).toBe(one.low * 2);
        expect(two.high).toBe(Number(one.high) * 2);
        expect(one.low).toBeLessThanOrEqual(Number(one.high));
      }),
      { numRuns: 30 },
    );
  });

  it('narrows as confidence falls', () => {
    const wide = known(bootstrapCostPerAccepted(REFERENCE, SEED, 5000, 0.95));
    const narrow = known(bootstrapCostPerAccepted(REFERENCE, SEED, 5000, 0.5));
    expect(narrow.low).toBeGreaterThan(wide.low);
    expect(Number(narrow.high)).toBeLessThan(Number(wide.high));
  });

  it.each([
    [[{ cost: -1, accepted: 1 }], 1000],
    [[{ cost: 1, accepted: -1 }], 1000],
    [[{ cost: Number.NaN, accepted: 1 }], 1000],
    [[{ cost: 1, accepted: 1 }], 99],
    [[{ cost: 1, accepted: 1 }], 100.5],
  ])('refuses impossible input (row %#)', (clusters, draws) => {
    expect(() => bootstrapCostPerAccepted(clusters, SEED, draws)).toThrow(RangeError);
  });
});
