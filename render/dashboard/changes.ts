/** What changed between neighbouring rows of a group: the marks on a trend. */
import { countTransitions } from '../../bench-results/compare-tasks.ts';
import { confoundersOf } from '../../bench-results/confounders.ts';
import type { Confounder, Transition } from '../../records/comparison-parts.ts';
import type { Row } from '../../records/row.ts';
import { CONFOUNDERS } from '../compare-words.ts';
import { shortDigest } from '../numbers.ts';
import type { RowFacts } from './facts.ts';
import { byStart } from './groups.ts';

/** A row against the one before it in its group: what else changed beside the package under test. */
export interface Change {
  readonly seq: number;
  /** The row that it follows. */
  readonly after: number;
  /** False: another suite, or other tasks or attempts of it, so that nothing is comparable. */
  readonly comparable: boolean;
  readonly confounders: readonly Confounder[];
}

/**
 * The row that each row is held against: the one before it, by execution, that speaks for the project as it stands, of
 * the same group and suite. Rows without one are left out.
 */
export function precedingRows(rows: readonly RowFacts[]): ReadonlyMap<number, RowFacts> {
  const latest = new Map<string, RowFacts>();
  const preceding = new Map<number, RowFacts>();
  for (const row of [...rows].sort(byStart)) {
    const key = `${row.suite.id} ${row.group}`;
    const before = latest.get(key);
    if (before !== undefined) preceding.set(row.point.row.seq, before);
    if (row.isMain) latest.set(key, row);
  }
  return preceding;
}

/** The changes that are worth a mark, by the row that they lead to. */
export function markedChanges(rows: readonly RowFacts[]): ReadonlyMap<number, Change> {
  const preceding = precedingRows(rows);
  const marked = new Map<number, Change>();
  for (const row of rows) {
    const before = preceding.get(row.point.row.seq);
    const change = before === undefined ? null : changeBetween(before, row);
    if (change !== null && isMarked(change)) marked.set(change.seq, change);
  }
  return marked;
}

/** The change from one row to the next; confounders are empty when nothing else changed. */
export function changeBetween(before: RowFacts, row: RowFacts): Change {
  return {
    seq: row.point.row.seq,
    after: before.point.row.seq,
    comparable: before.suiteKey === row.suiteKey,
    confounders: confoundersOf(before.conditions, row.conditions, true),
  };
}

/** Number of tasks by what became of them; null where the rows hold different work. */
export function transitionsBetween(before: Row, row: Row): Readonly<Record<Transition, number>> | null {
  return before.suiteKey === row.suiteKey ? countTransitions(before, row) : null;
}

/** The confounders that did change; not what may have, nor placeholder rates that both sides have. */
export function certainChanges({ confounders }: Change): readonly Confounder[] {
  return confounders.filter(({ certain, from, to }) => certain && from !== to);
}

function isMarked(change: Change): boolean {
  return !change.comparable || certainChanges(change).length > 0;
}

/** A confounder in words: `harness version: 1.0.0 → 1.1.0`. */
export function confounderText({ axis, certain, from, to }: Confounder): string {
  const values = `${valueText(from)} → ${valueText(to)}`;
  return `${CONFOUNDERS[axis]}${certain ? '' : ' (perhaps)'}: ${values}`;
}

function valueText(value: string | null): string {
  if (value === null) return 'none';
  return /^[a-z0-9]+:[0-9a-f]{64}$/.test(value) ? shortDigest(value) : value;
}

/** What changed, in few words, for a mark on a picture. */
export function changeText(change: Change): string {
  const names = certainChanges(change).map(({ axis }) => CONFOUNDERS[axis]);
  return [...(change.comparable ? [] : ['suite']), ...names].join(', ');
}
