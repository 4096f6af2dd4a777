/** The files of a ledger beside its rows: what they say, and how the rows are spread over shards. */
import { type Checkpoint, Head, parseCheckpoint, SHARD_ROWS, shardFile } from '../records/ledger.ts';
import { parseStrictJson } from '../records/strict-json.ts';
import type { VerifyFailure } from './chain-verifier.ts';

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

/**
 * What is wrong with the rows of the shard at that place, of `shards` shards, after which `count` rows were read; null
 * when it holds the rows that its name says. Only the last one may be short.
 */
export function shardSizeProblem(place: number, shards: number, count: number): VerifyFailure | null {
  const full = (place + 1) * SHARD_ROWS;
  const isLast = place === shards - 1;
  const isEmpty = count <= full - SHARD_ROWS;
  if (count <= full && (isLast ? !isEmpty : count === full)) return null;
  const name = shardFile(place * SHARD_ROWS);
  return failure('not_canonical', `${name} ends with row ${count - 1}, a shard holds ${SHARD_ROWS} rows`);
}

/** A failure that no single row is to blame for. */
export function failure(code: VerifyFailure['code'], message: string): VerifyFailure {
  return { ok: false, code, row: null, place: null, message };
}
