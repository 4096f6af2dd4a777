/** What every kind of ledger can do: be described, verified, read and appended to. */

import type { Anchors } from '../../bench-results/anchors.ts';
import type { AppendFacts } from '../../bench-results/append.ts';
import type { LedgerFile } from '../../bench-results/files.ts';
import type { LedgerOrigin, VerifyResult } from '../../records/ledger.ts';
import type { Refusal } from '../../records/refusal.ts';
import type { Row, RowBody, SuiteRecord } from '../../records/row.ts';
import type { Digest, Receipt } from '../../records/scalars.ts';

/** How a ledger is verified or read. */
export interface VerifyRequest extends Anchors {
  /** Check every row against the strict schema too (`malformed_row`). */
  readonly rows?: boolean;
  /** The origin that the ledger must have; without it, the one in its own checkpoint. */
  readonly origin?: LedgerOrigin | null;
  /** Takes each row as it verifies; what it took is worth nothing unless the answer is ok. Implies `rows`. */
  readonly onRow?: (row: Row) => void;
}

/** The rows of a ledger that verified. */
export interface LedgerRows {
  readonly rows: readonly Row[];
  readonly count: number;
  readonly head: Receipt | null;
}

/** A ledger's files, copied. */
export interface LedgerCopy {
  /**
   * `branch`: the files of a ledger in a directory or on a branch. `rows`: the rows of a single file, spread over shards,
   * and a head that says what their last row says; such a ledger has no other anchor of its own.
   */
  readonly kind: 'branch' | 'rows';
  /** Path to bytes. The index of executions and the badges are left out. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** What comes with a row that is to be recorded. */
export interface AppendContext extends AppendFacts {
  /** What the places in the row's `tasks` stand for. */
  readonly suite: SuiteRecord;
  /** What a card or a check showed last: a ledger that is missing or shorter than that is refused, not begun anew. */
  readonly seen?: { readonly count: number; readonly head: Receipt } | null;
  /** The dashboard's files, put beside the rows unless they are there already; `index.html` last. */
  readonly page?: readonly LedgerFile[];
  /** The origin of a ledger that has to be begun; without it, one derived from where the ledger lies. */
  readonly origin?: LedgerOrigin | null;
  /** Signs the new checkpoint, for checkpoint.sig. When it fails the row is recorded all the same, unsigned. */
  readonly sign?: (checkpoint: string) => Promise<string>;
}

/** Why a row could not be written although nothing speaks against it. */
export type UnrecordedCode =
  | 'remote_refused'
  | 'remote_unreachable'
  | 'contended'
  | 'locked'
  | 'storage'
  | 'interrupted'
  | 'git_missing'
  | 'malformed_row';

/** A row that could not be written. The caller keeps it and says how to record it later. */
export interface Unrecorded {
  readonly kind: 'unrecorded';
  readonly code: UnrecordedCode;
  readonly message: string;
  readonly next: string;
}

/** The end of the ledger after an append: what anchors print. */
export interface LedgerEnd {
  readonly count: number;
  readonly head: Receipt;
}

/** What became of an append. `already_recorded` is a success: the same row stands there, from an earlier try. */
export type AppendOutcome =
  | ({ readonly kind: 'recorded'; readonly row: Row; readonly signed: boolean } & LedgerEnd)
  | ({ readonly kind: 'already_recorded'; readonly row: Row } & LedgerEnd)
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | Unrecorded;

/** A ledger, wherever it lies. A ledger that does not exist is empty; one that cannot be read is an EvidenceError. */
export interface Ledger {
  /** Where it lies, in words for people, without any secret of the address. */
  describe(): string;
  /** Verifies everything. */
  verify(request?: VerifyRequest): Promise<VerifyResult>;
  /** The rows, once everything verified. Throws an EvidenceError that names file and line when it does not. */
  read(request?: VerifyRequest): Promise<LedgerRows>;
  /** The suite record of a digest; null when the ledger has none. */
  suite(digest: Digest): Promise<SuiteRecord | null>;
  /** Its files in memory, nothing of them verified; null when there is no ledger. */
  copy(): Promise<LedgerCopy | null>;
  /** Records a row at the end, or says why not. Does not throw for an expected no. */
  append(body: RowBody, context: AppendContext): Promise<AppendOutcome>;
}

/** What a ledger is given from outside. */
export interface LedgerOptions {
  /** Longest time for an append, waiting for others included; 90 s when absent. */
  readonly budgetMs?: number;
  /** A header for requests to an HTTP remote, for example `Authorization: Basic …`. Never printed, never in arguments. */
  readonly httpHeader?: string | null;
  /** Environment that git may use; see `gitEnv`. The one of the process when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly interrupt?: AbortSignal;
  /** A number in [0, 1), for jitter; Math.random when absent. */
  readonly random?: () => number;
}

/** The time that an append may take unless said otherwise. */
export const APPEND_BUDGET_MS = 90_000;
