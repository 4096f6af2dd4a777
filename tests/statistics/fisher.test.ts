import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fisherExact } from '../../statistics/fisher.ts';

describe('fisherExact', () => {
  it.each([
    [3, 1, 1, 3, '0.4857142857'],
    [8, 2, 1, 5, '0.0349650350'],
  ])('[[%i, %i], [%i, %i]] has the reference two-sided p', (a, b, c, d, p) => {
    expect(fisherExact(a, b, c, d).p.toFixed(10)).toBe(p);
  });

  it('gives one-sided p 0.33 for 9 of 12 against 7 of 12', () => {
    expect(fisherExact(9, 3, 7, 5).pMore.toFixed(2)).toBe('0.33');
  });

  it('is symmetric in samples and in success against failure', () => {
    const cell = fc.nat(25);
    fc.assert(
      fc.property(cell, cell, cell, cell, (a, b, c, d) => {
        const here = fisherExact(a, b, c, d);
        expect(fisherExact(c, d, a, b).p).toBe(here.p);
        expect(fisherExact(b, a, d, c).p).toBe(here.p);
        expect(fisherExact(c, d, a, b).pMore).toBe(here.pFewer);
        expect(here.pFewer + here.pMore).toBeGreaterThanOrEqual(1);
        expect(here.p).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('says 1 when a margin is empty and refuses fractions', () => {
    expect(fisherExact(0, 0, 3, 4)).toEqual({ p: 1, pFewer: 1, pMore: 1 });
    expect(() => fisherExact(0.5, 1, 1, 1)).toThrow(RangeError);
  });
});
