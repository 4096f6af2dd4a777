/** The check of one stored line against its place in the chain. */
import type { VerifyCode } from '../records/ledger.ts';
import { type Previous, ROW_SCHEMA } from '../records/row.ts';
import type { Receipt } from '../records/scalars.ts';
import { RECEIPT_TAG } from './receipt-tag.ts';
import { SCANNED, type Scanned, Scanner } from './scan.ts';

/** What is wrong with a line. */
export interface LineProblem {
  readonly code: VerifyCode;
  readonly message: string;
}

/** The hex SHA-256 of bytes. Handed in, since Node and a browser compute it by different means. */
export type Hash = (bytes: Uint8Array) => string;

/** What a line has to be linked to: null at the start of a part whose predecessor is not known. */
export type Link = Previous | 'any genesis' | null;

const FIELD: { readonly [K in Scanned]: number } = {
  executionDigest: SCANNED.indexOf('executionDigest'),
  previous: SCANNED.indexOf('previous'),
  receipt: SCANNED.indexOf('receipt'),
  schema: SCANNED.indexOf('schema'),
  seq: SCANNED.indexOf('seq'),
};
const COMMA = 0x2c;

/** Checks lines one after another; the fields of the last line can be asked for. */
export class LineCheck {
  private readonly hash: Hash;
  private readonly scanner = new Scanner();
  private buffer: Uint8Array<ArrayBuffer> = startOfCovered(8192);
  private bytes: Uint8Array = new Uint8Array(0);
  /** The receipt of the last line that passed, computed and not read. */
  receipt: Receipt = 'receipt:';

  constructor(hash: Hash) {
    this.hash = hash;
  }

  /** What is wrong with bytes[start, end) as row `seq` after `link`; null when it is sound. */
  check(bytes: Uint8Array, start: number, end: number, seq: number, link: Link): LineProblem | null {
    this.bytes = bytes;
    if (!this.scanner.scan(bytes, start, end)) {
      const { expected, at } = this.scanner.problem();
      return problem('not_canonical', `not in canonical form at byte ${at - start}: expected ${expected}`);
    }
    if (!this.is('schema', `"${ROW_SCHEMA}"`)) {
      return problem('unknown_schema', `expected the schema "${ROW_SCHEMA}", found ${this.text('schema')}`);
    }
    const receipt: Receipt = `receipt:${this.hash(this.cover(start, end))}`;
    if (!this.is('receipt', `"${receipt}"`)) {
      return problem('receipt_mismatch', `the fields hash to ${receipt}, the row says ${this.text('receipt')}`);
    }
    if (!this.isLinked(link)) {
      return problem('chain_broken', `expected the link ${link ?? 'to a row'}, found ${this.text('previous')}`);
    }
    if (!this.is('seq', String(seq))) {
      return problem('seq_gap', `expected seq ${seq}, found ${this.text('seq')}`);
    }
    this.receipt = receipt;
    return null;
  }

  /** Members of the last line, as the scanner gives them. */
  members(): readonly number[] {
    return this.scanner.members;
  }

  /** The execution digest of the last line, as written; empty when it has none. */
  executionDigest(): string {
    return this.text('executionDigest').replaceAll('"', '');
  }

  private isLinked(link: Link): boolean {
    if (link === 'any genesis') return /^"genesis:[0-9a-f]{64}"$/.test(this.text('previous'));
    return link === null ? /^"receipt:[0-9a-f]{64}"$/.test(this.text('previous')) : this.is('previous', `"${link}"`);
  }

  /** What the receipt of bytes[start, end) covers, in a buffer that the next call fills anew; null: not canonical. */
  coveredBy(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> | null {
    this.bytes = bytes;
    return this.scanner.scan(bytes, start, end) ? this.cover(start, end) : null;
  }

  /** The tag and the line without its `receipt`: the canonical form of the rest, since removing a member keeps order. */
  private cover(start: number, end: number): Uint8Array<ArrayBuffer> {
    const bytes = this.bytes;
    let from = this.scanner.keyStart(FIELD.receipt);
    let to = this.scanner.valueEnd(FIELD.receipt);
    if (from < 0) from = to = end;
    else if (bytes[from - 1] === COMMA) from--;
    else if (bytes[to] === COMMA) to++;
    const length = RECEIPT_TAG.length + (from - start) + (end - to);
    if (this.buffer.length < length) this.buffer = startOfCovered(length * 2);
    this.buffer.set(bytes.subarray(start, from), RECEIPT_TAG.length);
    this.buffer.set(bytes.subarray(to, end), RECEIPT_TAG.length + (from - start));
    return this.buffer.subarray(0, length);
  }

  /** Whether the value of a field is written exactly so. */
  private is(field: Scanned, text: string): boolean {
    const start = this.scanner.valueStart(FIELD[field]);
    if (start < 0 || this.scanner.valueEnd(FIELD[field]) - start !== text.length) return false;
    for (let i = 0; i < text.length; i++) {
      if (this.bytes[start + i] !== text.charCodeAt(i)) return false;
    }
    return true;
  }

  /** The value of a field as written, cut to what fits a message. */
  private text(field: Scanned): string {
    const start = this.scanner.valueStart(FIELD[field]);
    if (start < 0) return 'none';
    const end = Math.min(this.scanner.valueEnd(FIELD[field]), start + 120);
    return new TextDecoder().decode(this.bytes.subarray(start, end));
  }
}

function startOfCovered(capacity: number): Uint8Array<ArrayBuffer> {
  const covered = new Uint8Array(capacity);
  covered.set(new TextEncoder().encode(RECEIPT_TAG));
  return covered;
}

function problem(code: VerifyCode, message: string): LineProblem {
  return { code, message };
}
