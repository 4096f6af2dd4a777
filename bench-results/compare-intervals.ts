/** Newcombe's intervals for a difference of paired rates, by task. */
import type { Interval } from '../records/report.ts';
import { storedInterval } from '../records/stored-interval.ts';
import { newcombeOfRates, newcombePaired } from '../statistics/difference.ts';
import { type Interval as Limits, wilson } from '../statistics/proportion.ts';
import type { Pairs } from './compare-pairs.ts';

/** The tasks of one kind, counted and averaged. */
interface Tally {
  readonly n: number;
  /** Means over the tasks. */
  readonly from: number;
  readonly to: number;
  /** Tasks that succeed on both sides, only on `to`, only on `from`; with one attempt a side. */
  readonly both: number;
  readonly rose: number;
  readonly fell: number;
  /** Every task has one attempt a side. */
  readonly single: boolean;
}

/** The interval of the mean change, or of the sum of two mean changes over the two kinds. Null of no pairs. */
export function changeInterval(pairs: Pairs, kinds: 1 | 2): Interval | null {
  const one = tally(pairs, 0);
  const other = kinds === 2 ? tally(pairs, 1) : null;
  const single = one.single && (other?.single ?? true);
  const limits = other === null ? limitsOf(one) : sumLimits(one, other);
  return storedInterval(limits, single ? 'Newcombe 95 %, paired' : 'Newcombe 95 %, by task', pairs.kind.length);
}

function tally(pairs: Pairs, kind: 0 | 1): Tally {
  let [n, from, to, both, rose, fell, single] = [0, 0, 0, 0, 0, 0, true];
  for (let at = 0; at < pairs.kind.length; at++) {
    if (pairs.kind[at] !== kind) continue;
    const [fromPart, toPart] = [pairs.fromPart[at] ?? 0, pairs.toPart[at] ?? 0];
    const [fromWhole, toWhole] = [pairs.fromWhole[at] ?? 1, pairs.toWhole[at] ?? 1];
    n++;
    from += fromPart / fromWhole;
    to += toPart / toWhole;
    if (toPart > 0 && fromPart > 0) both++;
    else if (toPart > 0) rose++;
    else if (fromPart > 0) fell++;
    single &&= fromWhole === 1 && toWhole === 1;
  }
  return { n, from: n === 0 ? 0 : from / n, to: n === 0 ? 0 : to / n, both, rose, fell, single };
}

function limitsOf({ n, from, to, both, rose, fell, single }: Tally): Limits | null {
  if (n === 0) return null;
  if (single) return newcombePaired(both, rose, fell, n - both - rose - fell);
  return newcombeOfRates(to, wilson(to * n, n), from, wilson(from * n, n));
}

/** From -2 to +2. A sum is a difference from the negative; halves keep it in the range of a difference of rates. */
function sumLimits(one: Tally, other: Tally): Limits | null {
  const [first, second] = [limitsOf(one), limitsOf(other)];
  if (first === null || second === null) return null;
  const half = newcombeOfRates(
    (one.to - one.from) / 2,
    { low: first.low / 2, high: first.high / 2 },
    (other.from - other.to) / 2,
    { low: -second.high / 2, high: -second.low / 2 },
  );
  return half === null ? null : { low: half.low * 2, high: half.high * 2 };
}
