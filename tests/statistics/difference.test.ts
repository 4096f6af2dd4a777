import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newcombeIndependent, newcombeOfRates, newcombePaired } from '../../statistics/difference.ts';
import { type Interval, wilson } from '../../statistics/proportion.ts';

const counts = fc.integer({ min: 1, max: 120 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
const cells = fc
  .tuple(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40))
  .filter((table) => table.some((cell) => cell > 0));

function known(interval: Interval | null): Interval {
  if (interval === null) throw new Error('an interval was expected');
  return interval;
}

const printed = (interval: Interval | null, digits: number) => {
  const { low, high } = known(interval);
  return [low.toFixed(digits), high.toFixed(digits)];
};

describe('newcombeIndependent', () => {
  it.each([
    [56, 70, 48, 80, '0.0524', '0.3339'],
    [9, 10, 3, 10, '0.1705', '0.8090'],
    [6, 7, 2, 7, '0.0582', '0.8062'],
    [5, 56, 0, 29, '-0.0381', '0.1926'],
    [0, 10, 0, 20, '-0.1611', '0.2775'],
    [0, 10, 0, 10, '-0.2775', '0.2775'],
    [10, 10, 0, 20, '0.6791', '1.0000'],
    [10, 10, 0, 10, '0.6075', '1.0000'],
  ])('%i/%i - %i/%i has the limits printed by Newcombe 1998', (k1, n1, k2, n2, low, high) => {
    expect(printed(newcombeIndependent(k1, n1, k2, n2), 4)).toEqual([low, high]);
  });

  it.each([
    [12, 18, 6, 22, '0.084', '0.615'],
    [18, 18, 22, 22, '-0.176', '0.149'],
    [1, 2, 0, 2, '-0.273', '0.905'],
  ])('%i/%i - %i/%i as an OCS of confusion counts', (k1, n1, k2, n2, low, high) => {
    expect(printed(newcombeIndependent(k1, n1, k2, n2), 3)).toEqual([low, high]);
  });

  it('is null when either sample is empty', () => {
    expect(newcombeIndependent(0, 0, 3, 5)).toBeNull();
    expect(newcombeIndependent(3, 5, 0, 0)).toBeNull();
  });

  it('changes sign when the samples swap, and when success and failure swap', () => {
    fc.assert(
      fc.property(counts, counts, ([k1, n1], [k2, n2]) => {
        const one = known(newcombeIndependent(k1, n1, k2, n2));
        for (const other of [newcombeIndependent(k2, n2, k1, n1), newcombeIndependent(n1 - k1, n1, n2 - k2, n2)]) {
          expect(known(other).low).toBeCloseTo(-one.high, 12);
          expect(known(other).high).toBeCloseTo(-one.low, 12);
        }
      }),
    );
  });

  it('contains the difference and stays within -1 and +1', () => {
    fc.assert(
      fc.property(counts, counts, ([k1, n1], [k2, n2]) => {
        const { low, high } = known(newcombeIndependent(k1, n1, k2, n2));
        const difference = k1 / n1 - k2 / n2;
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(difference);
        expect(high).toBeGreaterThanOrEqual(difference);
      }),
    );
  });
});

describe('newcombeOfRates', () => {
  it('equals newcombeIndependent on whole counts', () => {
    expect(newcombeOfRates(12 / 18, wilson(12, 18), 6 / 22, wilson(6, 22))).toEqual(newcombeIndependent(12, 18, 6, 22));
  });

  it('takes rates that are means over cases, with the interval by case', () => {
    const cases = [1, 2 / 3, 1 / 3, 1];
    const sum = cases.reduce((total, rate) => total + rate, 0);
    const interval = known(newcombeOfRates(sum / 4, wilson(sum, 4), 0, wilson(0, 4)));
    expect(interval.low).toBeGreaterThan(known(newcombeIndependent(2, 4, 0, 4)).low);
    expect(interval.low).toBeLessThan(known(newcombeIndependent(4, 4, 0, 4)).low);
  });

  it.each([
    [null, wilson(1, 2), 0.5, wilson(1, 2)],
    [0.5, null, 0.5, wilson(1, 2)],
    [0.5, wilson(1, 2), null, wilson(1, 2)],
    [0.5, wilson(1, 2), 0.5, null],
  ])('is null when an ingredient is unknown (row %#)', (p1, w1, p2, w2) => {
    expect(newcombeOfRates(p1, w1, p2, w2)).toBeNull();
  });
});

describe('newcombePaired', () => {
  // The first is the airway table of Fagerland, Lydersen and Laake; the others were computed from the published formula
  // in another language. The third and fifth have a correlation that survives the correction.
  it.each([
    [1, 1, 7, 12, '-0.5069', '-0.0256'],
    [14, 5, 0, 22, '0.0115', '0.2265'],
    [21, 9, 2, 12, '0.0112', '0.2954'],
    [3, 8, 1, 0, '0.1217', '0.8161'],
    [59, 6, 16, 80, '-0.1186', '-0.0046'],
  ])('pairs %i %i %i %i', (a, b, c, d, low, high) => {
    expect(printed(newcombePaired(a, b, c, d), 4)).toEqual([low, high]);
  });

  it('is null without pairs and refuses negative counts', () => {
    expect(newcombePaired(0, 0, 0, 0)).toBeNull();
    expect(() => newcombePaired(5, -1, 2, 3)).toThrow(RangeError);
  });

  it('changes sign when the members of each pair swap', () => {
    fc.assert(
      fc.property(cells, ([a, b, c, d]) => {
        const one = known(newcombePaired(a, b, c, d));
        const other = known(newcombePaired(a, c, b, d));
        expect(other.low).toBeCloseTo(-one.high, 12);
        expect(other.high).toBeCloseTo(-one.low, 12);
      }),
    );
  });

  it('is never wider than the independent interval when the pairs agree more than chance', () => {
    fc.assert(
      fc.property(cells, ([a, b, c, d]) => {
        if (a * d < b * c) return;
        const n = a + b + c + d;
        const paired = known(newcombePaired(a, b, c, d));
        const independent = known(newcombeIndependent(a + b, n, a + c, n));
        expect(paired.high - paired.low).toBeLessThanOrEqual(independent.high - independent.low + 1e-12);
      }),
    );
  });

  it('contains the difference of the margins', () => {
    fc.assert(
      fc.property(cells, ([a, b, c, d]) => {
        const { low, high } = known(newcombePaired(a, b, c, d));
        const difference = (b - c) / (a + b + c + d);
        expect(low).toBeLessThanOrEqual(difference + 1e-12);
        expect(high).toBeGreaterThanOrEqual(difference - 1e-12);
      }),
    );
  });
});
