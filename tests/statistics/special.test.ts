import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaCdf, betaQuantile, binomialPmf, bisect, logChoose, logGamma } from '../../statistics/special.ts';

describe('logGamma', () => {
  it('is the logarithm of factorials', () => {
    let factorial = 1;
    for (let x = 1; x <= 170; x += 1) {
      expect(logGamma(x)).toBeCloseTo(Math.log(factorial), 11);
      factorial *= x;
    }
  });

  it('is log(pi)/2 at one half and follows its recurrence', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13);
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 5000, noNaN: true }), (x) => {
        const step = logGamma(x + 1) - logGamma(x);
        expect(Math.abs(step - Math.log(x))).toBeLessThan(1e-14 * Math.max(100, Math.abs(logGamma(x + 1)) * 2));
      }),
    );
  });

  it.each([0, -1, Number.NaN])('refuses %d', (x) => {
    expect(() => logGamma(x)).toThrow(RangeError);
  });
});

describe('logChoose', () => {
  it.each([
    [5, 0, 1],
    [5, 5, 1],
    [5, 2, 10],
    [52, 5, 2_598_960],
  ])('C(%i, %i)', (n, k, expected) => {
    expect(Math.exp(logChoose(n, k)) / expected).toBeCloseTo(1, 12);
  });
});

describe('binomialPmf', () => {
  it('matches exact fractions', () => {
    expect(binomialPmf(3, 10, 0.5)).toBeCloseTo(120 / 1024, 14);
    expect(binomialPmf(0, 4, 0.25)).toBeCloseTo(81 / 256, 14);
    expect(binomialPmf(4, 4, 0.25)).toBeCloseTo(1 / 256, 14);
  });

  it('keeps its digits at a million trials', () => {
    // C(2m, m) / 4^m = 1 / sqrt(pi m) (1 - 1/(8m) + 1/(128 m^2) …)
    const m = 500_000;
    const expected = (1 - 1 / (8 * m) + 1 / (128 * m * m)) / Math.sqrt(Math.PI * m);
    expect(binomialPmf(m, 2 * m, 0.5) / expected).toBeCloseTo(1, 13);
  });

  it('adds up to 1 and is 0 outside the range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, p) => {
        let sum = 0;
        for (let k = 0; k <= n; k += 1) sum += binomialPmf(k, n, p);
        expect(sum).toBeCloseTo(1, 12);
        expect(binomialPmf(-1, n, p)).toBe(0);
        expect(binomialPmf(n + 1, n, p)).toBe(0);
      }),
    );
  });
});

describe('betaCdf', () => {
  it('is the upper tail of the binomial', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 150 }).chain((n) => fc.tuple(fc.integer({ min: 1, max: n }), fc.constant(n))),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        ([k, n], p) => {
          let upper = 0;
          for (let count = n; count >= k; count -= 1) upper += binomialPmf(count, n, p);
          expect(betaCdf(p, k, n - k + 1)).toBeCloseTo(upper, 12);
        },
      ),
    );
  });

  it('is 0 and 1 at and beyond the ends, and refuses bad shapes', () => {
    expect([betaCdf(-1, 2, 3), betaCdf(0, 2, 3), betaCdf(1, 2, 3), betaCdf(2, 2, 3)]).toEqual([0, 0, 1, 1]);
    expect(() => betaCdf(0.5, 0, 1)).toThrow(RangeError);
  });

  it('reflects: I_x(a, b) = 1 - I_(1-x)(b, a)', () => {
    const shape = fc.double({ min: 0.1, max: 500, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), shape, shape, (x, a, b) => {
        expect(betaCdf(x, a, b)).toBeCloseTo(1 - betaCdf(1 - x, b, a), 10);
      }),
    );
  });
});

describe('betaQuantile', () => {
  it('inverts betaCdf', () => {
    const shape = fc.double({ min: 0.5, max: 400, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), shape, shape, (p, a, b) => {
        expect(betaCdf(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 9);
      }),
      { numRuns: 50 },
    );
  });

  it('is the ends at 0 and 1 and refuses other values', () => {
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
    expect(() => betaQuantile(1.1, 2, 3)).toThrow(RangeError);
  });
});

describe('bisect', () => {
  it('finds a crossing to the last digit and stops at an end of the bracket otherwise', () => {
    expect(bisect((x) => x * x - 2, 0, 2)).toBeCloseTo(Math.SQRT2, 15);
    expect(bisect((x) => x - 5, 0, 2)).toBeCloseTo(2, 12);
    expect(bisect((x) => x + 5, 0, 2)).toBeCloseTo(0, 12);
  });
});
