/**
 * Reads a ledger as a page finds it: HEAD.json, the checkpoint and the shards, verified by the rules of bench-results/.
 * A long ledger is read in parts at the same time: each part takes the last receipt before it as its file states it, and
 * the part that holds that row proves it. Fetching and hashing are handed in, so that no rule depends on where it runs.
 */
import { ownHeadProblem } from '../../bench-results/anchors.ts';
import type { VerifyFailure } from '../../bench-results/chain-verifier.ts';
import { failure, statedCheckpoint, statedHead } from '../../bench-results/layout.ts';
import { type Checkpoint, type Head, type LedgerOrigin, SHARD_ROWS, suiteFile } from '../../records/ledger.ts';
import { type Genesis, SuiteRecord } from '../../records/row.ts';
import type { Digest, Receipt } from '../../records/scalars.ts';
import { parseStrictJson } from '../../records/strict-json.ts';

/** What is asked of the surroundings. */
export interface Surroundings {
  /** The bytes of a file of the ledger; null when there is none. Throws when it cannot be read. */
  readonly fetch: (path: string) => Promise<Uint8Array | null>;
  /** The hex SHA-256 of bytes, which are lent until the call returns: as they are then, they are hashed. */
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
}

/**
 * `branch`: a ledger with all its files. `rows`: the rows of a single file, spread over shards by whoever serves them;
 * it has no checkpoint, and its origin is not known.
 */
export type LedgerKind = 'branch' | 'rows';

/** What stands beside the rows, read once for all parts. */
export interface Opened {
  readonly kind: LedgerKind;
  /** Null: the ledger has no rows. */
  readonly head: Head | null;
  readonly checkpoint: Checkpoint | null;
  /** What row 0 has to be linked to. */
  readonly first: Genesis | 'any genesis';
  readonly origin: LedgerOrigin | null;
}

/** Shards that one reader verifies: from the first to before the last. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** How a part ended. `line` is the text of the broken row, empty where there is none to show. */
export type PartReading =
  | { readonly ok: true; readonly count: number; readonly head: Receipt | null }
  | { readonly ok: false; readonly failure: VerifyFailure; readonly line: string };

/** How a reading ended. */
export type Reading = PartReading & { readonly origin: LedgerOrigin | null };

/** Rows that are worth a reader of their own. */
const ROWS_A_PART = 1500;

/** Reads what stands beside the rows; a failure when it cannot be told where the ledger ends. */
export async function openLedger(
  outside: Surroundings,
  kind: LedgerKind,
): Promise<{ readonly ok: true; readonly opened: Opened } | { readonly ok: false; readonly reading: Reading }> {
  const [headBytes, noteBytes] = await Promise.all([
    outside.fetch('HEAD.json'),
    kind === 'rows' ? null : outside.fetch('checkpoint'),
  ]);
  const head = statedHead(headBytes);
  const note = statedCheckpoint(noteBytes);
  const broken = (message: string) => {
    const reading = { ok: false, failure: failure('head_mismatch', message), line: '', origin: null } as const;
    return { ok: false, reading } as const;
  };
  if (head === 'unreadable') return broken('HEAD.json is not a ledger head');
  if (note === 'unreadable') return broken('the checkpoint is not a checkpoint note');
  const origin = note?.origin ?? null;
  const first = origin === null ? 'any genesis' : (`genesis:${await outside.sha256(encoded(origin))}` as const);
  return { ok: true, opened: { kind, head, checkpoint: kind === 'rows' ? asNote(head) : note, first, origin } };
}

/** Stands in for the checkpoint of rows that have none: it says what their head says. */
function asNote(head: Head | null): Checkpoint | null {
  return head === null ? null : { origin: 'rows', count: head.count, head: head.head };
}

/** The parts of a ledger for at most that many readers; none when it has no rows. */
export function partsOf({ head }: Opened, readers: number): Part[] {
  const rows = head?.count ?? 0;
  const shards = Math.ceil(rows / SHARD_ROWS);
  const parts = Math.max(1, Math.min(readers, Math.ceil(rows / ROWS_A_PART), shards));
  const limit = (part: number): number => Math.floor((part * shards) / parts);
  return shards === 0 ? [] : Array.from({ length: parts }, (_, at) => ({ from: limit(at), to: limit(at + 1) }));
}

/**
 * Joins the parts of a ledger, in their order: the first one that is broken ends it, as if all had been read one after
 * another, and its end has to be the one that stands beside the rows.
 */
export function joined(opened: Opened, parts: readonly PartReading[]): Reading {
  const { origin, head, checkpoint } = opened;
  const broken = parts.find((part) => !part.ok);
  if (broken !== undefined) return { ...broken, origin };
  const last = parts.at(-1);
  const end = last?.ok === true ? last : { ok: true as const, count: 0, head: null };
  const problem = ownHeadProblem({ head, checkpoint }, end.count, end.head);
  return problem === null
    ? { ...end, origin }
    : { ok: false, failure: { ok: false, place: null, ...problem }, line: '', origin };
}

/** The suite record of a digest; null when there is none or it is another's. */
export async function readSuite(outside: Surroundings, kind: LedgerKind, digest: Digest): Promise<SuiteRecord | null> {
  const bytes = kind === 'rows' ? null : await outside.fetch(suiteFile(digest));
  const json = bytes === null ? null : parseStrictJson(bytes, { maxBytes: 16 * 1024 * 1024 });
  const suite = json?.ok === true ? SuiteRecord.safeParse(json.value) : null;
  return suite?.success === true && suite.data.digest === digest ? suite.data : null;
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}
