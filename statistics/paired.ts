/** Exact tests of paired results: the same tasks under two agents (base and head, or a row and its reference row). */
import { binomialRow, gcd, quotient, requireCounts } from './exact.ts';
import { randomFromDigest } from './random.ts';

/** Result of McNemar's exact test. */
export interface McNemar {
  /** Pairs where only the first succeeded. */
  readonly b: number;
  /** Pairs where only the second succeeded. */
  readonly c: number;
  /** Exact two-sided p-value; 1 when no pair differs. */
  readonly p: number;
  /** Two-sided mid-p: the exact p less the probability of the observed table. Not guaranteed to hold its level. */
  readonly midP: number;
}

/**
 * McNemar's exact test of pairs that differ: `b` only the first succeeds, `c` only the second. The two-sided p is
 * min(1, 2 P(X <= min(b, c))) for X binomial (b + c, 1/2), by exact integers (McNemar 1947; mid-p as in Fagerland,
 * Lydersen and Laake 2013). RangeError unless both are whole numbers of 0 or more.
 */
export function mcnemar(b: number, c: number): McNemar {
  requireCounts('mcnemar', b, c);
  const pairs = b + c;
  const row = binomialRow(pairs, Math.min(b, c));
  const tail = row.reduce((sum, coefficient) => sum + coefficient, 0n);
  const observed = row.at(-1) ?? 0n;
  const all = 1n << BigInt(pairs);
  const twice = 2n * tail;
  return { b, c, p: twice >= all ? 1 : quotient(twice, all), midP: quotient(twice - observed, all) };
}

/** Result of a sign-flip permutation test. */
export interface SignFlip {
  /** Number of pairs, those without a difference included. */
  readonly n: number;
  /** Sum of the differences, in the caller's unit. */
  readonly sum: number;
  /** Two-sided p: the chance of a sum at least as far from 0 if each difference were equally likely to be reversed. */
  readonly p: number;
  /** One-sided p of a fall: the chance of a sum this low or lower. */
  readonly pFall: number;
  /** One-sided p of a rise: the chance of a sum this high or higher. */
  readonly pRise: number;
}

const MAX_STEPS = 2_000_000_000;

/** Chances that a random subset of the sizes sums to 0, 1, … total: each size is in or out with probability 1/2. */
function subsetSums(sizes: readonly number[], total: number): Float64Array {
  const chance = new Float64Array(total + 1);
  chance[0] = 1;
  let reach = 0;
  for (const size of sizes) {
    reach += size;
    for (let at = reach; at >= size; at -= 1) chance[at] = ((chance[at] ?? 0) + (chance[at - size] ?? 0)) / 2;
    for (let at = size - 1; at >= 0; at -= 1) chance[at] = (chance[at] ?? 0) / 2;
  }
  return chance;
}

function tail(chance: Float64Array, last: number): number {
  let sum = 0;
  for (let at = 0; at <= last; at += 1) sum += chance[at] ?? 0;
  return Math.min(1, Math.max(Number.MIN_VALUE, sum));
}

/**
 * Exact sign-flip permutation test of whole-number differences (head less base), by convolution, so that every one of
 * the 2^n reversals counts at any n; no sampling. On differences of -1, 0 and +1 it equals McNemar's exact test.
 * Null when there are no pairs. RangeError when a difference is not a whole number, or when the table of sums would be
 * too large (n times the sum of sizes above two thousand million): use `signFlipSampled` there.
 * Source: Fisher 1935; convolution after Pagano and Tritchler 1983.
 */
export function signFlip(differences: readonly number[]): SignFlip | null {
  if (differences.length === 0) return null;
  requireCounts('signFlip', ...differences.map(Math.abs));
  const unit = differences.reduce((divisor, difference) => gcd(divisor, Math.abs(difference)), 0) || 1;
  const sizes = differences.filter((difference) => difference !== 0).map((difference) => Math.abs(difference) / unit);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total * sizes.length > MAX_STEPS) {
    throw new RangeError(`signFlip would need ${total * sizes.length} steps, above ${MAX_STEPS}`);
  }
  const sum = differences.reduce((running, difference) => running + difference, 0);
  const chance = subsetSums(sizes, total);
  // A subset summing to s leaves a signed sum of 2 s - total, and the table is symmetric about 0.
  const upTo = (signed: number) => tail(chance, Math.floor((signed / unit + total) / 2));
  const pFall = upTo(sum);
  const pRise = upTo(-sum);
  return { n: differences.length, sum, p: Math.min(1, 2 * Math.min(pFall, pRise)), pFall, pRise };
}

/** Successes of attempts on one task. */
export interface TaskRate {
  readonly accepted: number;
  readonly attempts: number;
}

/** Whole-number differences of rates over a common denominator. */
export interface ScaledDifferences {
  /** head rate less base rate for each pair, times `scale`. */
  readonly differences: readonly number[];
  /** The least common multiple of all attempts. */
  readonly scale: number;
}

/**
 * Differences of per-task rates (head less base) as whole numbers over one denominator, for `signFlip`, also when tasks
 * have unequal numbers of graded attempts. RangeError when a task has no attempts (drop that pair and count it first),
 * more accepted than attempts, or when the common denominator leaves the safe integers.
 */
export function scaledDifferences(
  pairs: readonly { readonly base: TaskRate; readonly head: TaskRate }[],
): ScaledDifferences {
  let scale = 1;
  for (const { accepted, attempts } of pairs.flatMap(({ base, head }) => [base, head])) {
    requireCounts('scaledDifferences', accepted, attempts - accepted, attempts - 1);
    scale = (scale / gcd(scale, attempts)) * attempts;
    requireCounts('scaledDifferences: common denominator', scale);
  }
  const scaled = ({ accepted, attempts }: TaskRate) => accepted * (scale / attempts);
  return { differences: pairs.map(({ base, head }) => scaled(head) - scaled(base)), scale };
}

/** Default number of reversals that `signFlipSampled` draws. */
export const SIGN_FLIP_DRAWS = 20_000;

/**
 * Two-sided sign-flip p by seeded draws, (r + 1) / (draws + 1), for differences that are not whole numbers or are too
 * large for `signFlip`. Sums within a part in 10^12 of the observed one count as equal to it. Null without pairs.
 * Source: Phipson and Smyth 2010. RangeError on a difference that is not finite or a malformed seed.
 */
export function signFlipSampled(
  differences: readonly number[],
  seed: string,
  draws: number = SIGN_FLIP_DRAWS,
): number | null {
  if (differences.length === 0) return null;
  if (!differences.every(Number.isFinite)) throw new RangeError('signFlipSampled needs finite differences');
  const random = randomFromDigest(seed);
  const slack = 1e-12 * differences.reduce((sum, difference) => sum + Math.abs(difference), 0);
  const threshold = Math.abs(differences.reduce((sum, difference) => sum + difference, 0)) - slack;
  let asFar = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0;
    let bits = 0;
    for (const [index, difference] of differences.entries()) {
      if (index % 32 === 0) bits = random.next();
      sum += (bits & 1) === 1 ? difference : -difference;
      bits >>>= 1;
    }
    if (Math.abs(sum) >= threshold) asFar += 1;
  }
  return (asFar + 1) / (draws + 1);
}
