import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clopperPearson, type Interval, jeffreys, wilson } from '../../statistics/proportion.ts';
import { binomialPmf } from '../../statistics/special.ts';

/** k, n, then low and high of Wilson, Clopper-Pearson and Jeffreys at 95 %, as printed by scipy 1.17.1. */
type Reference = readonly [k: number, n: number, limits: readonly string[]];
const REFERENCE: readonly Reference[] = [
  [0, 1, ['0.000000', '0.793451', '0.000000', '0.975000', '0.000000', '0.853254']],
  [0, 5, ['0.000000', '0.434482', '0.000000', '0.521824', '0.000000', '0.379377']],
  [0, 10, ['0.000000', '0.277533', '0.000000', '0.308497', '0.000000', '0.217196']],
  [1, 10, ['0.017876', '0.404150', '0.002529', '0.445016', '0.011012', '0.381315']],
  [5, 10, ['0.236593', '0.763407', '0.187086', '0.812914', '0.223529', '0.776471']],
  [10, 10, ['0.722467', '1.000000', '0.691503', '1.000000', '0.782804', '1.000000']],
  [7, 12, ['0.319511', '0.806740', '0.276670', '0.848348', '0.311940', '0.819521']],
  [0, 20, ['0.000000', '0.161125', '0.000000', '0.168433', '0.000000', '0.116639']],
  [17, 20, ['0.639581', '0.947631', '0.621073', '0.967929', '0.651422', '0.955869']],
  [20, 20, ['0.838875', '1.000000', '0.831567', '1.000000', '0.883361', '1.000000']],
  [0, 30, ['0.000000', '0.113513', '0.000000', '0.115703', '0.000000', '0.079678']],
  [81, 263, ['0.255289', '0.366210', '0.252737', '0.367622', '0.254522', '0.365647']],
  [15, 148, ['0.062386', '0.160487', '0.057844', '0.161650', '0.060449', '0.157643']],
  [1, 29, ['0.006113', '0.171755', '0.000873', '0.177644', '0.003746', '0.150078']],
];

const METHODS = [
  ['wilson', wilson, 0],
  ['clopperPearson', clopperPearson, 2],
  ['jeffreys', jeffreys, 4],
] as const;

const counts = fc.integer({ min: 1, max: 400 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

function known(interval: Interval | null): Interval {
  if (interval === null) throw new Error('an interval was expected');
  return interval;
}

describe.each(METHODS)('%s', (_name, method, column) => {
  it.each(REFERENCE)('%i of %i has the reference limits at six decimals', (k, n, printed) => {
    const { low, high } = known(method(k, n));
    expect([low.toFixed(6), high.toFixed(6)]).toEqual(printed.slice(column, column + 2));
  });

  it('is null for no trials: unknown, not 0 to 1', () => {
    expect(method(0, 0)).toBeNull();
  });

  it.each([
    [-1, 10],
    [11, 10],
    [Number.NaN, 10],
    [0, -1],
    [0, Number.NaN],
    [1, 0],
  ])('refuses the impossible count %d of %d', (k, n) => {
    expect(() => method(k, n)).toThrow(RangeError);
  });

  it.each([0, 1, -0.5, Number.NaN])('refuses the confidence %d', (confidence) => {
    expect(() => method(1, 2, confidence)).toThrow(RangeError);
  });

  it('is symmetric under k <-> n - k', () => {
    fc.assert(
      fc.property(counts, ([k, n]) => {
        const one = known(method(k, n));
        const other = known(method(n - k, n));
        expect(one.low).toBeCloseTo(1 - other.high, 12);
        expect(one.high).toBeCloseTo(1 - other.low, 12);
      }),
    );
  });

  it('rises with k, contains k/n and stays within 0 and 1', () => {
    fc.assert(
      fc.property(counts, ([k, n]) => {
        const here = known(method(k, n));
        expect(here.low).toBeGreaterThanOrEqual(0);
        expect(here.high).toBeLessThanOrEqual(1);
        expect(here.low).toBeLessThanOrEqual(k / n);
        expect(here.high).toBeGreaterThanOrEqual(k / n);
        if (k === n) return;
        const next = known(method(k + 1, n));
        expect(next.low).toBeGreaterThan(here.low);
        expect(next.high).toBeGreaterThan(here.high);
      }),
    );
  });

  it('widens with confidence', () => {
    fc.assert(
      fc.property(counts, ([k, n]) => {
        const narrow = known(method(k, n, 0.8));
        const wide = known(method(k, n, 0.99));
        expect(wide.high - wide.low).toBeGreaterThan(narrow.high - narrow.low);
      }),
    );
  });

  it('lies between its neighbours at a fractional count', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 200 }).chain((n) => fc.tuple(fc.integer({ min: 1, max: n - 1 }), fc.constant(n))),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        ([k, n], part) => {
          if (k + 1 >= n) return;
          const between = known(method(k + part, n));
          expect(between.low).toBeGreaterThan(known(method(k, n)).low);
          expect(between.low).toBeLessThan(known(method(k + 1, n)).low);
        },
      ),
    );
  });
});

describe('wilson', () => {
  it('forgives a rounding error of a mean of rates', () => {
    expect(wilson(3.0000000001, 3)).toEqual(wilson(3, 3));
    expect(wilson(-1e-12, 3)).toEqual(wilson(0, 3));
    expect(() => wilson(3.001, 3)).toThrow(RangeError);
  });
});

describe('clopperPearson', () => {
  it('has the closed form 1 - 0.025^(1/n) when nothing succeeded', () => {
    for (const n of [1, 2, 20, 500]) expect(known(clopperPearson(0, n)).high).toBeCloseTo(1 - 0.025 ** (1 / n), 12);
  });

  it('contains the centre of the Wilson interval', () => {
    fc.assert(
      fc.property(counts, ([k, n]) => {
        const exact = known(clopperPearson(k, n));
        const score = known(wilson(k, n));
        const centre = (score.low + score.high) / 2;
        expect(exact.low).toBeLessThanOrEqual(centre);
        expect(exact.high).toBeGreaterThanOrEqual(centre);
      }),
    );
  });

  it.each([0.8, 0.95, 0.99])('covers at least %d for every n to 25, by enumeration', (confidence) => {
    for (let n = 1; n <= 25; n += 1) {
      const limits = Array.from({ length: n + 1 }, (_, k) => known(clopperPearson(k, n, confidence)));
      for (let step = 1; step < 200; step += 1) {
        const p = step / 200;
        const covered = limits.reduce(
          (sum, { low, high }, k) => (low <= p && p <= high ? sum + binomialPmf(k, n, p) : sum),
          0,
        );
        expect(covered).toBeGreaterThanOrEqual(confidence - 1e-12);
      }
    }
  });
});

describe('wilson and jeffreys', () => {
  it.each([
    ['wilson', wilson],
    ['jeffreys', jeffreys],
  ] as const)('%s covers within one point of 95 %% on average over p', (_name, method) => {
    for (const n of [10, 20, 50]) {
      const limits = Array.from({ length: n + 1 }, (_, k) => known(method(k, n)));
      let total = 0;
      for (let step = 0; step < 1000; step += 1) {
        const p = (step + 0.5) / 1000;
        limits.forEach(({ low, high }, k) => {
          if (low <= p && p <= high) total += binomialPmf(k, n, p);
        });
      }
      expect(Math.abs(total / 1000 - 0.95)).toBeLessThan(0.01);
    }
  });
});
