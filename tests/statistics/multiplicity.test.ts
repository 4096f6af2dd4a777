import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg, holm } from '../../statistics/multiplicity.ts';

const REFERENCE = [0.01, 0.04, 0.03, 0.005];
const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
const rounded = (adjusted: readonly number[]) => adjusted.map((p) => Number(p.toFixed(12)));

describe('holm', () => {
  it('gives the reference adjustment in the given order', () => {
    expect(rounded(holm(REFERENCE))).toEqual([0.03, 0.06, 0.06, 0.02]);
  });

  it('lies between p and the Bonferroni bound and keeps the order', () => {
    fc.assert(
      fc.property(values, (ps) => {
        const adjusted = holm(ps);
        for (const [index, p] of ps.entries()) {
          expect(adjusted[index]).toBeGreaterThanOrEqual(p);
          expect(adjusted[index]).toBeLessThanOrEqual(Math.min(1, p * ps.length));
          for (const [other, q] of ps.entries())
            if (p < q) expect(adjusted[index]).toBeLessThanOrEqual(adjusted[other] ?? 0);
        }
      }),
    );
  });
});

describe('benjaminiHochberg', () => {
  it('gives the reference adjustment in the given order', () => {
    expect(rounded(benjaminiHochberg(REFERENCE))).toEqual([0.02, 0.04, 0.04, 0.02]);
  });

  it('lies between p and Holm', () => {
    fc.assert(
      fc.property(values, (ps) => {
        const strict = holm(ps);
        for (const [index, adjusted] of benjaminiHochberg(ps).entries()) {
          expect(adjusted).toBeGreaterThanOrEqual(ps[index] ?? 1);
          expect(adjusted).toBeLessThanOrEqual((strict[index] ?? 0) + 1e-15);
        }
      }),
    );
  });
});

describe.each([
  ['holm', holm],
  ['benjaminiHochberg', benjaminiHochberg],
] as const)('%s', (_name, adjust) => {
  it('leaves a single p alone, takes an empty family, and does not change its argument', () => {
    expect(adjust([0.2])).toEqual([0.2]);
    expect(adjust([])).toEqual([]);
    const given = [0.3, 0.1];
    adjust(given);
    expect(given).toEqual([0.3, 0.1]);
  });

  it.each([-0.1, 1.1, Number.NaN])('refuses the p-value %d', (p) => {
    expect(() => adjust([0.5, p])).toThrow(RangeError);
  });
});
