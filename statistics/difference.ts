/** Intervals for a difference of two proportions, p1 - p2, built from Wilson limits. */
import { type Interval, wilson } from './proportion.ts';
import { DEFAULT_CONFIDENCE } from './quantiles.ts';

/**
 * Square-and-add: the distances from each estimate to its own limits, combined as for two estimates whose correlation
 * is `phi` (0 when independent). Ends are clamped to [-1, +1].
 */
function squareAndAdd(p1: number, w1: Interval, p2: number, w2: Interval, phi: number): Interval {
  const combine = (one: number, two: number) => Math.sqrt(Math.max(0, one * one - 2 * phi * one * two + two * two));
  const difference = p1 - p2;
  return {
    low: Math.max(-1, difference - combine(p1 - w1.low, w2.high - p2)),
    high: Math.min(1, difference + combine(w1.high - p1, p2 - w2.low)),
  };
}

/**
 * Newcombe interval for p1 - p2 from two independent estimates and their Wilson intervals. Serves rates that are means
 * over cases, such as OCS = TPR - FPR, with each interval by case. Null when any of the four is unknown.
 * Source: Newcombe 1998, Interval estimation for the difference between independent proportions, method 10.
 */
export function newcombeOfRates(
  p1: number | null,
  w1: Interval | null,
  p2: number | null,
  w2: Interval | null,
): Interval | null {
  if (p1 === null || w1 === null || p2 === null || w2 === null) return null;
  return squareAndAdd(p1, w1, p2, w2, 0);
}

/**
 * Newcombe interval for k1/n1 - k2/n2, two independent samples (method 10 of Newcombe 1998). Counts may be fractional
 * as in `wilson`. Null when n1 or n2 is 0. RangeError when a count is outside 0 to its n.
 */
export function newcombeIndependent(
  k1: number,
  n1: number,
  k2: number,
  n2: number,
  confidence: number = DEFAULT_CONFIDENCE,
): Interval | null {
  return newcombeOfRates(k1 / n1, wilson(k1, n1, confidence), k2 / n2, wilson(k2, n2, confidence));
}

/** Correlation of a 2x2 table of pairs, with Newcombe's correction towards 0 when positive; 0 when a margin is empty. */
function correctedPhi(a: number, b: number, c: number, d: number): number {
  const margins = (a + b) * (c + d) * (a + c) * (b + d);
  if (margins === 0) return 0;
  const cross = a * d - b * c;
  const corrected = cross > 0 ? Math.max(0, cross - (a + b + c + d) / 2) : cross;
  return corrected / Math.sqrt(margins);
}

/**
 * Newcombe interval for (a + b)/n - (a + c)/n over n = a + b + c + d pairs: `a` both succeed, `b` only the first,
 * `c` only the second, `d` neither. Null when there is no pair. RangeError on a negative count.
 * Source: Newcombe 1998, Improved confidence intervals for the difference between binomial proportions based on paired
 * data, method 10.
 */
export function newcombePaired(
  a: number,
  b: number,
  c: number,
  d: number,
  confidence: number = DEFAULT_CONFIDENCE,
): Interval | null {
  if (!(Math.min(a, b, c, d) >= 0)) throw new RangeError(`pair counts must be 0 or more, found ${a}, ${b}, ${c}, ${d}`);
  const n = a + b + c + d;
  const first = wilson(a + b, n, confidence);
  const second = wilson(a + c, n, confidence);
  if (first === null || second === null) return null;
  return squareAndAdd((a + b) / n, first, (a + c) / n, second, correctedPhi(a, b, c, d));
}
