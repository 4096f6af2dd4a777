/** The badge of a suite as it stands now: of its latest row, and of that row's age. */
import type { Row, SuiteRecord } from '../records/row.ts';
import { badgeOf, type ShieldsEndpoint } from './badge.ts';
import { byExecution, isMainLine } from './compare-groups.ts';

const DAY = 86_400_000;

/** What is known beside the rows. */
export interface BadgeFacts {
  readonly suite: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** A row that ended longer ago than this many days is stale. */
  readonly maxAgeDays: number;
}

/**
 * The row that a suite's badge speaks of: the latest by execution that is no pull request, with the package under test
 * in use where any row has it. Null when there is none.
 */
export function badgeRow(rows: readonly Row[], suite: string): Row | null {
  const own = rows.filter((row) => row.suite.id === suite && isMainLine(row)).sort(byExecution);
  return own.findLast(({ agent }) => agent.condition === 'explicit') ?? own.at(-1) ?? null;
}

/** The badge of that row: orange when it is stale, grey when there is none. Rows must come from a verified ledger. */
export function latestBadge(row: Row | null, record: SuiteRecord | null, facts: BadgeFacts): ShieldsEndpoint {
  const badge = row === null ? null : badgeOf(row, record);
  if (row === null || badge === null) return greyBadge(facts.suite, 'no result yet');
  const age = facts.now - Date.parse(row.finishedAt);
  return age > facts.maxAgeDays * DAY ? { ...badge, message: `stale · ${badge.message}`, color: 'orange' } : badge;
}

/** A badge without a number: nothing can be said, and why. */
export function greyBadge(label: string, why: string): ShieldsEndpoint {
  return { schemaVersion: 1, label, message: `unverifiable · ${why}`, color: 'lightgrey', cacheSeconds: 3600 };
}
