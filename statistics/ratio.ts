/** Closed-form intervals for a ratio of means over tasks, such as cost per accepted outcome. */
import type { CostCluster } from './bootstrap.ts';
import { DEFAULT_CONFIDENCE, oneTail, studentQuantile } from './quantiles.ts';

/** An interval for a ratio, in the unit of the costs. */
export interface RatioInterval {
  /** Total cost / accepted outcomes. */
  readonly estimate: number;
  readonly low: number;
  /** `unbounded` when the accepted rate cannot be told from 0 at this confidence. */
  readonly high: number | 'unbounded';
}

/** Fieller's interval with the quantity that decides whether it is bounded. */
export interface FiellerInterval extends RatioInterval {
  /** Squared relative error of the accepted rate, times t squared; 1 or more makes the high end `unbounded`. */
  readonly g: number;
}

/** Sample means, variances of the means and their covariance; null when fewer than two tasks or nothing accepted. */
function moments(tasks: readonly CostCluster[]) {
  const n = tasks.length;
  const cost = tasks.reduce((sum, task) => sum + task.cost, 0) / n;
  const accepted = tasks.reduce((sum, task) => sum + task.accepted, 0) / n;
  if (n < 2 || !(accepted > 0)) return null;
  const spread = (product: (task: CostCluster) => number) =>
    tasks.reduce((sum, task) => sum + product(task), 0) / (n * (n - 1));
  return {
    n,
    cost,
    accepted,
    ratio: cost / accepted,
    costVariance: spread((task) => (task.cost - cost) ** 2),
    acceptedVariance: spread((task) => (task.accepted - accepted) ** 2),
    covariance: spread((task) => (task.cost - cost) * (task.accepted - accepted)),
  };
}

/**
 * Fieller's interval for mean cost / mean accepted over tasks (Fieller 1954), with Student's t on n - 1 degrees of
 * freedom, cut at 0 because costs are not negative. The high end is `unbounded` when g >= 1, that is when the accepted
 * rate is not told apart from 0. Null when fewer than two tasks or nothing accepted.
 */
export function fieller(
  tasks: readonly CostCluster[],
  confidence: number = DEFAULT_CONFIDENCE,
): FiellerInterval | null {
  const tail = oneTail(confidence);
  const found = moments(tasks);
  if (found === null) return null;
  const t2 = studentQuantile(1 - tail, found.n - 1) ** 2;
  // The set of ratios r with a r^2 - 2 b r + c <= 0.
  const a = found.accepted ** 2 - t2 * found.acceptedVariance;
  const b = found.accepted * found.cost - t2 * found.covariance;
  const c = found.cost ** 2 - t2 * found.costVariance;
  const discriminant = b * b - a * c;
  const root = Math.sqrt(Math.max(0, discriminant));
  const low = discriminant >= 0 && c > 0 ? c / (b + root) : 0;
  const g = (t2 * found.acceptedVariance) / found.accepted ** 2;
  return { estimate: found.ratio, low, high: a > 0 ? (b + root) / a : 'unbounded', g };
}

/**
 * Interval for mean cost / mean accepted by the delta method on the logarithm of the ratio, with Student's t on n - 1
 * degrees of freedom. Always finite, hence too short when few outcomes are accepted: for comparison with `fieller`.
 * Null when fewer than two tasks, nothing accepted or nothing spent.
 */
export function logDelta(tasks: readonly CostCluster[], confidence: number = DEFAULT_CONFIDENCE): RatioInterval | null {
  const tail = oneTail(confidence);
  const found = moments(tasks);
  if (found === null || !(found.ratio > 0)) return null;
  const { ratio } = found;
  const variance = found.costVariance - 2 * ratio * found.covariance + ratio ** 2 * found.acceptedVariance;
  const error = Math.sqrt(Math.max(0, variance)) / found.accepted / ratio;
  const factor = Math.exp(studentQuantile(1 - tail, found.n - 1) * error);
  return { estimate: ratio, low: ratio / factor, high: ratio * factor };
}
