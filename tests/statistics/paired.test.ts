import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemar, type SignFlip, scaledDifferences, signFlip, signFlipSampled } from '../../statistics/paired.ts';

const SEED = `sha256:${'5eed'.repeat(16)}`;
const small = fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 10 });

function known(result: SignFlip | null): SignFlip {
  if (result === null) throw new Error('a result was expected');
  return result;
}

/** All 2^n sums of the differences with their signs reversed or not. */
function allSums(differences: readonly number[]): number[] {
  return differences.reduce<number[]>((sums, d) => sums.flatMap((sum) => [sum + d, sum - d]), [0]);
}

describe('mcnemar', () => {
  it.each([
    [0, 0, 1, 1],
    [0, 1, 1, 0.5],
    [0, 5, 0.0625, 0.03125],
    [1, 9, 0.021484375, 0.01171875],
    [0, 6, 0.03125, 0.015625],
    [1, 7, 0.0703125, 0.0390625],
    [2, 8, 0.109375, 0.0654296875],
    [3, 3, 1, 1],
  ])('(%i, %i) has p %d and mid-p %d exactly', (b, c, p, midP) => {
    expect(mcnemar(b, c)).toEqual({ b, c, p, midP });
  });

  it.each([
    [2, 9, 8, '0.06542969'],
    [4, 16, 11, '0.01181793213'],
  ])('(%i, %i) has the reference p', (b, c, digits, p) => {
    expect(mcnemar(b, c).p.toFixed(digits)).toBe(p);
  });

  it.each([
    [6, 59, '4.964650327e-12'],
    [86, 150, '3.715936140e-5'],
  ])('(%i, %i) keeps ten digits far out in the tail', (b, c, p) => {
    expect(mcnemar(b, c).p.toExponential(9)).toBe(p);
  });

  it('needs six one-way differing pairs to reach 0.05', () => {
    expect(mcnemar(0, 5).p).toBeGreaterThan(0.05);
    expect(mcnemar(0, 6).p).toBeLessThanOrEqual(0.05);
  });

  it('is symmetric, falls as the split widens, and mid-p is below p', () => {
    fc.assert(
      fc.property(fc.nat(80), fc.nat(80), (b, c) => {
        const here = mcnemar(b, c);
        expect(mcnemar(c, b).p).toBe(here.p);
        expect(here.midP).toBeLessThanOrEqual(here.p);
        if (b >= 1 && b <= c) expect(mcnemar(b - 1, c + 1).p).toBeLessThan(here.p);
      }),
    );
  });

  it('is never 0, however many pairs differ', () => {
    expect(mcnemar(0, 5000).p).toBeGreaterThan(0);
  });

  it.each([
    [-1, 3],
    [0.5, 3],
    [Number.NaN, 1],
  ])('refuses (%d, %d)', (b, c) => {
    expect(() => mcnemar(b, c)).toThrow(RangeError);
  });
});

describe('signFlip', () => {
  it('gives 80/1024 on the reference differences, in thirds', () => {
    const result = known(signFlip([-1, 0, -2, 1, -3, 0, -1, -1, 0, -2]));
    expect(result).toEqual({ n: 10, sum: -9, p: 80 / 1024, pFall: 40 / 1024, pRise: 1016 / 1024 });
    expect(result.sum / 3 / 10).toBeCloseTo(-0.3, 12);
  });

  it('agrees with enumerating all reversals', () => {
    fc.assert(
      fc.property(small, (differences) => {
        const sums = allSums(differences);
        const observed = differences.reduce((total, d) => total + d, 0);
        const share = (keep: (sum: number) => boolean) => sums.filter(keep).length / sums.length;
        const result = known(signFlip(differences));
        expect(result.p).toBeCloseTo(
          share((sum) => Math.abs(sum) >= Math.abs(observed)),
          13,
        );
        expect(result.pFall).toBeCloseTo(
          share((sum) => sum <= observed),
          13,
        );
        expect(result.pRise).toBeCloseTo(
          share((sum) => sum >= observed),
          13,
        );
      }),
    );
  });

  it("equals McNemar's exact test on differences of one", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.nat(5), (b, c, same) => {
        const differences = [...Array<number>(b).fill(-1), ...Array<number>(c).fill(1), ...Array<number>(same).fill(0)];
        if (differences.length === 0) return;
        expect(known(signFlip(differences)).p / mcnemar(b, c).p).toBeCloseTo(1, 11);
      }),
    );
  });

  it('does not depend on order, sign or unit', () => {
    fc.assert(
      fc.property(small, fc.integer({ min: 1, max: 1000 }), (differences, unit) => {
        const result = known(signFlip(differences));
        const turned = known(signFlip(differences.map((d) => -d * unit).reverse()));
        expect(turned.p).toBeCloseTo(result.p, 13);
        expect(turned.pRise).toBeCloseTo(result.pFall, 13);
      }),
    );
  });

  it('holds its level exactly: the chance of p <= alpha is at most alpha', () => {
    fc.assert(
      fc.property(small, fc.constantFrom(0.01, 0.05, 0.2), (sizes, alpha) => {
        const flips = sizes.reduce<number[][]>(
          (all, d) =>
            all.flatMap((row) => [
              [...row, d],
              [...row, -d],
            ]),
          [[]],
        );
        const alarms = flips.filter((row) => known(signFlip(row)).p <= alpha + 1e-12).length;
        expect(alarms / flips.length).toBeLessThanOrEqual(alpha + 1e-9);
      }),
      { numRuns: 15 },
    );
  });

  it('is 1 when nothing differs and null without pairs', () => {
    expect(signFlip([0, 0])).toEqual({ n: 2, sum: 0, p: 1, pFall: 1, pRise: 1 });
    expect(signFlip([])).toBeNull();
  });

  it('is exact at 500 pairs of five attempts and never 0', () => {
    const result = known(signFlip(Array.from({ length: 500 }, (_, index) => ((index * 7919) % 11) - 5)));
    expect(result.pFall + result.pRise).toBeGreaterThan(1);
    expect(known(signFlip(Array<number>(1500).fill(5))).p).toBeGreaterThan(0);
  });

  it('refuses fractions and tables that are too large', () => {
    expect(() => signFlip([0.5])).toThrow(RangeError);
    expect(() => signFlip([1e10, 1])).toThrow(/steps/);
  });
});

describe('scaledDifferences', () => {
  it('puts rates over unequal attempts on one denominator', () => {
    const pairs = [
      { base: { accepted: 2, attempts: 3 }, head: { accepted: 1, attempts: 3 } },
      { base: { accepted: 1, attempts: 2 }, head: { accepted: 3, attempts: 4 } },
    ];
    expect(scaledDifferences(pairs)).toEqual({ differences: [-4, 3], scale: 12 });
  });

  it('refuses a task without attempts or with more accepted than attempts', () => {
    const fine = { accepted: 0, attempts: 1 };
    expect(() => scaledDifferences([{ base: { accepted: 0, attempts: 0 }, head: fine }])).toThrow(RangeError);
    expect(() => scaledDifferences([{ base: { accepted: 2, attempts: 1 }, head: fine }])).toThrow(RangeError);
  });
});

describe('signFlipSampled', () => {
  it('comes close to the exact p, the same each time', () => {
    const differences = [-1, 0, -2, 1, -3, 0, -1, -1, 0, -2];
    const sampled = signFlipSampled(
      differences.map((d) => d / 3),
      SEED,
    );
    expect(Math.abs((sampled ?? 0) - 80 / 1024)).toBeLessThan(0.006);
    expect(
      signFlipSampled(
        differences.map((d) => d / 3),
        SEED,
      ),
    ).toBe(sampled);
  });

  it('counts the observed order: p is never below 1 / (draws + 1)', () => {
    const differences = Array.from({ length: 40 }, () => 1.5);
    expect(signFlipSampled(differences, SEED, 999)).toBe(1 / 1000);
  });

  it('reaches beyond 32 pairs with fresh bits for each pair', () => {
    const differences = Array.from({ length: 70 }, (_, index) => (index % 2 === 0 ? 3 : -2));
    const exact = known(signFlip(differences)).p;
    expect(Math.abs((signFlipSampled(differences, SEED) ?? 0) - exact)).toBeLessThan(0.015);
  });

  it('is null without pairs and refuses what is not finite', () => {
    expect(signFlipSampled([], SEED)).toBeNull();
    expect(() => signFlipSampled([Number.NaN], SEED)).toThrow(RangeError);
    expect(() => signFlipSampled([1], 'not a digest')).toThrow(RangeError);
  });
});
