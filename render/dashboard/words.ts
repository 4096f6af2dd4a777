/** The numbers of a row in words. What is not known is said in words, never as a number. Plain text, unescaped. */
import type { Point } from '../../records/comparison-parts.ts';
import { formatUsd } from '../../records/money.ts';
import type { Ratio } from '../../records/scalars.ts';
import type { Verdict } from '../../records/terms.ts';
import { count, decimal, intervalText, outOf, signedDecimal } from '../numbers.ts';
import type { Metric, RowFacts } from './facts.ts';

/** A verdict, and the word for a row that no thresholds judged. */
export type Mark = Verdict | 'none';

/** What stands for each measure in headings and lists. */
export const METRIC_WORDS: Readonly<Record<Metric, string>> = {
  ocs: 'OCS',
  conformance: 'Required checks',
  success: 'Success rate',
  cpao: 'Cost per accepted outcome',
};

/** The verdict of a row. */
export function markOf({ point }: RowFacts): Mark {
  return point.verdict ?? 'none';
}

/** An instant to the minute: `2026-03-01 10:00`. All times are UTC. */
export function minuteText(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ');
}

/** A measure: its value as a number, or why there is none. Null where the suite does not have it. */
export function measureText(point: Point, metric: Metric): string | null {
  switch (metric) {
    case 'ocs':
      if (point.ocs === null) return null;
      return point.ocs.value === null ? (point.ocs.withheld ?? 'not known') : signedDecimal(point.ocs.value);
    case 'success':
      return point.success.value === null ? 'nothing graded' : decimal(point.success.value);
    case 'conformance':
      return point.conformance === null ? null : outOf(point.conformance.passed, point.conformance.required);
    case 'cpao':
      return point.cpao.nanoUsd === null ? point.cpao.disposition : formatUsd(point.cpao.nanoUsd);
  }
}

/** Whether a measure of a row is a number. */
export function isKnown(point: Point, metric: Metric): boolean {
  switch (metric) {
    case 'ocs':
      return point.ocs !== null && point.ocs.value !== null;
    case 'success':
      return point.success.value !== null;
    case 'conformance':
      return point.conformance !== null;
    case 'cpao':
      return point.cpao.nanoUsd !== null;
  }
}

/** The interval of a measure: `0.234 to 0.489`; null where there is none. */
export function limitsText(point: Point, metric: Metric): string | null {
  const interval = metric === 'ocs' ? point.ocs?.interval : metric === 'success' ? point.success.interval : null;
  return interval === null || interval === undefined ? null : intervalText(interval, metric === 'ocs');
}

/** A bound as its criterion prints it: `+0.500`, `$0.0120`. */
export function boundText(bound: Ratio, metric: Metric): string {
  if (metric === 'cpao') return `$${decimal(bound, 4)}`;
  return metric === 'ocs' ? signedDecimal(bound) : decimal(bound);
}

/** Graded trials of those planned. */
export function gradedText({ counts }: Point): string {
  return outOf(counts.graded, counts.planned);
}

/** The number that leads for a row: OCS, else the required checks, else CPAO. */
export function headlineMetric(point: Point): Metric {
  if (point.ocs !== null) return 'ocs';
  return point.conformance === null ? 'cpao' : 'conformance';
}

/** What was judged: `#12`, `main`, a tag, a commit. */
export function subjectText({ row }: Point): string {
  const { kind, number, ref, sha, side } = row.subject;
  const commit = sha === null ? '' : ` ${sha.slice(0, 7)}`;
  if (kind === 'pull_request') return `#${number ?? '?'}${side === 'base' ? ' base' : ''}${commit}`;
  if (ref !== null) return `${ref.replace(/^refs\/(?:heads|tags)\//, '')}${commit}`;
  return kind === 'local' ? `local${commit}` : kind + commit;
}

/** A run in one sentence, for the reading of a picture. */
export function runText(row: RowFacts, metric: Metric): string {
  const value = measureText(row.point, metric) ?? 'none';
  const limits = limitsText(row.point, metric);
  const interval = limits === null ? '' : `, 95 % interval ${limits}`;
  const bound = row.bounds[metric];
  const word = metric === 'cpao' ? 'ceiling' : 'floor';
  const against = bound === null ? '' : `, ${word} ${boundText(bound, metric)}`;
  return `${METRIC_WORDS[metric]} ${value}${interval}${against}`;
}

/** `1,204 rows`. */
export function rowsText(n: number): string {
  return `${count(n)} ${n === 1 ? 'row' : 'rows'}`;
}
