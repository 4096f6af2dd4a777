/** Rules for stopping early that keep their error rates. Chosen before a run and recorded with it, or not used. */

import type { Interval } from './proportion.ts';
import { DEFAULT_CONFIDENCE, oneTail } from './quantiles.ts';
import { bisect, logChoose } from './special.ts';

/** What a sequential probability ratio test is set to before the run. */
export interface SprtPlan {
  /** Success rate under the null hypothesis. */
  readonly p0: number;
  /** Success rate under the alternative. */
  readonly p1: number;
  /** Allowed chance of deciding for p1 when p0 holds. */
  readonly alpha: number;
  /** Allowed chance of deciding for p0 when p1 holds. */
  readonly beta: number;
}

/** Boundaries and steps of the log likelihood ratio of p1 to p0. */
export interface SprtBounds {
  /** Decide for p1 at or above this. */
  readonly upper: number;
  /** Decide for p0 at or below this. */
  readonly lower: number;
  readonly success: number;
  readonly failure: number;
}

/** Wald's boundaries (Wald 1945). RangeError unless p0 and p1 differ and all four lie in (0, 1) with alpha + beta < 1. */
export function sprtBounds({ p0, p1, alpha, beta }: SprtPlan): SprtBounds {
  const inside = [p0, p1, alpha, beta].every((value) => value > 0 && value < 1);
  if (!inside || p0 === p1 || alpha + beta >= 1) {
    throw new RangeError(`not a test: p0 ${p0}, p1 ${p1}, alpha ${alpha}, beta ${beta}`);
  }
  return {
    upper: Math.log((1 - beta) / alpha),
    lower: Math.log(beta / (1 - alpha)),
    success: Math.log(p1 / p0),
    failure: Math.log((1 - p1) / (1 - p0)),
  };
}

/** Where a sequential test stands after these results: decided for p0, decided for p1, or not yet. */
export function sprtDecision(plan: SprtPlan, successes: number, failures: number): 'p0' | 'p1' | 'continue' {
  const { upper, lower, success, failure } = sprtBounds(plan);
  const ratio = successes * success + failures * failure;
  if (ratio >= upper) return 'p1';
  return ratio <= lower ? 'p0' : 'continue';
}

/**
 * Confidence sequence for a success rate: intervals that hold at every n at once, so looking after each trial is allowed.
 * The rates p at which the likelihood averaged over all rates is less than 1 / (1 - confidence) times the likelihood at p
 * (uniform mixture; Robbins 1970). k of n successes so far. Null when n = 0. RangeError unless 0 <= k <= n.
 */
export function confidenceSequence(k: number, n: number, confidence: number = DEFAULT_CONFIDENCE): Interval | null {
  const alpha = 2 * oneTail(confidence);
  if (!(n >= 0 && k >= 0 && k <= n)) throw new RangeError(`k must lie between 0 and n, found ${k} of ${n}`);
  if (n === 0) return null;
  const constant = logChoose(n, k) + Math.log(n + 1) - Math.log(alpha);
  const power = (count: number, rate: number) => (count === 0 ? 0 : count * Math.log(rate));
  const inside = (p: number) => constant + power(k, p) + power(n - k, 1 - p);
  return {
    low: k === 0 ? 0 : bisect(inside, 0, k / n),
    high: k === n ? 1 : bisect((p) => -inside(p), k / n, 1),
  };
}
