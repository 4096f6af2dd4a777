import { describe, expect, it } from 'vitest';
import { link, rowLine } from '../../bench-results/chain.ts';
import { MAX_LINE_BYTES } from '../../bench-results/chain-verifier.ts';
import { Verifier, verifyBytes } from '../../bench-results/verify.ts';
import { canonical } from '../../records/canonical-json.ts';
import { sha256Hex } from '../../records/digest.ts';
import type { Row } from '../../records/row.ts';
import { bodyFor, chainOf, ORIGIN } from '../helpers/rows.ts';
import { textOf } from '../helpers/tamper.ts';

const rows = chainOf(5);
const text = textOf(rows);
const head = rows[4]?.receipt ?? '';

/** A line that is linked as it should be and is no row of the schema. */
function oddLine(fields: Record<string, number | string>, previous: string, seq: number): string {
  const covered = { ...fields, previous, schema: 'operant.row/v1', seq };
  const receipt = `receipt:${sha256Hex(`operant.row/v1\n${canonical(covered)}`)}`;
  return `${canonical({ ...covered, receipt })}\n`;
}

describe('Verifier: rows', () => {
  it('accepts an empty ledger', () => {
    expect(verifyBytes('')).toEqual({ ok: true, count: 0, head: null });
  });

  it('hands out rows and lines in order', () => {
    const seen: Row[] = [];
    const digests: string[] = [];
    const onLine = (line: { executionDigest: string }) => digests.push(line.executionDigest);
    expect(verifyBytes(text, { onRow: (row) => seen.push(row), onLine })).toMatchObject({ ok: true, count: 5 });
    expect(seen).toEqual(rows);
    expect(digests).toEqual(rows.map((row) => row.executionDigest));
  });

  it('checks the chain of a line that is no row, and the schema only when rows are asked for', () => {
    const odd = text + oddLine({ a: 1 }, head, 5);
    expect(verifyBytes(odd)).toMatchObject({ ok: true, count: 6 });
    const taken: Row[] = [];
    expect(verifyBytes(odd, { onRow: (row) => taken.push(row) })).toMatchObject({ code: 'malformed_row', row: 5 });
    expect(taken).toHaveLength(5);
  });

  it.each<[string, (row: Row) => object]>([
    ['a missing field', ({ isolation: _, ...rest }) => rest],
    ['an unknown field', (row) => ({ ...row, extra: 1 })],
    ['an unknown word', (row) => ({ ...row, isolation: 'jail' })],
    ['a number written as text', (row) => ({ ...row, wallMs: '1.5' })],
    ['a local time', (row) => ({ ...row, recordedAt: '2026-03-01T10:05:00+01:00' })],
    ['an unknown cause', (row) => ({ ...row, counts: { ...row.counts, causes: { bad_luck: 1 } } })],
    ['a count of nothing', (row) => ({ ...row, counts: { ...row.counts, causes: { deadline: 0 } } })],
    ['a key from the prototype', (row) => ({ ...row, counts: { ...row.counts, causes: { constructor: 1 } } })],
  ])('names %s as malformed_row', (_, change) => {
    const [first] = rows;
    if (first === undefined) throw new Error('no row');
    const { receipt: _old, ...covered } = JSON.parse(JSON.stringify(change(first)));
    const receipt = `receipt:${sha256Hex(`operant.row/v1\n${canonical(covered)}`)}`;
    const line = `${canonical({ ...covered, receipt })}\n`;
    expect(verifyBytes(line)).toMatchObject({ ok: true });
    expect(verifyBytes(line, { onRow: () => undefined })).toMatchObject({ code: 'malformed_row', row: 0 });
  });

  it('names file and line of the first bad row', () => {
    const result = verifyBytes(text.replace('"wallMs":1234', '"wallMs":1235'), {
      placeOf: (seq) => `x.jsonl:${seq + 1}`,
    });
    expect(result).toMatchObject({ ok: false, code: 'receipt_mismatch', row: 0, place: 'x.jsonl:1' });
  });

  it('says what it expected and what it found', () => {
    const [, second] = rows;
    if (second === undefined) throw new Error('no row');
    const result = verifyBytes(rowLine(second), { origin: ORIGIN });
    expect(result).toMatchObject({ code: 'chain_broken', message: expect.stringContaining(second.previous) });
    expect(result).toMatchObject({ message: expect.stringContaining('genesis:') });
  });

  it('stops at a line that is too long to be a row, without keeping more of it', () => {
    const verifier = new Verifier();
    const piece = Buffer.alloc(1024 * 1024, 0x61);
    let fed = 0;
    while (verifier.feed(piece)) fed++;
    expect(fed).toBeLessThanOrEqual(MAX_LINE_BYTES / piece.length);
    expect(verifier.feed(piece)).toBe(false);
    expect(verifier.finish()).toMatchObject({ code: 'not_canonical', row: 0 });
  });
});

describe('Verifier: a part of a ledger', () => {
  it('begins at a row and trusts the link of the first one', () => {
    const part = textOf(rows.slice(2));
    expect(verifyBytes(part, { start: { seq: 2, previous: null } })).toEqual({ ok: true, count: 5, head });
    expect(verifyBytes(part, { start: { seq: 3, previous: null } })).toMatchObject({ code: 'seq_gap', row: 3 });
  });

  it('checks that link when it is known', () => {
    const part = textOf(rows.slice(2));
    const previous = rows[1]?.receipt ?? null;
    expect(verifyBytes(part, { start: { seq: 2, previous } })).toMatchObject({ ok: true });
    const other = rows[0]?.receipt ?? null;
    expect(verifyBytes(part, { start: { seq: 2, previous: other } })).toMatchObject({ code: 'chain_broken', row: 2 });
  });

  it('takes no genesis in the middle', () => {
    const [first] = rows;
    if (first === undefined) throw new Error('no row');
    const line = rowLine(link(bodyFor('a'), 2, first.previous));
    expect(verifyBytes(line, { start: { seq: 2, previous: null } })).toMatchObject({ code: 'chain_broken', row: 2 });
  });
});

describe('Verifier: an older checkpoint', () => {
  const checkpoint = { origin: ORIGIN, count: 3, head: rows[2]?.receipt ?? '' };

  it('accepts a ledger that has grown since, or has not', () => {
    expect(verifyBytes(text, { anchors: { checkpoint } })).toMatchObject({ ok: true, count: 5 });
    expect(verifyBytes(textOf(rows.slice(0, 3)), { anchors: { checkpoint } })).toMatchObject({ ok: true, count: 3 });
  });

  it.each([
    ['was cut', textOf(rows.slice(0, 2)), 'count_mismatch', null],
    ['was emptied', '', 'count_mismatch', null],
    ['was rewritten', textOf(chainOf(5, 'other')), 'head_mismatch', 2],
    ['began under another name', textOf(chainOf(5, 'row', 'example.test/b')), 'chain_broken', 0],
  ])('refuses a ledger that %s', (_, bytes, code, row) => {
    expect(verifyBytes(bytes, { anchors: { checkpoint } })).toMatchObject({ ok: false, code, row });
  });
});
