/** The files of a ledger beside its rows: names, the head and the checkpoint. */
import * as z from 'zod';
import { Count, type Digest, Receipt } from './scalars.ts';

/** Rows in a full shard. The delta cost of an append lies in the file it rewrites, so that file stays small. */
export const SHARD_ROWS = 100;

/** The default branch of a ledger, always written in full. */
export const LEDGER_REF = 'refs/heads/bench-results';

/** The file of the shard that holds a row: `ledger/000000.jsonl` for rows 0 to 99. */
export function shardFile(seq: number): string {
  return `ledger/${String(Math.floor(seq / SHARD_ROWS)).padStart(6, '0')}.jsonl`;
}

/** The file that says which row holds an execution: `executions/<first two hex digits>`. */
export function executionsFile(executionDigest: Digest): string {
  return `executions/${hexOf(executionDigest).slice(0, 2)}`;
}

/** A line of that file, without its line feed. */
export function executionsLine(executionDigest: Digest, seq: number): string {
  return `${executionDigest} ${seq}`;
}

/** The file of a suite record: `suites/<hex>.json`. */
export function suiteFile(suiteDigest: Digest): string {
  return `suites/${hexOf(suiteDigest)}.json`;
}

/** The file of a suite's badge. */
export function badgeFile(suiteId: string): string {
  return `badges/${suiteId}.json`;
}

/** The file of a suite's badge as a picture, for pages that cannot reach shields.io. */
export function badgePictureFile(suiteId: string): string {
  return `badges/${suiteId}.svg`;
}

function hexOf(digest: Digest): string {
  return digest.slice('sha256:'.length);
}

/** HEAD.json: where the ledger ends. A ledger without rows has none. */
export const Head = z
  .strictObject({
    schema: z.literal('operant.head/v1').describe('Name and version of the form of this document'),
    count: z.int().min(1).describe('Rows in the ledger'),
    head: Receipt.describe('Receipt of the last row'),
    shard: z
      .string()
      .regex(/^ledger\/[0-9]{6,}\.jsonl$/)
      .describe('File that holds the last row'),
  })
  .meta({ id: 'Head', title: 'Ledger head', description: 'Where a ledger ends' });
export type Head = z.infer<typeof Head>;

/** The head of a ledger of `count` rows whose last receipt is `head`. */
export function headOf(count: number, head: Receipt): Head {
  return { schema: 'operant.head/v1', count, head, shard: shardFile(count - 1) };
}

/**
 * The first line of a checkpoint: names the repository and the branch, so that a chain cannot be moved under another
 * name. Row 0 is linked to its hash.
 */
export const LedgerOrigin = z
  .string()
  .max(400)
  .regex(/^[\x21-\x7e]+$/, 'an origin is printable ASCII without spaces');
export type LedgerOrigin = z.infer<typeof LedgerOrigin>;

/** What a checkpoint commits to. */
export const Checkpoint = z
  .strictObject({
    origin: LedgerOrigin.describe('Repository and branch'),
    count: Count.describe('Rows in the ledger'),
    head: Receipt.describe('Receipt of the last row'),
  })
  .meta({ id: 'Checkpoint', title: 'Checkpoint', description: 'What a checkpoint note commits to' });
export type Checkpoint = z.infer<typeof Checkpoint>;

/**
 * The text of a checkpoint in the form of C2SP tlog-checkpoint and signed-note: origin, size, base64 of the head's
 * 32 bytes, an empty line. Signature lines may follow; what is signed is everything before the empty line.
 */
export function checkpointText(checkpoint: Checkpoint): string {
  const hex = checkpoint.head.slice('receipt:'.length);
  const bytes = hex.match(/../g)?.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))) ?? [];
  return `${checkpoint.origin}\n${checkpoint.count}\n${btoa(bytes.join(''))}\n\n`;
}

const CHECKPOINT = /^([\x21-\x7e]{1,400})\n([1-9][0-9]{0,14})\n([A-Za-z0-9+/]{43}=)\n\n((?:\u2014 [^\n]+\n)*)$/;

/** Reads a checkpoint, signed or not; null when it is none. Signatures are carried along, not checked here. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const found = CHECKPOINT.exec(text);
  if (found === null) return null;
  const [, origin = '', count = '', base64 = ''] = found;
  const hex = Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  const checkpoint = { origin, count: Number(count), head: `receipt:${hex}` };
  // Base64 has spare bits in its last letter: only the spelling that we write is read.
  return checkpointText(checkpoint) === text.slice(0, text.length - (found[4]?.length ?? 0)) ? checkpoint : null;
}

/** What can be wrong with a ledger. */
export const VerifyCode = z.enum([
  'receipt_mismatch',
  'chain_broken',
  'not_canonical',
  'seq_gap',
  'torn_tail',
  'head_mismatch',
  'count_mismatch',
  'unknown_schema',
  'malformed_row',
  'index_mismatch',
]);
export type VerifyCode = z.infer<typeof VerifyCode>;

/** The answer of a verification. */
export const VerifyResult = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    count: Count.describe('Rows that were verified'),
    head: Receipt.nullable().describe('Receipt of the last row; null when there is none'),
  }),
  z.strictObject({
    ok: z.literal(false),
    code: VerifyCode.describe('What is wrong first'),
    row: Count.nullable().describe('First bad row, from 0; null when no single row is to blame'),
    place: z.string().nullable().describe('File and line of that row; null when the rows came from no file'),
    message: z.string().describe('Expected against found'),
  }),
]);
export type VerifyResult = z.infer<typeof VerifyResult>;

/** The path of a file within a ledger: plain names, no way out. */
export const LedgerPath = z.string().regex(/^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/);
export type LedgerPath = z.infer<typeof LedgerPath>;

/**
 * pending.json of a ledger in a directory: an append that is decided and not yet spread over its files. Whoever finds
 * one reads its files in place of those on disk, so that a killed writer leaves the old ledger or the new one.
 */
export const Pending = z.strictObject({
  schema: z.literal('operant.pending/v1').describe('Name and version of the form of this document'),
  files: z
    .array(
      z.strictObject({
        path: LedgerPath.describe('Path within the ledger'),
        text: z.string().nullable().describe('The whole file as it is to be; null: there is to be none'),
      }),
    )
    .min(1)
    .describe('Every file that the append changes'),
});
export type Pending = z.infer<typeof Pending>;

/** The lock file of a ledger: which process may write. */
export const LedgerLock = z.strictObject({
  schema: z.literal('operant.lock/v1').describe('Name and version of the form of this document'),
  host: z.string().describe('Name of the machine'),
  bootId: z.string().nullable().describe('Identity of the boot; null where the system does not tell'),
  space: z.string().nullable().describe('Process id space (a container has its own); null where the system has none'),
  pid: z.int().min(1).describe('Process id'),
  startedAt: z.string().nullable().describe('Start time of the process in clock ticks; null where not told'),
  nonce: z.string().min(8).describe('Tells two locks of one process apart'),
});
export type LedgerLock = z.infer<typeof LedgerLock>;
