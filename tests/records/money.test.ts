import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideHalfEven, divideSpend, formatUsd, nanoFromUsd, toSafeInteger } from '../../records/money.ts';

describe('divideHalfEven', () => {
  it.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [15n, 10n, 2n],
    [25n, 10n, 2n],
    [26n, 10n, 3n],
    [24n, 10n, 2n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [0n, 3n, 0n],
    [10n ** 30n + 1n, 10n ** 15n, 10n ** 15n],
  ])('%s / %s is %s', (num, den, quotient) => {
    expect(divideHalfEven(num, den)).toBe(quotient);
  });

  it.each([0n, -1n])('refuses the divisor %s', (den) => {
    expect(() => divideHalfEven(1n, den)).toThrow(RangeError);
  });

  it('is never more than half a unit off, and at a tie is even', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (num, den) => {
          const quotient = divideHalfEven(num, den);
          const error = 2n * (num - quotient * den);
          const size = error < 0n ? -error : error;
          expect(size <= den).toBe(true);
          if (size === den) expect(quotient % 2n).toBe(0n);
        },
      ),
    );
  });
});

describe('divideSpend', () => {
  it.each([
    [1n, 1000n, 1n],
    [499n, 1000n, 1n],
    [500n, 1000n, 1n],
    [1500n, 1000n, 2n],
    [2500n, 1000n, 2n],
    [0n, 1000n, 0n],
  ])('%s / %s is %s: a positive amount never becomes 0 (I4)', (num, den, quotient) => {
    expect(divideSpend(num, den)).toBe(quotient);
  });
});

describe('toSafeInteger', () => {
  it('is null beyond the safe integers', () => {
    expect(toSafeInteger(BigInt(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
    expect(toSafeInteger(BigInt(Number.MAX_SAFE_INTEGER) + 1n)).toBeNull();
    expect(toSafeInteger(-BigInt(Number.MAX_SAFE_INTEGER) - 1n)).toBeNull();
  });
});

describe('nanoFromUsd', () => {
  it.each([
    [0.06, 60_000_000],
    [1, 1_000_000_000],
    [0.1 + 0.2, 300_000_000],
    [0.04951125, 49_511_250],
    [1e-9, 1],
    [1e-12, 1],
    [2.5e-9, 2],
    [3.5e-9, 4],
    [1e6, 1e15],
    [1.5e-7, 150],
    [0, 0],
  ])('reads %s USD as %s nano-USD', (usd, nano) => {
    expect(nanoFromUsd(usd)).toBe(nano);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -0.01, 1e10, 1e300])('is null for %s', (usd) => {
    expect(nanoFromUsd(usd)).toBeNull();
  });

  it('gives back every nano-USD amount below a million USD that a number can carry exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), (nano) => {
        expect(nanoFromUsd(Number(`${nano}e-9`))).toBe(nano);
      }),
    );
  });
});

describe('formatUsd', () => {
  it.each([
    [49_511_250, '$0.0495'],
    [17_320_000, '$0.0173'],
    [12_300_000, '$0.0123'],
    [1, '<$0.0001'],
    [50_000, '<$0.0001'],
    [50_001, '$0.0001'],
    [100_000, '$0.0001'],
    [150_000, '$0.0002'],
    [250_000, '$0.0002'],
    [8_390_000_000, '$8.3900'],
    [1_234_567_890_000, '$1234.5679'],
    [0, '$0.0000'],
  ])('prints %s nano-USD as %s', (nano, text) => {
    expect(formatUsd(nano)).toBe(text);
  });

  it('never prints a positive amount as zero (I4)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (nano) => {
        expect(formatUsd(nano)).not.toMatch(/^\$0\.0+$/);
      }),
    );
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53])('refuses %s', (nano) => {
    expect(() => formatUsd(nano)).toThrow(RangeError);
  });
});
