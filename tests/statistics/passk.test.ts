import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passAtK, passHatK } from '../../statistics/passk.ts';

const draws = fc
  .integer({ min: 1, max: 12 })
  .chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }), fc.integer({ min: 1, max: n })));

/** Shares of the k-subsets of n attempts (the first `accepted` succeed) with at least one and with only successes. */
function enumerate(n: number, accepted: number, k: number): { any: number; all: number } {
  let [subsets, any, all] = [0, 0, 0];
  for (let mask = 0; mask < 2 ** n; mask += 1) {
    const picked = Array.from({ length: n }, (_, index) => index).filter((index) => (mask >> index) & 1);
    if (picked.length !== k) continue;
    subsets += 1;
    if (picked.some((index) => index < accepted)) any += 1;
    if (picked.every((index) => index < accepted)) all += 1;
  }
  return { any: any / subsets, all: all / subsets };
}

describe('passAtK', () => {
  it.each([
    [10, 3, 5, 7, '0.9166667'],
    [10, 3, 1, 7, '0.3000000'],
    [5, 1, 2, 7, '0.4000000'],
    [5, 0, 3, 7, '0.0000000'],
    [4, 2, 2, 7, '0.8333333'],
    [200, 7, 10, 10, '0.3055988116'],
    [200, 7, 100, 10, '0.9929911172'],
  ])('(%i, %i, %i)', (n, accepted, k, digits, expected) => {
    expect(passAtK(n, accepted, k)?.toFixed(digits)).toBe(expected);
  });

  it('is not the biased 1 - (1 - rate)^k', () => {
    expect(passAtK(10, 3, 5)).not.toBeCloseTo(0.83193, 3);
  });
});

describe('passHatK', () => {
  it.each([
    [10, 3, 1, '0.3000000'],
    [4, 2, 2, '0.1666667'],
    [8, 6, 4, '0.2142857'],
    [4, 3, 3, '0.2500000'],
    [4, 4, 4, '1.0000000'],
  ])('(%i, %i, %i)', (n, accepted, k, expected) => {
    expect(passHatK(n, accepted, k)?.toFixed(7)).toBe(expected);
  });
});

describe('passAtK and passHatK', () => {
  it('are plain 0 and 1 when the choice is forced', () => {
    expect(passHatK(5, 1, 3)).toBe(0);
    expect(passAtK(5, 4, 3)).toBe(1);
    expect(passAtK(5, 0, 3)).toBe(0);
  });

  it('agree with enumerating every choice of k attempts', () => {
    fc.assert(
      fc.property(draws, ([n, accepted, k]) => {
        const { any, all } = enumerate(n, accepted, k);
        expect(passAtK(n, accepted, k)).toBeCloseTo(any, 12);
        expect(passHatK(n, accepted, k)).toBeCloseTo(all, 12);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [3, 3, 4],
    [0, 0, 1],
  ])('are null when k exceeds the attempts: (%i, %i, %i)', (n, accepted, k) => {
    expect(passAtK(n, accepted, k)).toBeNull();
    expect(passHatK(n, accepted, k)).toBeNull();
  });

  it.each([
    [3, 4, 1],
    [3, -1, 1],
    [3, 1, 0],
    [3, 1.5, 1],
  ])('refuse the impossible (%d, %d, %d)', (n, accepted, k) => {
    expect(() => passAtK(n, accepted, k)).toThrow(RangeError);
    expect(() => passHatK(n, accepted, k)).toThrow(RangeError);
  });
});
