/** Fisher's exact test of two independent samples. */
import { binomialRow, quotient, requireCounts } from './exact.ts';

/** p-values of Fisher's exact test on a 2x2 table. */
export interface Fisher {
  /** Two-sided: the chance of all tables with these margins that are no more likely than the observed one. */
  readonly p: number;
  /** One-sided: the chance of as few or fewer successes in the first sample. */
  readonly pFewer: number;
  /** One-sided: the chance of as many or more successes in the first sample. */
  readonly pMore: number;
}

/**
 * Fisher's exact test (Fisher 1935) of `a` successes and `b` failures in the first sample against `c` and `d` in the
 * second, with exact integers: ties in likelihood are real ties. All three are 1 when a margin is empty.
 * RangeError unless all four are whole numbers of 0 or more.
 */
export function fisherExact(a: number, b: number, c: number, d: number): Fisher {
  requireCounts('fisherExact', a, b, c, d);
  const successes = a + c;
  const first = binomialRow(a + b, a + b);
  const second = binomialRow(c + d, c + d);
  const ways = (k: number) => (first[k] ?? 0n) * (second[successes - k] ?? 0n);
  const observed = ways(a);
  let [all, unlikely, fewer, more] = [0n, 0n, 0n, 0n];
  for (let k = Math.max(0, successes - c - d); k <= Math.min(successes, a + b); k += 1) {
    const here = ways(k);
    all += here;
    if (here <= observed) unlikely += here;
    if (k <= a) fewer += here;
    if (k >= a) more += here;
  }
  return { p: quotient(unlikely, all), pFewer: quotient(fewer, all), pMore: quotient(more, all) };
}
