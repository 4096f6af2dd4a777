/**
 * The rules of a chain, whatever computes its hashes: it is fed bytes in pieces of any size, keeps one line
 * in memory, and names the first bad row. bench-results/verify.ts hashes with Node, the dashboard with the browser.
 */
import { acceptor } from '../records/acceptor.ts';
import type { LedgerOrigin, VerifyResult } from '../records/ledger.ts';
import { type Genesis, type Previous, Row } from '../records/row.ts';
import { type Anchors, anchorProblem } from './anchors.ts';
import { type Hash, LineCheck, type LineProblem, type Link } from './line-check.ts';
import { RowReader } from './row-reader.ts';

/** The failing half of a verification. */
export type VerifyFailure = Extract<VerifyResult, { ok: false }>;

/** Longest accepted line. A row of 10,000 tasks is about 1 MB. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** How to verify. */
export interface VerifierOptions {
  /** The ledger's origin line, where it is known from elsewhere; else any genesis is taken for row 0. */
  readonly origin?: LedgerOrigin | null;
  /** For a part of a ledger: the place of its first row, and what that is linked to (null: not known). */
  readonly start?: { readonly seq: number; readonly previous: Previous | null };
  /** What the ledger is held against. */
  readonly anchors?: Anchors;
  /** Check every row against the strict schema too (`malformed_row`), and hand it out. */
  readonly onRow?: (row: Row) => void;
  /** Hands out each sound line; its bytes are only lent. */
  readonly onLine?: (line: SoundLine) => void;
  /** File and line of a row, for the message. */
  readonly placeOf?: (seq: number) => string;
}

/** A line that verified. */
export interface SoundLine {
  readonly seq: number;
  /** As written in the line; not checked against the schema. */
  readonly executionDigest: string;
  /** The line without its line feed. */
  readonly bytes: Uint8Array;
}

const LINE_FEED = 0x0a;

/** As the schema says, and several times as fast. */
const isRow = acceptor(Row, { remember: true });

/** Verifies one ledger, or one part of it. */
export class ChainVerifier {
  private readonly options: VerifierOptions;
  private readonly lines: LineCheck;
  private readonly reader = new RowReader();
  private carry: Uint8Array = new Uint8Array(0);
  private seq: number;
  private link: Link;
  private failure: VerifyFailure | null = null;
  /** The row whose receipt is the expected head, when it went by. */
  private expectedAt: number | null = null;

  /** `first` is what row 0 has to be linked to. */
  constructor(hash: Hash, first: Genesis | 'any genesis', options: VerifierOptions) {
    this.lines = new LineCheck(hash);
    this.options = options;
    this.seq = options.start?.seq ?? 0;
    this.link = options.start !== undefined && options.start.seq > 0 ? options.start.previous : first;
  }

  /** Takes the next bytes. False once a bad row was found: the rest need not be read. */
  feed(chunk: Uint8Array): boolean {
    if (this.failure !== null) return false;
    let start = 0;
    if (this.carry.length > 0) {
      const feed = chunk.indexOf(LINE_FEED);
      const line = join(this.carry, chunk.subarray(0, feed < 0 ? chunk.length : feed));
      if (feed < 0) return this.keep(line);
      this.carry = new Uint8Array(0);
      this.line(line, 0, line.length);
      start = feed + 1;
    }
    while (this.failure === null) {
      const feed = chunk.indexOf(LINE_FEED, start);
      if (feed < 0) return this.keep(new Uint8Array(chunk.subarray(start)));
      this.line(chunk, start, feed);
      start = feed + 1;
    }
    return false;
  }

  /** Says that a file ends here, so that no line may go on in the next one. The answer counts the rows up to here. */
  endFile(): number {
    if (this.failure === null && this.carry.length > 0) {
      this.fail({ code: 'torn_tail', message: 'the last line has no line feed: a write was cut short' });
    }
    return this.seq;
  }

  /** The answer. */
  finish(): VerifyResult {
    this.endFile();
    if (this.failure !== null) return this.failure;
    const count = this.seq;
    const head = typeof this.link === 'string' && this.link.startsWith('receipt:') ? this.link : null;
    const anchored = anchorProblem(this.options.anchors ?? {}, count, head, this.expectedAt);
    if (anchored !== null) return { ok: false, place: null, ...anchored };
    return { ok: true, count, head };
  }

  private keep(rest: Uint8Array): boolean {
    this.carry = rest;
    if (rest.length > MAX_LINE_BYTES) {
      this.fail({ code: 'not_canonical', message: `a line is longer than ${MAX_LINE_BYTES} bytes` });
    }
    return this.failure === null;
  }

  private line(bytes: Uint8Array, start: number, end: number): void {
    const problem =
      this.lines.check(bytes, start, end, this.seq, this.link) ??
      this.held() ??
      (this.options.onRow === undefined ? null : this.row(bytes, start, end, this.options.onRow));
    if (problem !== null) {
      this.fail(problem);
      return;
    }
    if (this.options.onLine !== undefined) {
      const executionDigest = this.lines.executionDigest();
      this.options.onLine({ seq: this.seq, executionDigest, bytes: bytes.subarray(start, end) });
    }
    this.link = this.lines.receipt;
    if (this.link === this.options.anchors?.expectHead) this.expectedAt = this.seq;
    this.seq++;
  }

  /** Holds the last row of an older checkpoint against the row that stands in its place now. */
  private held(): LineProblem | null {
    const checkpoint = this.options.anchors?.checkpoint;
    if (checkpoint == null || checkpoint.count !== this.seq + 1 || checkpoint.head === this.lines.receipt) return null;
    return {
      code: 'head_mismatch',
      message: `the checkpoint of ${checkpoint.count} rows ends in ${checkpoint.head}, the row is ${this.lines.receipt}`,
    };
  }

  private row(bytes: Uint8Array, start: number, end: number, onRow: (row: Row) => void): LineProblem | null {
    // The line is canonical by now: no duplicate keys, no __proto__, bounded depth, so JSON.parse reads it faithfully.
    const value = this.reader.read(bytes, start, end, this.lines.members());
    if (isRow(value)) {
      onRow(value);
      return null;
    }
    const issue = Row.safeParse(value).error?.issues[0];
    const place = issue === undefined || issue.path.length === 0 ? 'the row' : issue.path.join('.');
    return { code: 'malformed_row', message: `${place}: ${issue?.message ?? 'not a row'}` };
  }

  private fail(problem: LineProblem): void {
    this.failure = { ok: false, ...problem, row: this.seq, place: this.options.placeOf?.(this.seq) ?? null };
  }
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
