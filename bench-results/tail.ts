/** The end of a ledger, verified as far as an append needs it: the head, the checkpoint and the last shard (I11). */
import { SHARD_ROWS, shardFile, type VerifyResult } from '../records/ledger.ts';
import { type Anchors, ownHeadProblem } from './anchors.ts';
import { failure, shardProblem, statedCheckpoint, statedHead } from './layout.ts';
import { Verifier } from './verify.ts';

/** The files that end a ledger; null where one is missing. */
export interface TailFiles {
  /** Names of all shards, sorted. */
  readonly shards: readonly string[];
  readonly head: Uint8Array | null;
  readonly checkpoint: Uint8Array | null;
  /** The last of the shards. */
  readonly shard: Uint8Array | null;
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
