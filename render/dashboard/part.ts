/** One part of a ledger: its shards, fetched and hashed ahead, verified one after another. */
import * as z from 'zod';
import { ChainVerifier, type VerifyFailure } from '../../bench-results/chain-verifier.ts';
import { failure, shardSizeProblem } from '../../bench-results/layout.ts';
import { LineCheck } from '../../bench-results/line-check.ts';
import { SHARD_ROWS, shardFile } from '../../records/ledger.ts';
import type { Row } from '../../records/row.ts';
import { Receipt } from '../../records/scalars.ts';
import type { Opened, Part, PartReading, Surroundings } from './reading.ts';

/** Takes the rows of a shard that verified, and the bytes of that shard. */
export type OnShard = (rows: readonly Row[], bytes: Uint8Array) => Promise<void>;

/** Shards that are fetched and hashed ahead of the one that is being verified. */
const AHEAD = 6;
/** So much of a broken line is kept to be shown. */
const LINE_CHARACTERS = 4000;

const NO_BYTES = new Uint8Array(0);
const LINE_FEED = 0x0a;

/** A shard with the hashes of its lines, computed ahead; bytes are null when there is no such file. */
interface Prepared {
  readonly bytes: Uint8Array | null;
  readonly hashes: readonly string[];
}

/** Reads and verifies a part. Throws only when a file cannot be fetched. */
export async function readPart(
  outside: Surroundings,
  opened: Opened,
  { from, to }: Part,
  onShard: OnShard,
): Promise<PartReading> {
  let rows: Row[] = [];
  let hashes: readonly string[] = [];
  let used = 0;
  const start = { seq: from * SHARD_ROWS, previous: from === 0 ? null : await receiptBefore(outside, from) };
  // Each line is hashed once and in order, so that the hashes made ahead are taken one after another.
  const verifier = new ChainVerifier(() => hashes[used++] ?? '', opened.first, {
    start,
    placeOf,
    onRow: (row) => rows.push(row),
  });
  const shards = Math.ceil((opened.head?.count ?? 0) / SHARD_ROWS);
  const next = shardsAhead(outside, to);
  for (let place = from; place < to; place++) {
    const { bytes, hashes: made } = await next(place);
    if (bytes === null) return { ok: false, failure: missing(place), line: '' };
    [rows, hashes, used] = [[], made, 0];
    verifier.feed(bytes);
    const count = verifier.endFile();
    if (rows.length > 0) await onShard(rows, bytes);
    if (!verifier.feed(NO_BYTES)) return ended(verifier, lineAt(bytes, rows.length));
    const misfit = shardSizeProblem(place, shards, count);
    if (misfit !== null) return { ok: false, failure: misfit, line: '' };
  }
  return ended(verifier, '');
}

function ended(verifier: ChainVerifier, line: string): PartReading {
  const result = verifier.finish();
  return result.ok ? result : { ok: false, failure: result, line };
}

function placeOf(seq: number): string {
  return `${shardFile(seq)}:${(seq % SHARD_ROWS) + 1}`;
}

function missing(place: number): VerifyFailure {
  const name = shardFile(place * SHARD_ROWS);
  return { ...failure('chain_broken', `expected ${name}, found no such file`), row: place * SHARD_ROWS, place: name };
}

const WithReceipt = z.object({ receipt: Receipt });

/** What the last row before a shard says its receipt is; null when that cannot be read, which its own part will tell. */
async function receiptBefore(outside: Surroundings, shard: number): Promise<Receipt | null> {
  const bytes = await outside.fetch(shardFile((shard - 1) * SHARD_ROWS));
  if (bytes === null) return null;
  const end = bytes.at(-1) === LINE_FEED ? bytes.length - 1 : bytes.length;
  const start = end === 0 ? 0 : bytes.lastIndexOf(LINE_FEED, end - 1) + 1;
  try {
    return WithReceipt.parse(JSON.parse(new TextDecoder().decode(bytes.subarray(start, end)))).receipt;
  } catch {
    return null;
  }
}

/** Fetches and hashes shards ahead of their turn; each is asked for once and in order. */
function shardsAhead(outside: Surroundings, to: number): (place: number) => Promise<Prepared> {
  const begun = new Map<number, Promise<Prepared>>();
  const begin = (place: number): Promise<Prepared> => {
    const running = begun.get(place) ?? prepare(outside, shardFile(place * SHARD_ROWS));
    // What fails ahead of its turn is told in its turn.
    running.catch(() => undefined);
    begun.set(place, running);
    return running;
  };
  return (place) => {
    for (let ahead = place; ahead < Math.min(to, place + AHEAD); ahead++) begin(ahead);
    const wanted = begin(place);
    begun.delete(place);
    return wanted;
  };
}

async function prepare(outside: Surroundings, path: string): Promise<Prepared> {
  const bytes = await outside.fetch(path);
  if (bytes === null) return { bytes, hashes: [] };
  return { bytes, hashes: await Promise.all(hashesOf(bytes, outside)) };
}

/** The hashes of what the receipts of the lines cover, up to the first line that is not canonical: there verification ends. */
function hashesOf(bytes: Uint8Array, outside: Surroundings): Promise<string>[] {
  const lines = new LineCheck(() => '');
  const hashes: Promise<string>[] = [];
  for (let start = 0; ; ) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end < 0) return hashes;
    const covered = lines.coveredBy(bytes, start, end);
    if (covered === null) return hashes;
    hashes.push(outside.sha256(covered));
    start = end + 1;
  }
}

/** The text of a line, from 0, cut to what can be shown. */
export function lineAt(bytes: Uint8Array, line: number): string {
  const [start, end] = limitsOf(bytes, line);
  const text = new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + LINE_CHARACTERS * 4)));
  return text.length > LINE_CHARACTERS ? `${text.slice(0, LINE_CHARACTERS)}…` : text;
}

/** Where a line, from 0, starts and ends without its line feed. */
export function limitsOf(bytes: Uint8Array, line: number): readonly [start: number, end: number] {
  let start = 0;
  for (let at = 0; at < line; at++) {
    const feed = bytes.indexOf(LINE_FEED, start);
    if (feed < 0) return [bytes.length, bytes.length];
    start = feed + 1;
  }
  const end = bytes.indexOf(LINE_FEED, start);
  return [start, end < 0 ? bytes.length : end];
}
