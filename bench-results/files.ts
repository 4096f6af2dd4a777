/** What an append writes: the last shard, the index file, the head, the checkpoint, and what is written once. */
import { canonical } from '../records/canonical-json.ts';
import {
  badgeFile,
  badgePictureFile,
  checkpointText,
  executionsFile,
  headOf,
  type LedgerOrigin,
  SHARD_ROWS,
  shardFile,
  suiteFile,
} from '../records/ledger.ts';
import type { Row, SuiteRecord } from '../records/row.ts';
import { badgeText, type ShieldsEndpoint } from './badge.ts';
import { rowLine } from './chain.ts';
import { withExecution } from './executions.ts';

/** A file of a ledger with its new contents. */
export interface LedgerFile {
  readonly path: string;
  /** Null: the file is removed. */
  readonly text: string | null;
}

/** What stands in the ledger and is extended. */
export interface Extended {
  readonly origin: LedgerOrigin;
  /** Text of the last shard; empty in an empty ledger. */
  readonly shard: string;
  /** Lines of the index file of the row's execution. */
  readonly executions: readonly string[];
  /** Whether suites/<digest>.json of the row's suite is there already. */
  readonly hasSuite: boolean;
  /** The badge that the row gives its suite, with its picture; null for a row that changes no badge. */
  readonly badge: { readonly endpoint: ShieldsEndpoint; readonly picture: string } | null;
  /** README.md for the ledger that ends in the row; it shows the latest rows and does not grow. */
  readonly readme: string;
}

/**
 * The files that change when a row is appended, the rows first and the head last. Nothing that grows without bound is
 * among them: a shard has at most 100 rows, an index file a 256th of all executions.
 */
export function filesOfAppend(row: Row, suite: SuiteRecord, extended: Extended): LedgerFile[] {
  const begun = row.seq % SHARD_ROWS === 0 ? '' : extended.shard;
  const { badge } = extended;
  const id = row.suite.id;
  return [
    { path: shardFile(row.seq), text: begun + rowLine(row) },
    {
      path: executionsFile(row.executionDigest),
      text: withExecution(extended.executions, row.executionDigest, row.seq),
    },
    ...(extended.hasSuite ? [] : [{ path: suiteFile(suite.digest), text: `${canonical(suite)}\n` }]),
    ...(badge === null
      ? []
      : [
          { path: badgeFile(id), text: badgeText(badge.endpoint) },
          { path: badgePictureFile(id), text: badge.picture },
        ]),
    { path: 'README.md', text: extended.readme },
    {
      path: 'checkpoint',
      text: checkpointText({ origin: extended.origin, count: row.seq + 1, head: row.receipt }),
    },
    { path: 'HEAD.json', text: `${canonical(headOf(row.seq + 1, row.receipt))}\n` },
  ];
}
