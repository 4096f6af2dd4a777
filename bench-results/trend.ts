/**
 * Trend: one agent, lane and condition over time, by the start of execution. The line holds rows of
 * branches, releases, schedules and of the own machine. A row of a pull request is compared with its base and with
 * nothing else, and a base that was measured inside a pull request serves that pull request only.
 */
import type { PullRequestLine, TrendLine } from '../records/comparison.ts';
import type { Row, SuiteRecord } from '../records/row.ts';
import type { Figures } from './compare-figures.ts';
import { byExecution, differingAxes, gather, isMainLine, isPullRequest, type RowGroup } from './compare-groups.ts';
import { compareTwo } from './compare-rows.ts';

/** What every view is made from. */
export interface ViewInput {
  /** The groups that are shown, each with its place in the list of all groups. */
  readonly groups: readonly (RowGroup & { readonly place: number })[];
  /** The rows of every group of the suite key. */
  readonly rows: readonly Row[];
  readonly figures: (row: Row) => Figures;
  readonly suite: SuiteRecord | null;
}

/** The line of each group that has one. Tasks are listed in its last step; the counts of the others tell the rest. */
export function trendLines({ groups, figures, suite }: ViewInput): TrendLine[] {
  return groups.flatMap(({ rows, place }) => {
    const line = rows.filter(isMainLine).map(figures);
    if (line.length === 0) return [];
    const last = line.length - 1;
    const steps = line.flatMap((to, at) => {
      const from = line[at - 1];
      return from === undefined ? [] : [compareTwo(from, to, { suite, timeAxis: true, withTasks: at === last })];
    });
    return [{ group: place, points: line.map(({ point }) => point), steps }];
  });
}

/** Each row of a pull request with its base. */
export function pullRequestLines({ groups, rows, figures, suite }: ViewInput): PullRequestLine[] {
  const bases = basesBySha(rows);
  return groups.flatMap(({ rows: members, place }) =>
    members.filter(isPullRequest).map((row) => {
      const { baseSha } = row.subject;
      const base = baseSha === null ? null : baseOf(row, bases.get(baseSha) ?? []);
      const to = figures(row);
      if (base === null) {
        const reason = baseSha === null ? 'no_base_sha' : 'no_base_row';
        return { group: place, point: to.point, comparison: null, reason };
      }
      const comparison = compareTwo(figures(base), to, { suite, timeAxis: true, withTasks: true });
      return { group: place, point: to.point, comparison, reason: null };
    }),
  );
}

/** Rows that may be a base, by the commit that they measured. */
function basesBySha(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const serving = rows.filter((row) => isMainLine(row) || (row.subject.side === 'base' && row.derivedFrom === null));
  return gather(serving, ({ subject }) => subject.sha ?? '');
}

/**
 * The base of a pull request's row among the rows of its base commit: the same group before one with another model or
 * lane (which is then a confounder), the same run before another, the latest before earlier ones. Null when none serves.
 */
function baseOf(row: Row, candidates: readonly Row[]): Row | null {
  const ranked = candidates
    .filter((base) => isMainLine(base) || isOwnBase(base, row))
    .map((base) => ({ base, axes: differingAxes(base, row) }))
    .filter(({ axes }) => axes.every((axis) => axis === 'model' || axis === 'lane'))
    .map(({ base, axes }) => ({ base, rank: axes.length * 2 + (base.runId === row.runId ? 0 : 1) }))
    .sort((one, other) => one.rank - other.rank || byExecution(other.base, one.base));
  return ranked[0]?.base ?? null;
}

/** Whether a base-side row was measured inside this pull request. */
function isOwnBase({ subject }: Row, row: Row): boolean {
  return (
    subject.side === 'base' &&
    subject.number !== null &&
    subject.number === row.subject.number &&
    subject.repository === row.subject.repository
  );
}
