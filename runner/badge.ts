/** The badges of a ledger's suites, made from its rows once all of them verified. */
import type { ShieldsEndpoint } from '../bench-results/badge.ts';
import { badgeRow, greyBadge, latestBadge } from '../bench-results/badge-latest.ts';
import { EvidenceError, UsageError } from '../records/errors.ts';
import type { LedgerOrigin } from '../records/ledger.ts';
import { readVerified, requireSuite, suiteRecords } from './compare.ts';
import type { Context } from './context.ts';
import { openLedger } from './ledger/open.ts';
import { originOf, parseLedgerSpec } from './ledger/spec.ts';

/** Badges by suite, sorted. */
export interface Badges {
  readonly badges: readonly { readonly suite: string; readonly badge: ShieldsEndpoint }[];
  /** The origin line that a ledger of this name has; says where it is served from. */
  readonly origin: LedgerOrigin;
  /** Why the ledger does not verify: then no badge says more than that. Null when it does. */
  readonly broken: EvidenceError | null;
}

/** The name on a badge that speaks of no suite. */
const NO_SUITE = 'operant';

/**
 * The badge of a suite, or of every suite (`suite` null). Throws a UsageError for a suite that the ledger does not hold,
 * and for an empty ledger when no suite is named.
 */
export async function badgesOfLedger(
  context: Context,
  spec: string,
  suite: string | null,
  maxAgeDays: number,
): Promise<Badges> {
  const ledger = openLedger(spec, { env: context.env, interrupt: context.interrupt });
  const origin = originOf(parseLedgerSpec(spec));
  const read = await readVerified(context, ledger).catch((error: unknown) => {
    if (error instanceof EvidenceError) return error;
    throw error;
  });
  if (read instanceof EvidenceError) {
    const name = suite ?? NO_SUITE;
    return { badges: [{ suite: name, badge: greyBadge(name, 'the ledger does not verify') }], origin, broken: read };
  }
  if (suite !== null && read.rows.length > 0) requireSuite(read.rows, suite);
  if (suite === null && read.rows.length === 0) {
    throw new UsageError(
      'The ledger has no row',
      'Name the suite with --suite to get the badge of one without a result.',
    );
  }
  const ids = suite === null ? [...new Set(read.rows.map((row) => row.suite.id))].sort() : [suite];
  const found = ids.map((id) => ({ id, row: badgeRow(read.rows, id) }));
  const records = await suiteRecords(
    context,
    ledger,
    found.flatMap(({ row }) => row ?? []),
  );
  const badges = found.map(({ id, row }) => {
    const record = row === null ? null : (records.get(row.suite.digest) ?? null);
    return { suite: id, badge: latestBadge(row, record, { suite: id, now: context.now(), maxAgeDays }) };
  });
  return { badges, origin, broken: null };
}
