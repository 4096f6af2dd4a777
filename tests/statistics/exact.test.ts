import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialRow, gcd, quotient, requireCounts } from '../../statistics/exact.ts';

describe('binomialRow', () => {
  it('is a row of the triangle, as far as asked', () => {
    expect(binomialRow(6, 6)).toEqual([1n, 6n, 15n, 20n, 15n, 6n, 1n]);
    expect(binomialRow(6, 2)).toEqual([1n, 6n, 15n]);
    expect(binomialRow(0, 0)).toEqual([1n]);
  });

  it('adds up to 2^n', () => {
    fc.assert(
      fc.property(fc.nat(200), (n) => {
        expect(binomialRow(n, n).reduce((sum, term) => sum + term, 0n)).toBe(2n ** BigInt(n));
      }),
    );
  });
});

describe('quotient', () => {
  it('agrees with floating division on small numbers', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 2 ** 31 }), (a, b) => {
        expect(quotient(BigInt(a), BigInt(b))).toBeCloseTo(a / b, 12);
      }),
    );
  });

  it('survives numbers beyond the doubles, and is 0 only for 0', () => {
    expect(quotient(10n ** 400n, 4n * 10n ** 400n)).toBe(0.25);
    expect(quotient(1n, 2n ** 1060n)).toBe(2 ** -1060);
    expect(quotient(1n, 2n ** 9000n)).toBe(Number.MIN_VALUE);
    expect(quotient(0n, 7n)).toBe(0);
  });
});

describe('gcd', () => {
  it.each([
    [12, 18, 6],
    [0, 5, 5],
    [5, 0, 5],
    [7, 13, 1],
  ])('of %i and %i', (a, b, expected) => {
    expect(gcd(a, b)).toBe(expected);
  });
});

describe('requireCounts', () => {
  it('accepts whole numbers of 0 or more and names the caller otherwise', () => {
    expect(() => requireCounts('caller', 0, 3)).not.toThrow();
    for (const bad of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => requireCounts('caller', 1, bad)).toThrow(/caller/);
  });
});
