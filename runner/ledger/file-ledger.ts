/** A ledger in one `.jsonl` file: rows only. It is verified whole before an append, and replaced in one step. */
import { dirname } from 'node:path';
import { decideAppend } from '../../bench-results/append.ts';
import { link, rowLine } from '../../bench-results/chain.ts';
import type { VerifierOptions } from '../../bench-results/chain-verifier.ts';
import { genesis } from '../../bench-results/receipt.ts';
import { Verifier } from '../../bench-results/verify.ts';
import { EvidenceError } from '../../records/errors.ts';
import type { LedgerOrigin, VerifyResult } from '../../records/ledger.ts';
import { Row, type RowBody, type SuiteRecord } from '../../records/row.ts';
import { errorCode, errorText } from '../files.ts';
import { copyOfRows } from './copy.ts';
import type {
  AppendContext,
  AppendOutcome,
  Ledger,
  LedgerCopy,
  LedgerOptions,
  LedgerRows,
  VerifyRequest,
} from './ledger.ts';
import { appendUnderLock } from './locked.ts';
import { openPlain, readPlain } from './plain-file.ts';
import { readRows, verifierOptions } from './snapshot.ts';
import { appendDurably, removeLeftovers } from './storage.ts';

const CHUNK = 1024 * 1024;
/** Largest file that is copied whole, in bytes; verifying and appending know no bound. */
const MAX_COPY = 1024 * 1024 * 1024;

/** Opens the ledger in a file, which need not exist yet. */
export class FileLedger implements Ledger {
  private readonly path: string;
  private readonly origin: LedgerOrigin;
  private readonly options: LedgerOptions;

  constructor(path: string, origin: LedgerOrigin, options: LedgerOptions) {
    this.path = path;
    this.origin = origin;
    this.options = options;
  }

  describe(): string {
    return `the file ${this.path}`;
  }

  verify(request: VerifyRequest = {}): Promise<VerifyResult> {
    return this.scan({ ...verifierOptions(request), origin: request.origin ?? null });
  }

  read(request: VerifyRequest = {}): Promise<LedgerRows> {
    return readRows(this.describe(), request, (asked) => this.verify(asked));
  }

  suite(): Promise<SuiteRecord | null> {
    return Promise.resolve(null);
  }

  async copy(): Promise<LedgerCopy | null> {
    const bytes = await readPlain(this.path, MAX_COPY).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return null;
      throw new EvidenceError('unreadable', `Cannot read ${this.path}: ${errorText(error)}`);
    });
    return bytes === null ? null : copyOfRows(bytes);
  }

  append(body: RowBody, context: AppendContext): Promise<AppendOutcome> {
    const lockable = { lock: `${this.path}.lock`, name: this.describe(), options: this.options };
    return appendUnderLock(lockable, body, context, () => this.appendLocked(body, context));
  }

  private async appendLocked(body: RowBody, context: AppendContext): Promise<AppendOutcome> {
    await removeLeftovers(dirname(this.path));
    const anchors = { checkpoint: context.seen ?? null };
    const kept = { last: new Uint8Array(0), recorded: new Uint8Array(0) };
    const verified = await this.scan({
      anchors,
      onLine: ({ executionDigest, bytes }) => {
        kept.last = new Uint8Array(bytes);
        if (executionDigest === body.executionDigest) kept.recorded = kept.last;
      },
    });
    const next = verified.ok && verified.head !== null ? verified.head : genesis(context.origin ?? this.origin);
    const tail = { verified, next, last: rowOf(kept.last), recorded: rowOf(kept.recorded) };
    const decision = decideAppend(body, context, tail, anchors);
    if (decision.kind === 'refused') return decision;
    if (decision.kind === 'already_recorded') {
      const end = verified.ok ? verified : { count: 0, head: null };
      return { ...decision, count: end.count, head: end.head ?? decision.row.receipt };
    }
    const row = link(body, decision.seq, decision.previous);
    await appendDurably(this.path, rowLine(row));
    return { kind: 'recorded', row, signed: false, count: row.seq + 1, head: row.receipt };
  }

  /** Feeds the whole file to a verifier. A missing file is an empty ledger; one that cannot be read is an error. */
  private async scan(options: VerifierOptions): Promise<VerifyResult> {
    const verifier = new Verifier({ ...options, placeOf: (seq) => `${this.path}:${seq + 1}` });
    try {
      const file = await openPlain(this.path);
      try {
        const buffer = Buffer.allocUnsafe(CHUNK);
        for (;;) {
          const { bytesRead } = await file.read(buffer, 0, CHUNK, null);
          if (bytesRead === 0 || !verifier.feed(buffer.subarray(0, bytesRead))) break;
        }
      } finally {
        await file.close();
      }
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') {
        throw new EvidenceError('unreadable', `Cannot read ${this.path}: ${errorText(error)}`);
      }
    }
    return verifier.finish();
  }
}

function rowOf(bytes: Uint8Array): Row | null {
  if (bytes.length === 0) return null;
  // The line verified just now: canonical, without repeated keys.
  const row = Row.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  return row.success ? row.data : null;
}
