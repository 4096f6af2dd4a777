/** Intervals for one proportion. An interval of nothing (n = 0) is unknown: null, never 0 to 1. */
import { DEFAULT_CONFIDENCE, normalCritical, oneTail } from './quantiles.ts';
import { betaQuantile } from './special.ts';

/** A closed interval on the scale of the estimate (rates between 0 and 1, differences between -1 and +1). */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A mean of rates times n may miss n by a rounding error; anything further off is a caller's mistake. */
const ROUNDING = 1e-9;

/** k as a number between 0 and n, forgiving rounding errors. Throws RangeError on counts that cannot be. */
function checkedCount(k: number, n: number): number {
  if (!(Number.isFinite(n) && n >= 0)) throw new RangeError(`n must be a count of 0 or more, found ${n}`);
  if (!(k >= -ROUNDING && k <= n + ROUNDING)) throw new RangeError(`k must lie between 0 and n = ${n}, found ${k}`);
  return Math.min(n, Math.max(0, k));
}

/**
 * Wilson score interval without continuity correction (Wilson 1927; method 3 of Newcombe 1998).
 * `k` may be fractional: a sum of per-case rates over `n` cases, which gives the interval by case.
 * Ends are clamped to [0, 1] and are exact at k = 0 and k = n. Null when n = 0. RangeError when k is outside 0 to n.
 */
export function wilson(k: number, n: number, confidence: number = DEFAULT_CONFIDENCE): Interval | null {
  const count = checkedCount(k, n);
  const z = normalCritical(confidence);
  if (n === 0) return null;
  const z2 = z * z;
  const rate = count / n;
  const scale = 1 + z2 / n;
  const centre = (rate + z2 / (2 * n)) / scale;
  const half = (z * Math.sqrt((rate * (1 - rate)) / n + z2 / (4 * n * n))) / scale;
  return {
    low: count === 0 ? 0 : Math.max(0, centre - half),
    high: count === n ? 1 : Math.min(1, centre + half),
  };
}

/**
 * Clopper-Pearson exact interval (Clopper and Pearson 1934) by beta quantiles. Covers at least at the nominal level for
 * whole counts; a fractional `k` (a sum of per-case rates) uses the same formula as its continuous extension.
 * Null when n = 0. RangeError when k is outside 0 to n.
 */
export function clopperPearson(k: number, n: number, confidence: number = DEFAULT_CONFIDENCE): Interval | null {
  const count = checkedCount(k, n);
  const tail = oneTail(confidence);
  if (n === 0) return null;
  return {
    low: count === 0 ? 0 : betaQuantile(tail, count, n - count + 1),
    high: count === n ? 1 : 1 - betaQuantile(tail, n - count, count + 1),
  };
}

/**
 * Jeffreys interval (Brown, Cai and DasGupta 2001): quantiles of Beta(k + 1/2, n - k + 1/2), with the low end fixed at 0
 * for k = 0 and the high end at 1 for k = n. Null when n = 0. RangeError when k is outside 0 to n.
 */
export function jeffreys(k: number, n: number, confidence: number = DEFAULT_CONFIDENCE): Interval | null {
  const count = checkedCount(k, n);
  const tail = oneTail(confidence);
  if (n === 0) return null;
  return {
    low: count === 0 ? 0 : betaQuantile(tail, count + 0.5, n - count + 0.5),
    high: count === n ? 1 : 1 - betaQuantile(tail, n - count + 0.5, count + 0.5),
  };
}
