import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  approximate,
  compareFractions,
  decimalText,
  fraction,
  fractionOf,
  fractionOfDecimal,
  minus,
  plus,
  ratioOf,
  roundHalfEven,
} from '../../records/ratio.ts';

const small = fc.integer({ min: -1_000_000, max: 1_000_000 });
const positive = fc.integer({ min: 1, max: 1_000_000 });

describe('fraction', () => {
  it('is in lowest terms', () => {
    expect(fraction(-6, 8)).toEqual({ num: -3n, den: 4n });
    expect(fraction(0, 7)).toEqual({ num: 0n, den: 1n });
  });

  it.each([0, -1])('refuses the denominator %i', (den) => {
    expect(() => fraction(1, den)).toThrow(RangeError);
  });

  it('adds and takes away exactly', () => {
    fc.assert(
      fc.property(small, positive, small, positive, (a, b, c, d) => {
        const [left, right] = [fraction(a, b), fraction(c, d)];
        expect(minus(plus(left, right), right)).toEqual(left);
      }),
    );
  });
});

describe('fractionOfDecimal', () => {
  it.each([
    [0.1, 1n, 10n],
    [0.7, 7n, 10n],
    [-0.3, -3n, 10n],
    [1, 1n, 1n],
    [0, 0n, 1n],
    [1e-7, 1n, 10_000_000n],
    [2.5e-7, 1n, 4_000_000n],
    [1e21, 10n ** 21n, 1n],
    [0.333, 333n, 1000n],
  ])('reads %d as it is written', (value, num, den) => {
    expect(fractionOfDecimal(value)).toEqual({ num, den });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (value) => {
    expect(() => fractionOfDecimal(value)).toThrow(RangeError);
  });

  it('meets a floor of 0.7 with 7 of 10 and misses it with 6,999 of 10,000', () => {
    const floor = fractionOfDecimal(0.7);
    expect(compareFractions(fraction(7, 10), floor)).toBe(0);
    expect(compareFractions(fraction(6_999, 10_000), floor)).toBeLessThan(0);
  });
});

describe('ratioOf', () => {
  it('keeps what fits', () => {
    fc.assert(
      fc.property(small, positive, (num, den) => {
        expect(fractionOf(ratioOf(fraction(num, den)))).toEqual(fraction(num, den));
      }),
    );
  });

  it('rounds what does not fit to a twelfth decimal', () => {
    const wide = fraction(10n ** 30n + 1n, 3n * 10n ** 30n);
    expect(ratioOf(wide)).toEqual({ num: 333_333_333_333, den: 1_000_000_000_000 });
  });

  it('is approximated by the nearest float', () => {
    expect(approximate(fraction(1, 3))).toBe(1 / 3);
  });
});

describe('roundHalfEven', () => {
  it.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [8n, 3n, 3n],
    [-8n, 3n, -3n],
    [6n, 3n, 2n],
  ])('%s / %s is %s', (num, den, rounded) => {
    expect(roundHalfEven(num, den)).toBe(rounded);
  });
});

describe('decimalText', () => {
  it.each([
    [fraction(13, 33), 3, '0.394'],
    [fraction(-13, 33), 3, '-0.394'],
    [fraction(-1, 10_000), 3, '0.000'],
    [fraction(1, 8), 2, '0.12'],
    [fraction(5, 1), 0, '5'],
    [fraction(12_345, 10), 1, '1234.5'],
  ])('%o with %i decimals is %s', (value, digits, text) => {
    expect(decimalText(value, digits)).toBe(text);
  });
});
