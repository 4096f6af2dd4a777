import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Figure, figureText, holds, median } from '../../tools/bench/result.ts';

const FIGURE: Figure = {
  name: 'a / b',
  value: 1.5,
  unit: '×',
  limit: 2,
  sides: [{ name: 'a', unit: 'ms', samples: [30, 10, 20.456] }],
};

describe('median', () => {
  it.each([
    [[5], 5],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[1, 1, 1000], 1],
  ])('of %j is %d', (samples, middle) => {
    expect(median(samples)).toBe(middle);
  });

  it('of no numbers is not known', () => {
    expect(() => median([])).toThrow(RangeError);
  });

  it('has as many numbers below as above, and leaves the samples as they are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (samples) => {
        const copy = [...samples];
        const middle = median(samples);
        expect(samples).toEqual(copy);
        expect(samples.filter((value) => value < middle).length).toBeLessThanOrEqual(samples.length / 2);
        expect(samples.filter((value) => value > middle).length).toBeLessThanOrEqual(samples.length / 2);
      }),
    );
  });
});

describe('holds', () => {
  it.each([
    [1.9, 2, true],
    [2, 2, true],
    [2.001, 2, false],
    [Number.NaN, 2, false],
    [Number.POSITIVE_INFINITY, 2, false],
    [0, 0, true],
    [1000, null, true],
  ])('%d with the limit %j: %s', (value, limit, good) => {
    expect(holds({ ...FIGURE, value, limit })).toBe(good);
  });
});

describe('figureText', () => {
  it('gives the figure, its limit and n, min, median and max of each side', () => {
    expect(figureText(FIGURE)).toBe('✔ a / b: 1.50 ×, limit 2.00 ×\n    a: n 3, min 10.00, median 20.46, max 30.00 ms');
  });

  it('marks what is over its limit, and what has none', () => {
    expect(figureText({ ...FIGURE, value: 250, sides: [] })).toBe('✖ a / b: 250 ×, limit 2.00 ×');
    expect(figureText({ ...FIGURE, limit: null, sides: [] })).toBe('· a / b: 1.50 ×, no limit');
  });
});
