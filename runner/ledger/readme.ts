/** README.md of a ledger, from the end of it that an append has verified. */
import { classesOf, figuresOf } from '../../bench-results/compare-figures.ts';
import { axesOf } from '../../bench-results/compare-groups.ts';
import type { LedgerOrigin } from '../../records/ledger.ts';
import { Row, type SuiteRecord } from '../../records/row.ts';
import { ledgerReadme, README_ROWS } from '../../render/ledger-readme.ts';

/** What an append knows of the ledger that it extends. */
export interface LedgerEndFacts {
  readonly origin: LedgerOrigin;
  /** The text of the last shard, which may be full. */
  readonly shard: string;
  /** The suite of the new row. Classes of other suites are not read for this: their OCS is told where the row shows it. */
  readonly suite: SuiteRecord;
  readonly hasDashboard: boolean;
}

/** The text for a ledger that ends in `row`: that row and those of the last shard before it. */
export function readmeOf(row: Row, { origin, shard, suite, hasDashboard }: LedgerEndFacts): string {
  const classes = classesOf(suite);
  const lines = shard.split('\n').filter((line) => line !== '');
  const latest = [...lines.slice(1 - README_ROWS).flatMap(rowOf), row].reverse();
  const rows = latest.map((one) => ({
    suite: one.suite.id,
    axes: axesOf(one),
    point: figuresOf(one, classes).point,
    repository: one.subject.repository,
  }));
  return ledgerReadme({ origin, rows, count: row.seq + 1, head: row.receipt, hasDashboard });
}

/** A row of a line that verified; none where it does not fit the schema, which whole verification tells. */
function rowOf(line: string): Row[] {
  const row = Row.safeParse(JSON.parse(line));
  return row.success ? [row.data] : [];
}
