/** Reads a ledger, verifies it whole, and compares its rows. */

import { compareRows } from '../bench-results/compare.ts';
import { findReference } from '../bench-results/compare-reference.ts';
import type { CompareView, Comparison } from '../records/comparison.ts';
import { UsageError } from '../records/errors.ts';
import type { Row, SuiteRecord } from '../records/row.ts';
import type { Digest } from '../records/scalars.ts';
import { classOf } from '../records/suite.ts';
import type { Lane } from '../records/terms.ts';
import type { Context } from './context.ts';
import type { Ledger, LedgerRows } from './ledger/ledger.ts';
import { openLedger } from './ledger/open.ts';
import { loadSuite, shippedSuites } from './suites.ts';

/** What to compare; null: everything. */
export interface CompareOptions {
  readonly suite: string | null;
  readonly lane: Lane | null;
  /** A receipt or a lane. */
  readonly reference: string | null;
  readonly view: CompareView;
}

/**
 * Compares the rows of a ledger. Throws an EvidenceError when it does not verify: then nothing is compared; and a
 * UsageError when a suite or a reference is named that it does not hold. A ledger without rows compares nothing.
 */
export async function compareLedger(context: Context, spec: string, options: CompareOptions): Promise<Comparison> {
  const ledger = openLedger(spec, { env: context.env, interrupt: context.interrupt });
  const read = await readVerified(context, ledger);
  const found = findReference(read.rows, options.reference);
  if (!found.ok) throw new UsageError(found.message, found.next);
  if (options.suite !== null && read.rows.length > 0) requireSuite(read.rows, options.suite);
  const { reference } = found;
  if (reference !== null && 'row' in reference && options.suite !== null && reference.row.suite.id !== options.suite) {
    throw new UsageError(
      `The reference row is of the suite "${reference.row.suite.id}", not of "${options.suite}"`,
      'Only rows of one suite are compared. Name a reference of this suite, or leave --suite out.',
    );
  }
  const rows = read.rows.filter((row) => options.suite === null || row.suite.id === options.suite);
  const suites = await suiteRecords(context, ledger, rows);
  const comparison = compareRows(read, suites, { ...options, reference });
  if (reference !== null && 'lane' in reference && options.view !== 'trend') requireLane(comparison, reference.lane);
  return comparison;
}

/** The rows of a ledger that verified whole. Says what takes so long when it takes longer than a second. */
export async function readVerified(context: Context, ledger: Ledger): Promise<LedgerRows> {
  const timer = setTimeout(() => context.progress(`Verifying ${ledger.describe()}`), 1000);
  try {
    return await ledger.read();
  } finally {
    clearTimeout(timer);
  }
}

/** Throws a UsageError unless a row of the suite stands in the ledger. */
export function requireSuite(rows: readonly Row[], suite: string): void {
  const ids = [...new Set(rows.map((row) => row.suite.id))].sort();
  if (!ids.includes(suite)) {
    throw new UsageError(`The ledger has no row of the suite "${suite}"`, `It has rows of: ${ids.join(', ')}.`);
  }
}

function requireLane(comparison: Comparison, lane: Lane): void {
  const lanes = new Set(comparison.suites.flatMap(({ groups }) => groups.map((group) => group.lane)));
  if (comparison.suites.length > 0 && !lanes.has(lane)) {
    throw new UsageError(
      `No comparable row ran in the lane "${lane}"`,
      `The rows that can be compared ran in: ${[...lanes].sort().join(', ')}.`,
    );
  }
}

/** The records of the suites of some rows: from the ledger, else from a shipped suite with the same digest. */
export async function suiteRecords(
  context: Context,
  ledger: Ledger,
  rows: readonly Row[],
): Promise<ReadonlyMap<Digest, SuiteRecord>> {
  const records = new Map<Digest, SuiteRecord>();
  const wanted = new Map(rows.map(({ suite }) => [suite.digest, suite.id]));
  for (const [digest, id] of wanted) {
    const record = (await ledger.suite(digest)) ?? (await shippedRecord(context, id, digest));
    if (record !== null) records.set(digest, record);
  }
  return records;
}

/** A ledger in one file keeps no records; a suite that ships is known anyway. */
async function shippedRecord(context: Context, id: string, digest: Digest): Promise<SuiteRecord | null> {
  if (!shippedSuites(context).includes(id)) return null;
  const { suite } = await loadSuite(context, id);
  if (suite.digest !== digest) return null;
  const tasks = suite.cases.map((task) => ({ id: task.id, digest: task.digest, class: classOf(task) }));
  return { schema: 'operant.suite-record/v1', id: suite.id, kind: suite.kind, digest, tasks };
}
