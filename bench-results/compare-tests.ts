/**
 * Paired tests over the tasks of two rows, and the smallest change they could have seen. Every test is on whole numbers,
 * one for each task: McNemar's exact test for one attempt, the exact sign-flip test for more.
 */
import type { PairedTest } from '../records/comparison-parts.ts';
import { mcnemar, signFlip, signFlipSampled } from '../statistics/paired.ts';
import { mcnemarDetectableDrop } from '../statistics/power.ts';
import { studentQuantile } from '../statistics/quantiles.ts';

/** Which way the sum of the scores goes, beyond chance. */
export type Move = 'rise' | 'fall' | 'none';

/** Whole numbers for each compared task, to less from, on any one scale. */
export interface Scores {
  readonly values: readonly number[];
  /** True where every task has exactly one graded attempt on both sides. */
  readonly single: boolean;
  /** A hex digest that seeds the draws, where the exact test would be too large. */
  readonly seed: () => string;
}

/** A test's answer at a level. */
export interface Tested {
  readonly move: Move;
  readonly p: number;
  readonly name: PairedTest['name'];
}

/** The exact test takes about this many steps at most; above it the flips are drawn. */
const MOST_STEPS = 20_000_000;

/** The two-sided p of the scores and which way they moved at that level. No task at all moves nowhere. */
export function testScores({ values, single, seed }: Scores, level: number): Tested {
  const sum = values.reduce((total, value) => total + value, 0);
  const { p, name } = single ? countTest(values) : flipTest(values, seed);
  const moved = p <= level && sum !== 0;
  return { move: moved ? (sum > 0 ? 'rise' : 'fall') : 'none', p, name };
}

function countTest(values: readonly number[]): Pick<Tested, 'p' | 'name'> {
  const rose = values.filter((value) => value > 0).length;
  const fell = values.filter((value) => value < 0).length;
  return { p: mcnemar(rose, fell).p, name: 'mcnemar' };
}

function flipTest(values: readonly number[], seed: () => string): Pick<Tested, 'p' | 'name'> {
  const size = values.reduce((total, value) => total + Math.abs(value), 0);
  if (values.every(Number.isSafeInteger) && size * values.length <= MOST_STEPS) {
    return { p: signFlip(values)?.p ?? 1, name: 'sign_flip' };
  }
  return { p: signFlipSampled(values, seed()) ?? 1, name: 'sign_flip_sampled' };
}

/** The test as documents carry it. */
export function storedTest({ values }: Scores, tested: Tested, level: number, dropped: number): PairedTest {
  return {
    name: tested.name,
    pE6: Math.min(1_000_000, Math.ceil(tested.p * 1e6)),
    levelE6: Math.floor(level * 1e6),
    tasks: values.length,
    dropped,
    rose: values.filter((value) => value > 0).length,
    fell: values.filter((value) => value < 0).length,
  };
}

/** Chance of seeing the smallest effect. */
const POWER = 0.8;

/** McNemar's detectable drop is enumerated up to this many tasks. */
const ENUMERATED = 200;

/**
 * The smallest change of the mean of `count` tasks that the test sees four times of five, when tasks differ by chance as
 * much as they were seen to. `scale` turns a score into a change of its task. Null: no change of at most `most` would
 * be seen, that is, the test cannot decide at this number of tasks.
 */
export function smallestEffect(scores: Scores, scale: number, level: number, most: number): number | null {
  const { values, single } = scores;
  const count = values.length;
  const needed = leastTasks(level);
  if (count < needed) return null;
  const differing = values.filter((value) => value !== 0).length;
  const drop =
    single && count <= ENUMERATED ? detectableDrop(count, Math.min(count, roundedUp(differing)), level) : undefined;
  if (drop !== undefined) return drop === null || drop * scale > most ? null : drop * scale;
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value * scale) ** 2, 0));
  const factor = student(1 - level / 2, count - 1) + student(POWER, count - 1);
  const effect = Math.max((factor * spread) / count, (needed * scale) / count);
  return effect <= most ? effect : null;
}

/** Fewest differing tasks, all one way, at which an exact test rejects: 2 / 2^n is at most the level. */
function leastTasks(level: number): number {
  return Math.ceil(1 - Math.log2(level) - 1e-9);
}

/** The next of 0, 1, 2, 3, 4, 6, 8, 12, 16, …: few different designs are worked out, and none is flattered. */
function roundedUp(count: number): number {
  if (count <= 4) return count;
  let step = 4;
  while (step * 2 < count) step *= 2;
  return count <= step * 1.5 ? step * 1.5 : step * 2;
}

const drops = new Map<string, number | null>();

/** The chance differences are half of those that were seen, each way. */
function detectableDrop(tasks: number, differing: number, level: number): number | null {
  const key = `${tasks} ${differing} ${level}`;
  const known = drops.get(key);
  if (known !== undefined) return known;
  const noise = differing / (2 * tasks);
  const drop = noise < 0.5 ? mcnemarDetectableDrop(tasks, noise, { alpha: level, power: POWER }) : null;
  if (drops.size > 10_000) drops.clear();
  drops.set(key, drop);
  return drop;
}

const quantiles = new Map<string, number>();

function student(p: number, freedom: number): number {
  const key = `${p} ${freedom}`;
  const known = quantiles.get(key) ?? studentQuantile(p, freedom);
  if (quantiles.size > 10_000) quantiles.clear();
  quantiles.set(key, known);
  return known;
}

/** Student's quantile for a two-sided interval of 95 %. */
export function intervalFactor(freedom: number): number {
  return student(0.975, freedom);
}
