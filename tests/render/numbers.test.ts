import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  count,
  decimal,
  duration,
  fromE4,
  intervalText,
  outOf,
  plural,
  shortDigest,
  signedDecimal,
} from '../../render/numbers.ts';

describe('signedDecimal', () => {
  it.each([
    [{ num: 0, den: 784 }, '0.000'],
    [{ num: 9, den: 14 }, '+0.643'],
    [{ num: -1, den: 7 }, '-0.143'],
    [{ num: 1, den: 1 }, '+1.000'],
    [{ num: -1, den: 1 }, '-1.000'],
    [{ num: 1, den: 100_000 }, '+0.000'],
    [{ num: 1, den: 2000 }, '+0.000'],
    [{ num: 3, den: 2000 }, '+0.002'],
  ])('%o is %s', (ratio, text) => {
    expect(signedDecimal(ratio)).toBe(text);
  });

  it('has three decimals and the sign of its value for any fraction of -1 to +1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.double({ min: -1, max: 1, noNaN: true }), (den, share) => {
        const num = Math.round(share * den);
        const text = signedDecimal({ num, den });
        expect(text).toMatch(/^[+-]?[01]\.\d{3}$/);
        expect(text.startsWith('+')).toBe(num > 0);
        expect(Math.abs(Number(text) - num / den)).toBeLessThanOrEqual(0.0005 + 1e-9);
      }),
    );
  });
});

describe('decimal', () => {
  it.each([
    [{ num: 20, den: 56 }, 3, '0.357'],
    [{ num: 54, den: 1 }, 0, '54'],
    [{ num: 1, den: 2 }, 0, '0'],
    [{ num: 3, den: 2 }, 0, '2'],
    [{ num: 4, den: 5 }, 4, '0.8000'],
  ])('%o with %i places is %s', (ratio, places, text) => {
    expect(decimal(ratio, places)).toBe(text);
  });
});

describe('intervals', () => {
  it('intervalText prints ten-thousandths with three decimals, signed where asked', () => {
    expect(intervalText({ lowE4: -1204, highE4: 3825, method: 'Newcombe 95 %', n: 56 }, true)).toBe('-0.120 to +0.382');
    expect(intervalText({ lowE4: 2340, highE4: 4887, method: 'Wilson 95 %', n: 56 }, false)).toBe('0.234 to 0.489');
  });
  it('fromE4 shows nought without a sign', () => {
    expect(fromE4(0, true)).toBe('0.000');
  });
});

describe('count, plural and outOf', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1234567, '1,234,567'],
  ])('count(%i) is %s', (n, text) => {
    expect(count(n)).toBe(text);
  });
  it('plural takes an s except for one', () => {
    expect([plural(0, 'trial'), plural(1, 'trial'), plural(2000, 'trial'), plural(2, 'axis', 'axes')]).toEqual([
      '0 trials',
      '1 trial',
      '2,000 trials',
      '2 axes',
    ]);
  });
  it('outOf says n of m', () => {
    expect(outOf(12, 1056)).toBe('12 of 1,056');
  });
});

describe('duration', () => {
  it.each([
    [0, '0 ms'],
    [850, '850 ms'],
    [1000, '1.0 s'],
    [6240, '6.2 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min 00 s'],
    [372_000, '6 min 12 s'],
    [3_599_600, '1 h 00 min'],
    [7_500_000, '2 h 05 min'],
  ])('%i ms is %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});

describe('shortDigest', () => {
  it('keeps the scheme and twelve digits', () => {
    expect(shortDigest(`sha256:${'ab'.repeat(32)}`)).toBe('sha256:abababababab…');
    expect(shortDigest('sha256:abc')).toBe('sha256:abc');
  });
});
