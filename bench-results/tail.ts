/** The end of a ledger, verified as far as an append needs it: the head, the checkpoint and the last shard (I11). */
import { type Checkpoint, Head, parseCheckpoint, SHARD_ROWS, shardFile, type VerifyResult } from '../records/ledger.ts';
import { parseStrictJson } from '../records/strict-json.ts';
import { type Anchors, ownHeadProblem } from './anchors.ts';
import { Verifier, type VerifyFailure } from './verify.ts';

/** The files that end a ledger; null where one is missing. */
export interface TailFiles {
  /** Names of all shards, sorted. */
  readonly shards: readonly string[];
  readonly head: Uint8Array | null;
  readonly checkpoint: Uint8Array | null;
  /** The last of the shards. */
  readonly shard: Uint8Array | null;
}

/** What a HEAD.json or a checkpoint says; `unreadable` when it is there and is none. */
export type Stated<T> = T | null | 'unreadable';

/** Reads HEAD.json. */
export function statedHead(bytes: Uint8Array | null): Stated<Head> {
  if (bytes === null) return null;
  const json = parseStrictJson(bytes, { maxBytes: 4096 });
  const head = json.ok ? Head.safeParse(json.value) : null;
  return head?.success === true ? head.data : 'unreadable';
}

/** Reads a checkpoint. */
export function statedCheckpoint(bytes: Uint8Array | null): Stated<Checkpoint> {
  if (bytes === null) return null;
  return (bytes.length > 16_384 ? null : parseCheckpoint(new TextDecoder().decode(bytes))) ?? 'unreadable';
}

/** Verifies the end of a ledger. The count and the head in the answer are those of the whole ledger. */
export function verifyTail(files: TailFiles, anchors: Anchors): VerifyResult {
  const head = statedHead(files.head);
  const checkpoint = statedCheckpoint(files.checkpoint);
  if (head === 'unreadable') return failure('head_mismatch', 'HEAD.json is not a ledger head');
  if (checkpoint === 'unreadable') return failure('head_mismatch', 'the checkpoint is not a checkpoint note');
  const misplaced = shardProblem(files.shards);
  if (misplaced !== null) return misplaced;
  const first = Math.max(0, files.shards.length - 1) * SHARD_ROWS;
  const verifier = new Verifier({
    origin: checkpoint?.origin ?? null,
    start: { seq: first, previous: null },
    anchors: { checkpoint: anchors.checkpoint ?? null },
    placeOf: (seq) => `${shardFile(seq)}:${(seq % SHARD_ROWS) + 1}`,
  });
  if (files.shard !== null) verifier.feed(files.shard);
  const result = verifier.finish();
  if (!result.ok) return result;
  if (result.count > first + SHARD_ROWS) return failure('not_canonical', `${files.shards.at(-1)} holds too many rows`);
  const own = ownHeadProblem({ head, checkpoint }, result.count, result.head);
  return own === null ? result : { ok: false, place: null, ...own };
}

/** A gap among the shards, or a name that is none; null when they are 0, 1, 2 and so on. */
export function shardProblem(shards: readonly string[]): VerifyFailure | null {
  const index = shards.findIndex((name, place) => name !== shardFile(place * SHARD_ROWS));
  if (index < 0) return null;
  const expected = shardFile(index * SHARD_ROWS);
  return {
    ...failure('chain_broken', `expected ${expected}, found ${shards[index]}`),
    row: index * SHARD_ROWS,
    place: expected,
  };
}

function failure(code: VerifyFailure['code'], message: string): VerifyFailure {
  return { ok: false, code, row: null, place: null, message };
}
