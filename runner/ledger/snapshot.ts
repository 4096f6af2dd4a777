/** One consistent view of a ledger's files, and its whole verification. */
import { ownHeadProblem } from '../../bench-results/anchors.ts';
import type { VerifierOptions, VerifyFailure } from '../../bench-results/chain-verifier.ts';
import { executionsText } from '../../bench-results/executions.ts';
import { failure, shardProblem, shardSizeProblem, statedCheckpoint, statedHead } from '../../bench-results/layout.ts';
import { Verifier } from '../../bench-results/verify.ts';
import { EvidenceError } from '../../records/errors.ts';
import {
  executionsFile,
  executionsLine,
  SHARD_ROWS,
  shardFile,
  suiteFile,
  type VerifyResult,
} from '../../records/ledger.ts';
import { type Row, SuiteRecord } from '../../records/row.ts';
import type { Digest } from '../../records/scalars.ts';
import { parseStrictJson } from '../../records/strict-json.ts';
import type { LedgerRows, VerifyRequest } from './ledger.ts';

/** The files of a ledger as they were at one moment. */
export interface Snapshot {
  /** Names of all files, `/` between folders. */
  readonly names: ReadonlySet<string>;
  /** Hands out the bytes of files, in this order, in pieces; stops early when `take` says false. */
  stream(names: readonly string[], take: (name: string, bytes: Uint8Array) => boolean): Promise<void>;
}

/** The bytes of one file; null when the ledger has none of that name. */
export async function bytesOf(snapshot: Snapshot, name: string): Promise<Uint8Array | null> {
  if (!snapshot.names.has(name)) return null;
  const chunks: Uint8Array[] = [];
  await snapshot.stream([name], (_, bytes) => chunks.push(new Uint8Array(bytes)) > 0);
  return new Uint8Array(Buffer.concat(chunks));
}

/** The same snapshot with the bytes of some files at hand, read at once. */
export async function withContents(snapshot: Snapshot, names: readonly string[]): Promise<Snapshot> {
  const contents = new Map<string, Uint8Array[]>();
  await snapshot.stream(names, (name, bytes) => {
    contents.set(name, [...(contents.get(name) ?? []), new Uint8Array(bytes)]);
    return true;
  });
  return {
    names: snapshot.names,
    stream: async (wanted, take) => {
      for (const name of wanted) {
        const chunks = contents.get(name);
        if (chunks === undefined) await snapshot.stream([name], take);
        else for (const chunk of chunks) if (!take(name, chunk)) return;
      }
    },
  };
}

/** Names of the shards, sorted. */
export function shardsOf(names: Iterable<string>): string[] {
  return [...names].filter((name) => name.startsWith('ledger/')).sort();
}

/** Whether something is there and none of it is a ledger's: someone else's folder or branch. */
export function isForeign({ names }: Snapshot): boolean {
  return !names.has('HEAD.json') && !names.has('checkpoint') && shardsOf(names).length === 0;
}

/**
 * Verifies all rows of a snapshot, and that the files beside them say the same. What does not exist (null) is an empty
 * ledger; what is something else throws an EvidenceError.
 */
export async function verifySnapshot(
  snapshot: Snapshot | null,
  where: string,
  request: VerifyRequest,
): Promise<VerifyResult> {
  if (snapshot === null) return new Verifier({ anchors: request }).finish();
  if (isForeign(snapshot)) throw new EvidenceError('foreign', `There are files in ${where}, and they are no ledger.`);
  const shards = shardsOf(snapshot.names);
  const head = statedHead(await bytesOf(snapshot, 'HEAD.json'));
  const checkpoint = statedCheckpoint(await bytesOf(snapshot, 'checkpoint'));
  if (head === 'unreadable') return failure('head_mismatch', 'HEAD.json is not a ledger head');
  if (checkpoint === 'unreadable') return failure('head_mismatch', 'the checkpoint is not a checkpoint note');
  const origin = request.origin ?? request.checkpoint?.origin ?? checkpoint?.origin ?? null;
  if (checkpoint !== null && checkpoint.origin !== origin) {
    return failure('chain_broken', `expected a ledger of ${origin}, this one is of ${checkpoint.origin}`);
  }
  const misplaced = shardProblem(shards);
  const index = new Map<string, string[]>();
  const verifier = new Verifier({
    ...verifierOptions(request),
    origin,
    placeOf: (seq) => `${shardFile(seq)}:${(seq % SHARD_ROWS) + 1}`,
    onLine: ({ executionDigest, seq }) => {
      const name = executionsFile(executionDigest);
      const lines = index.get(name);
      if (lines === undefined) index.set(name, [executionsLine(executionDigest, seq)]);
      else lines.push(executionsLine(executionDigest, seq));
    },
  });
  const sound = misplaced === null ? shards : shards.slice(0, (misplaced.row ?? 0) / SHARD_ROWS);
  const layout = await feedShards(snapshot, sound, verifier);
  const result = verifier.finish();
  if (!result.ok) return result;
  const own = ownHeadProblem({ head, checkpoint }, result.count, result.head);
  if (misplaced !== null) return misplaced;
  if (layout !== null) return layout;
  if (own !== null) return { ok: false, place: null, ...own };
  if (shards.length > Math.ceil(result.count / SHARD_ROWS)) {
    return failure('not_canonical', `${shards.at(-1)} holds no row`);
  }
  return (await indexProblem(snapshot, index)) ?? result;
}

/** What is asked of the verifier itself. */
export function verifierOptions(request: VerifyRequest): VerifierOptions {
  const onRow = request.onRow ?? (request.rows === true ? () => undefined : undefined);
  return { anchors: request, ...(onRow === undefined ? {} : { onRow }) };
}

/** Feeds the shards; the answer is the first shard that does not hold the rows that its name says, if any. */
async function feedShards(snapshot: Snapshot, shards: readonly string[], verifier: Verifier) {
  let current = '';
  let layout: VerifyFailure | null = null;
  const close = () => {
    const count = verifier.endFile();
    layout ??= shardSizeProblem(shards.indexOf(current), shards.length, count);
  };
  await snapshot.stream(shards, (name, bytes) => {
    if (name !== current && current !== '') close();
    current = name;
    return verifier.feed(bytes);
  });
  if (current !== '') close();
  return layout;
}

/** Compares the index of executions with what the rows say: a missing entry would let a duplicate in. */
async function indexProblem(snapshot: Snapshot, index: ReadonlyMap<string, readonly string[]>) {
  const names = [...snapshot.names].filter((name) => name.startsWith('executions/')).sort();
  const stray = names.find((name) => !index.has(name));
  if (stray !== undefined) return failure('index_mismatch', `${stray} names executions that no row holds`);
  for (const [name, lines] of index) {
    if (!snapshot.names.has(name)) return failure('index_mismatch', `${name} is missing`);
    if (lines.length !== new Set(lines.map((line) => line.split(' ')[0])).size) {
      return failure('index_mismatch', `two rows hold the same execution, see ${name}`);
    }
  }
  const found = new Map<string, Uint8Array[]>();
  await snapshot.stream(names, (name, bytes) => {
    found.set(name, [...(found.get(name) ?? []), new Uint8Array(bytes)]);
    return true;
  });
  for (const [name, lines] of index) {
    if (Buffer.concat(found.get(name) ?? []).toString('utf8') !== executionsText(lines)) {
      return failure('index_mismatch', `${name} does not say what the rows say`);
    }
  }
  return null;
}

/** All rows, once everything verified. Throws an EvidenceError that names the place. */
export async function readRows(
  where: string,
  request: VerifyRequest,
  verify: (request: VerifyRequest) => Promise<VerifyResult>,
): Promise<LedgerRows> {
  const rows: Row[] = [];
  const result = await verify({
    ...request,
    onRow: (row) => {
      rows.push(row);
      request.onRow?.(row);
    },
  });
  if (result.ok) return { rows, count: result.count, head: result.head };
  const place = result.place === null ? where : `${where}: ${result.place}`;
  throw new EvidenceError(result.code, `${place}: ${result.message}`, 'Run operant verify on it; nothing was read.');
}

/** The suite record of a digest; null when there is none. Throws an EvidenceError when it is none. */
export async function suiteOf(snapshot: Snapshot | null, where: string, digest: Digest): Promise<SuiteRecord | null> {
  const bytes = snapshot === null ? null : await bytesOf(snapshot, suiteFile(digest));
  if (bytes === null) return null;
  const json = parseStrictJson(bytes, { maxBytes: 16 * 1024 * 1024 });
  const parsed = json.ok ? SuiteRecord.safeParse(json.value) : null;
  if (parsed?.success === true && parsed.data.digest === digest) return parsed.data;
  throw new EvidenceError('foreign', `${where}: ${suiteFile(digest)} is not the suite record of ${digest}`);
}
