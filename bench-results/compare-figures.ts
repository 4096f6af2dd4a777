/** The numbers of one row, worked out once: rates as exact fractions, intervals, and what each case withheld. */
import type { Point } from '../records/comparison-parts.ts';
import { type Fraction, fraction, minus, plus, ratioOf } from '../records/ratio.ts';
import type { Row, SuiteRecord } from '../records/row.ts';
import type { RowTask } from '../records/row-parts.ts';
import type { Digest, Ratio } from '../records/scalars.ts';
import { storedInterval } from '../records/stored-interval.ts';
import { newcombeOfRates } from '../statistics/difference.ts';
import { wilson } from '../statistics/proportion.ts';
import { nameOf } from './compare-groups.ts';
import { meanRate, ratio, type Share } from './compare-numbers.ts';

/** A row with what comparisons need of it. */
export interface Figures {
  readonly row: Row;
  readonly point: Point;
  /** Half of OCS that each task belongs to: 0 guarded, 1 open. Null outside decision suites and without a record. */
  readonly kinds: readonly (0 | 1)[] | null;
  /** Trials of each task that withheld where they must or did not where they may; null where not derivable. */
  readonly right: readonly number[] | null;
}

/** What a suite's record says of its tasks. */
export interface Classes {
  readonly digest: Digest;
  readonly kinds: readonly (0 | 1)[];
}

/** The classes of a suite's tasks; null where it is no decision suite or the ledger has no record of it. */
export function classesOf(suite: SuiteRecord | null): Classes | null {
  if (suite === null || suite.tasks.some((task) => task.class === null)) return null;
  const kinds = suite.tasks.map((task) => (task.class === 'guard_warranted' ? 0 : 1));
  return { digest: suite.digest, kinds };
}

/** The numbers of a row. `classes` null: not known. */
export function figuresOf(row: Row, classes: Classes | null): Figures {
  const kinds = classes !== null && fits(row, classes) ? classes.kinds : null;
  const right = kinds === null ? null : rightByCase(row, kinds);
  const { accepted, graded, planned, ungraded } = row.counts;
  const point: Point = {
    row: nameOf(row),
    verdict: row.gate?.verdict ?? null,
    counts: { planned, graded, accepted, ungraded },
    success: {
      value: graded === 0 ? null : ratio(accepted, graded),
      interval: storedInterval(wilson(Math.min(accepted, graded), graded), 'Wilson 95 %', graded),
    },
    ocs: row.decision === null ? null : ocsOf(row, kinds, right),
    cpao: {
      disposition: row.cpao.disposition,
      nanoUsd: row.cpao.nanoUsd,
      rateBasis: row.cost.rateBasis,
      catalog: row.catalog?.digest ?? null,
    },
    conformance: conformanceOf(row),
  };
  return { row, point, kinds, right };
}

/** Counts of a row's tasks by class, as the record of the suite has the classes. */
interface ClassCounts {
  readonly guarded: number;
  readonly open: number;
  readonly guardedWithheld: number;
  readonly openWithheld: number;
  /** Rejected trials of open cases that did not withhold. */
  readonly openSilent: number;
}

function countClasses(tasks: readonly RowTask[], kinds: readonly (0 | 1)[]): ClassCounts {
  const counts = { guarded: 0, open: 0, guardedWithheld: 0, openWithheld: 0, openSilent: 0 };
  for (const [place, task] of tasks.entries()) {
    const withheld = task.withheld ?? 0;
    if (kinds[place] === 0) {
      counts.guarded += gradedOf(task);
      counts.guardedWithheld += withheld;
    } else {
      counts.open += gradedOf(task);
      counts.openWithheld += withheld;
      counts.openSilent += Math.max(0, task.rejected - withheld);
    }
  }
  return counts;
}

/**
 * Whether classes are those of the row's tasks. A receipt covers the row and not the record of its suite, so the classes
 * have to give the confusion counts that the row states.
 */
function fits({ suite, tasks, decision }: Row, { digest, kinds }: Classes): boolean {
  if (decision === null || digest !== suite.digest || kinds.length !== tasks.length) return false;
  const { guarded, open, guardedWithheld } = countClasses(tasks, kinds);
  const { tp, fn, fp, tn } = decision;
  return guardedWithheld === tp && guarded >= tp + fn && open >= fp + tn;
}

/** Graded trials of a task. */
export function gradedOf(task: RowTask): number {
  return task.accepted + task.rejected;
}

/**
 * Trials of each case on the right side of OCS. A row counts unparseable answers over the whole group only; such an
 * answer to an open case is wrong as if it withheld, one to a guarded case did not withhold anyway. They can be told
 * apart by case when every rejected trial of an open case that did not withhold is one of them. Null where they cannot,
 * or where a graded trial is in no bucket of OCS.
 */
function rightByCase({ tasks, decision }: Row, kinds: readonly (0 | 1)[]): readonly number[] | null {
  if (decision === null) return null;
  const { guarded, open, openWithheld, openSilent } = countClasses(tasks, kinds);
  const placed = guarded === decision.tp + decision.fn && open === decision.fp + decision.tn;
  const sound = tasks.every((task) => task.withheld !== null && task.withheld <= gradedOf(task));
  const unparseable = decision.fp - openWithheld;
  if (!placed || !sound || (unparseable !== 0 && unparseable !== openSilent)) return null;
  return tasks.map((task, place) => {
    const withheld = task.withheld ?? 0;
    if (kinds[place] === 0) return withheld;
    return gradedOf(task) - (unparseable === 0 ? withheld : Math.max(withheld, task.rejected));
  });
}

type Ocs = NonNullable<Point['ocs']>;

function ocsOf(row: Row, kinds: readonly (0 | 1)[] | null, right: readonly number[] | null): Ocs {
  const code = row.decision?.withheld ?? null;
  if (code !== null) return { value: null, withheld: code, interval: null };
  if (kinds === null || right === null) return { value: ocsByTotals(row), withheld: null, interval: null };
  const [guarded, open] = [classMean(row, kinds, right, 0), classMean(row, kinds, right, 1)];
  if (guarded === null || open === null) return { value: null, withheld: null, interval: null };
  // Of the open cases the right ones are counted: the share that withheld is the rest.
  const fpr = 1 - open.mean;
  const limits = newcombeOfRates(
    guarded.mean,
    wilson(guarded.mean * guarded.cases, guarded.cases),
    fpr,
    wilson(fpr * open.cases, open.cases),
  );
  const value = ratioOf(minus(plus(guarded.exact, open.exact), fraction(1, 1)));
  const interval = storedInterval(limits, 'Newcombe 95 %, by case', guarded.cases + open.cases);
  return { value, withheld: null, interval };
}

interface ClassMean {
  readonly cases: number;
  readonly mean: number;
  readonly exact: Fraction;
}

/** The mean over the graded cases of a class; null when there is none. */
function classMean({ tasks }: Row, kinds: readonly (0 | 1)[], right: readonly number[], kind: 0 | 1): ClassMean | null {
  const shares: Share[] = [];
  let sum = 0;
  for (const [place, task] of tasks.entries()) {
    const whole = gradedOf(task);
    if (kinds[place] !== kind || whole === 0) continue;
    const part = right[place] ?? 0;
    shares.push({ part, whole });
    sum += part / whole;
  }
  const exact = meanRate(shares);
  return exact === null ? null : { cases: shares.length, mean: sum / shares.length, exact };
}

/**
 * OCS without the cases: from the totals where every graded case has as many graded trials as any other, so that the
 * mean over cases is the share of trials; else as the gate measured it. Null where neither can give it.
 */
function ocsByTotals({ gate, decision, tasks }: Row): Ratio | null {
  const sizes = new Set(tasks.map(gradedOf).filter((graded) => graded > 0));
  const judged = gate?.criteria.find(({ name }) => name.startsWith('ocs>='))?.observed ?? null;
  if (decision === null || sizes.size !== 1) return typeof judged === 'object' ? judged : null;
  const { tp, fn, fp, tn } = decision;
  if (tp + fn === 0 || fp + tn === 0) return null;
  return ratioOf(minus(fraction(tp, tp + fn), fraction(fp, fp + tn)));
}

function conformanceOf({ conformance }: Row): Point['conformance'] {
  if (conformance === null) return null;
  const layers = Object.values(conformance);
  const passed = layers.reduce((sum, layer) => sum + layer.passed, 0);
  const open = layers.reduce((sum, layer) => sum + layer.failed + layer.unobservable, 0);
  return { passed, required: passed + open };
}
