import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalCritical, normalQuantile, oneTail, studentQuantile } from '../../statistics/quantiles.ts';
import { betaCdf } from '../../statistics/special.ts';

describe('normalQuantile', () => {
  it.each([
    [0.975, 1.9599639845400536],
    [0.01, -2.3263478740408408],
    [0.3, -0.5244005127080407],
    [1e-10, -6.361340902404056],
    [1e-20, -9.262340089798409],
    [0.5, 0],
  ])('at %d', (p, expected) => {
    expect(normalQuantile(p)).toBeCloseTo(expected, 13);
  });

  it('is odd about one half and rises', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (p) => {
        expect(normalQuantile(p)).toBeCloseTo(-normalQuantile(1 - p), 11);
        expect(normalQuantile(p + 0.0005)).toBeGreaterThan(normalQuantile(p));
      }),
    );
  });

  it.each([0, 1, -0.1, Number.NaN])('refuses %d', (p) => {
    expect(() => normalQuantile(p)).toThrow(RangeError);
  });
});

describe('normalCritical', () => {
  it('is 1.959963984540054 at 95 %', () => {
    expect(normalCritical(0.95).toFixed(15)).toBe('1.959963984540054');
  });
});

describe('oneTail', () => {
  it('halves what lies outside, and refuses a confidence outside (0, 1)', () => {
    expect(oneTail(0.9)).toBeCloseTo(0.05, 15);
    for (const confidence of [0, 1, 95, Number.NaN]) expect(() => oneTail(confidence)).toThrow(RangeError);
  });
});

describe('studentQuantile', () => {
  it.each([
    [1, '12.706205'],
    [2, '4.302653'],
    [5, '2.570582'],
    [10, '2.228139'],
    [19, '2.093024'],
    [29, '2.045230'],
  ])('at 0.975 with %i degrees of freedom', (df, expected) => {
    expect(studentQuantile(0.975, df).toFixed(6)).toBe(expected);
  });

  it('is the Cauchy quantile at 1 and has its closed form at 2 degrees of freedom', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (p) => {
        const cauchy = Math.tan(Math.PI * (p - 0.5));
        expect(Math.abs(studentQuantile(p, 1) - cauchy)).toBeLessThan(1e-9 * Math.max(1, Math.abs(cauchy)));
        const two = (2 * p - 1) / Math.sqrt(2 * p * (1 - p));
        expect(Math.abs(studentQuantile(p, 2) - two)).toBeLessThan(1e-9 * Math.max(1, Math.abs(two)));
      }),
    );
  });

  it('inverts its distribution function and nears the normal quantile', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.55, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 300 }), (p, df) => {
        const t = studentQuantile(p, df);
        expect(1 - betaCdf(df / (df + t * t), df / 2, 0.5) / 2).toBeCloseTo(p, 10);
        expect(t).toBeGreaterThan(normalQuantile(p));
      }),
    );
    expect(studentQuantile(0.975, 1e6)).toBeCloseTo(normalQuantile(0.975), 5);
    expect(studentQuantile(0.5, 3)).toBe(0);
  });

  it('keeps its digits close to the middle and at many degrees of freedom', () => {
    const density = 2 / (Math.PI * Math.sqrt(3));
    expect((studentQuantile(0.5 + 1e-6, 3) * density) / 1e-6).toBeCloseTo(1, 8);
    const z = normalQuantile(0.975);
    expect(studentQuantile(0.975, 1e6)).toBeCloseTo(z + (z ** 3 + z) / 4e6, 11);
  });

  it('refuses impossible arguments', () => {
    expect(() => studentQuantile(1, 3)).toThrow(RangeError);
    expect(() => studentQuantile(0.9, 0)).toThrow(RangeError);
  });
});
