/**
 * What a design can see: the smallest drop that a test of the given size finds with the given power. All drops are
 * fractions of 1. They are planning figures ("about"), computed before any result exists.
 */
import { requireCounts } from './exact.ts';
import { DEFAULT_CONFIDENCE, normalQuantile, oneTail, studentQuantile } from './quantiles.ts';
import { betaCdf, betaQuantile, binomialPmf, bisect } from './special.ts';

/** Error rates of a planned test. */
export interface TestSize {
  /** Two-sided chance of a false alarm; 0.05 by default. */
  readonly alpha?: number;
  /** Chance of seeing the drop; 0.8 by default. */
  readonly power?: number;
}

const DEFAULT_ALPHA = 0.05;
const DEFAULT_POWER = 0.8;

function checkedSize({ alpha = DEFAULT_ALPHA, power = DEFAULT_POWER }: TestSize): { alpha: number; power: number } {
  if (alpha > 0 && alpha < 1 && power > alpha && power < 1) return { alpha, power };
  throw new RangeError(`alpha must lie in (0, 1) and power between alpha and 1, found ${alpha} and ${power}`);
}

/** The largest min(b, c) at which McNemar's exact test of `pairs` differing pairs still rejects; -1 when none does. */
function criticalCount(pairs: number, alpha: number): number {
  let tail = 0;
  for (let count = 0; count <= pairs; count += 1) {
    tail += binomialPmf(count, pairs, 0.5);
    // The slack keeps a p equal to alpha (such as 2/64 at alpha 1/32) on the rejecting side despite rounding.
    if (2 * tail > alpha * (1 + 1e-10)) return count - 1;
  }
  return pairs;
}

/** P(X >= k) for X binomial (n, p). */
function atLeast(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  return k > n ? 0 : betaCdf(p, k, n - k + 1);
}

/** Power of McNemar's exact test from the precomputed critical counts of 0 to n differing pairs. */
function powerFrom(critical: readonly number[], onlyBase: number, onlyHead: number): number {
  const n = critical.length - 1;
  const differing = onlyBase + onlyHead;
  if (differing === 0) return 0;
  const share = onlyBase / differing;
  return critical.reduce((power, limit, pairs) => {
    const chance = limit < 0 ? 0 : binomialPmf(pairs, n, differing);
    if (chance < 1e-16) return power;
    return power + chance * (atLeast(pairs - limit, pairs, share) + atLeast(pairs - limit, pairs, 1 - share));
  }, 0);
}

function checkedTasks(tasks: number): void {
  if (Number.isSafeInteger(tasks) && tasks >= 1) return;
  throw new RangeError(`tasks must be a whole number of 1 or more, found ${tasks}`);
}

/**
 * Exact power of McNemar's two-sided test on `tasks` pairs, when a pair succeeds only under the base with chance
 * `onlyBase` and only under the head with chance `onlyHead`. RangeError when the chances cannot be.
 */
export function mcnemarPower(tasks: number, onlyBase: number, onlyHead: number, alpha: number = DEFAULT_ALPHA): number {
  checkedTasks(tasks);
  if (!(onlyBase >= 0 && onlyHead >= 0 && onlyBase + onlyHead <= 1)) {
    throw new RangeError(`chances must be 0 or more and add up to at most 1, found ${onlyBase} and ${onlyHead}`);
  }
  const critical = Array.from({ length: tasks + 1 }, (_, pairs) => criticalCount(pairs, alpha));
  return powerFrom(critical, onlyBase, onlyHead);
}

/**
 * Smallest drop in success rate that McNemar's exact test sees on `tasks` tasks with one attempt a side, when a share
 * `noise` of the tasks succeeds only under the head by chance. Null when no possible drop (at most 1 - 2 noise) is seen
 * with that power: the suite cannot decide. Exact enumeration over the number of differing pairs.
 */
export function mcnemarDetectableDrop(tasks: number, noise: number, size: TestSize = {}): number | null {
  const { alpha, power } = checkedSize(size);
  checkedTasks(tasks);
  if (!(noise >= 0 && noise < 0.5)) throw new RangeError(`noise must lie in [0, 0.5), found ${noise}`);
  const critical = Array.from({ length: tasks + 1 }, (_, pairs) => criticalCount(pairs, alpha));
  const gain = (drop: number) => powerFrom(critical, noise + drop, noise) - power;
  const largest = 1 - 2 * noise;
  return gain(largest) < 0 ? null : bisect(gain, 0, largest);
}

/** Design of a paired comparison of per-task rates. */
export interface PairedDesign {
  readonly tasks: number;
  /** Attempts on each task on each side. */
  readonly attempts: number;
  /** Variance over tasks of the true difference (0: the change moves every task alike). */
  readonly effectVariance: number;
  /** Mean over tasks of p (1 - p): the noise of one attempt, at most 0.25. */
  readonly attemptVariance: number;
}

/**
 * Smallest drop in the mean per-task rate that a paired test sees: (t(1 - alpha/2) + t(power)) × standard error on
 * tasks - 1 degrees of freedom, with variance (effect + 2 attempt / attempts) / tasks. Ten to twenty per cent optimistic
 * where tasks sit near 0 or 1. Null with one task, or where the drop would exceed 1. RangeError on an impossible design.
 */
export function pairedDetectableDrop(design: PairedDesign, size: TestSize = {}): number | null {
  const { alpha, power } = checkedSize(size);
  const { tasks, attempts, effectVariance, attemptVariance } = design;
  checkedTasks(tasks);
  if (!(attempts >= 1 && effectVariance >= 0 && attemptVariance >= 0 && attemptVariance <= 0.25)) {
    throw new RangeError(`not a design: ${JSON.stringify(design)}`);
  }
  if (tasks < 2) return null;
  const error = Math.sqrt((effectVariance + (2 * attemptVariance) / attempts) / tasks);
  const drop = (studentQuantile(1 - alpha / 2, tasks - 1) + studentQuantile(power, tasks - 1)) * error;
  return drop <= 1 ? drop : null;
}

/**
 * Smallest drop from rate `base` that two independent samples of `perArm` trials see: the two-proportion z test with
 * pooled variance under the null (Fleiss 1981, without continuity correction). Null when no drop to 0 suffices.
 */
export function unpairedDetectableDrop(base: number, perArm: number, size: TestSize = {}): number | null {
  const { alpha, power } = checkedSize(size);
  checkedTasks(perArm);
  if (!(base >= 0 && base <= 1)) throw new RangeError(`base must be a rate, found ${base}`);
  const [zAlpha, zPower] = [normalQuantile(1 - alpha / 2), normalQuantile(power)];
  const gain = (drop: number) => {
    const head = base - drop;
    const pooled = (base + head) / 2;
    const pooledError = Math.sqrt((2 * pooled * (1 - pooled)) / perArm);
    const splitError = Math.sqrt((base * (1 - base) + head * (1 - head)) / perArm);
    return drop - zAlpha * pooledError - zPower * splitError;
  };
  return gain(base) < 0 ? null : bisect(gain, 0, base);
}

/**
 * One-sided upper bound of a flake rate after `flips` flips in `repeats` repeats: Clopper-Pearson, which is
 * 1 - (1 - confidence)^(1 / repeats) when nothing flipped. Null without repeats. RangeError when flips > repeats.
 */
export function flakeRateUpper(flips: number, repeats: number, confidence: number = DEFAULT_CONFIDENCE): number | null {
  requireCounts('flakeRateUpper', flips, repeats, repeats - flips);
  const outside = 2 * oneTail(confidence);
  if (repeats === 0) return null;
  return flips === repeats ? 1 : 1 - betaQuantile(outside, repeats - flips, flips + 1);
}
