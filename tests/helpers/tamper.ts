/**
 * The ways to tamper with a ledger that are tested. Each takes the lines of a sound ledger of at least six rows and
 * returns the bytes that a forger would leave.
 */
import { link, rowLine } from '../../bench-results/chain.ts';
import { genesis } from '../../bench-results/receipt.ts';
import type { LedgerOrigin, VerifyCode } from '../../records/ledger.ts';
import type { Row } from '../../records/row.ts';
import { bodyFor, chainOf, ORIGIN } from './rows.ts';

/** The answer that a verification has to give: the code and the first bad row, or 'ok'. */
export type Expected = 'ok' | readonly [code: VerifyCode, row: number | null];

/** One way to tamper. */
export interface Tamper {
  readonly name: string;
  readonly apply: (rows: readonly Row[]) => string;
  /** With nothing but the file. */
  readonly bare: Expected;
  /** With the head and the count known from elsewhere. */
  readonly anchored: Expected;
  /** With only the origin known from elsewhere; as bare when absent. */
  readonly named?: Expected;
}

/** The text of rows as a ledger holds them. */
export function textOf(rows: readonly Row[]): string {
  return rows.map(rowLine).join('');
}

/** Links bodies anew from some row on, as a forger with the tool would. */
export function relink(rows: readonly Row[], origin: LedgerOrigin = ORIGIN): Row[] {
  const linked: Row[] = [];
  for (const { seq: _, previous: __, receipt: ___, ...body } of rows) {
    linked.push(link(body, linked.length, linked.at(-1)?.receipt ?? genesis(origin)));
  }
  return linked;
}

function at<T>(items: readonly T[], index: number): T {
  const item = items.at(index);
  if (item === undefined) throw new Error(`no item ${index}`);
  return item;
}

function replaced(rows: readonly Row[], index: number, row: Row): Row[] {
  return rows.map((old, place) => (place === index ? row : old));
}

/** The row with another figure, its receipt left as it was. */
function edited(row: Row): Row {
  return { ...row, integrityAlarms: row.integrityAlarms + 1 };
}

/** The row with another figure and a receipt that fits it. */
function forged(row: Row): Row {
  const { receipt: _, seq, previous, ...body } = edited(row);
  return link(body, seq, previous);
}

function lineEdit(rows: readonly Row[], index: number, from: string, to: string): string {
  return rows
    .map(rowLine)
    .map((line, place) => {
      if (place !== index) return line;
      if (!line.includes(from)) throw new Error(`no ${from} in the line`);
      return line.replace(from, to);
    })
    .join('');
}

const LAST = -1;

/** The operators, with the exact answer that each has to meet. `n` is the number of rows. */
export function tampers(n: number): Tamper[] {
  const both = (name: string, apply: Tamper['apply'], expected: Expected): Tamper => ({
    name,
    apply,
    bare: expected,
    anchored: expected,
  });
  return [
    both('edit a field', (rows) => textOf(replaced(rows, 2, edited(at(rows, 2)))), ['receipt_mismatch', 2]),
    both('edit a field of the last row', (rows) => textOf(replaced(rows, n - 1, edited(at(rows, LAST)))), [
      'receipt_mismatch',
      n - 1,
    ]),
    both('edit a row and its receipt', (rows) => textOf(replaced(rows, 2, forged(at(rows, 2)))), ['chain_broken', 3]),
    {
      name: 'edit the last row and its receipt',
      apply: (rows) => textOf(replaced(rows, n - 1, forged(at(rows, LAST)))),
      bare: 'ok',
      anchored: ['head_mismatch', null],
    },
    both(
      'insert a linked row',
      (rows) => textOf([...rows.slice(0, 3), link(bodyFor('forged'), 3, at(rows, 2).receipt), ...rows.slice(3)]),
      ['chain_broken', 4],
    ),
    both(
      'insert a row of another ledger',
      (rows) => textOf([...rows.slice(0, 3), at(chainOf(4, 'other'), 3), ...rows.slice(3)]),
      ['chain_broken', 3],
    ),
    both('delete the first row', (rows) => textOf(rows.slice(1)), ['chain_broken', 0]),
    both('delete a row in the middle', (rows) => textOf(rows.filter((_, place) => place !== 3)), ['chain_broken', 3]),
    {
      name: 'delete the last row',
      apply: (rows) => textOf(rows.slice(0, -1)),
      bare: 'ok',
      anchored: ['count_mismatch', null],
    },
    both('reorder two rows', (rows) => textOf([...rows.slice(0, 2), at(rows, 3), at(rows, 2), ...rows.slice(4)]), [
      'chain_broken',
      2,
    ]),
    {
      name: 'truncate to two rows',
      apply: (rows) => textOf(rows.slice(0, 2)),
      bare: 'ok',
      anchored: ['count_mismatch', null],
    },
    { name: 'truncate to nothing', apply: () => '', bare: 'ok', anchored: ['count_mismatch', null] },
    both('duplicate a row', (rows) => textOf([...rows.slice(0, 3), at(rows, 2), ...rows.slice(3)]), [
      'chain_broken',
      3,
    ]),
    {
      name: 'rewrite and relink everything',
      apply: (rows) => textOf(relink(rows.map(edited))),
      bare: 'ok',
      anchored: ['head_mismatch', null],
    },
    {
      name: 'delete a row and relink the rest',
      apply: (rows) => textOf(relink(rows.filter((_, place) => place !== 3))),
      bare: 'ok',
      anchored: ['count_mismatch', null],
    },
    both('splice the end of another ledger', (rows) => textOf([...rows.slice(0, 4), ...chainOf(n, 'other').slice(4)]), [
      'chain_broken',
      4,
    ]),
    {
      name: 'replace by a ledger of another origin',
      apply: () => textOf(chainOf(n, 'row', 'example.test/other/repository/refs/heads/bench-results')),
      bare: 'ok',
      anchored: ['head_mismatch', null],
      named: ['chain_broken', 0],
    },
    both('CRLF line ends', (rows) => textOf(rows).replaceAll('\n', '\r\n'), ['not_canonical', 0]),
    both('respell a number', (rows) => lineEdit(rows, 1, '"toolCalls":7', '"toolCalls":7.0'), ['not_canonical', 1]),
    both('respell a number with an exponent', (rows) => lineEdit(rows, 1, '"timeoutMs":300000', '"timeoutMs":3e5'), [
      'not_canonical',
      1,
    ]),
    both(
      'reorder keys',
      (rows) => lineEdit(rows, 2, '"isolation":"none","origin":"scheduled"', '"origin":"scheduled","isolation":"none"'),
      ['not_canonical', 2],
    ),
    both('reorder nested keys', (rows) => lineEdit(rows, 2, '"accepted":1,"n":1', '"n":1,"accepted":1'), [
      'not_canonical',
      2,
    ]),
    both('swap a letter for its unicode twin', (rows) => lineEdit(rows, 2, 'caf\u00e9', 'cafe\u0301'), [
      'receipt_mismatch',
      2,
    ]),
    both('escape a letter', (rows) => lineEdit(rows, 2, 'caf\u00e9', 'caf\\u00e9'), ['not_canonical', 2]),
    both('duplicate a key', (rows) => lineEdit(rows, 1, '"toolCalls":7', '"toolCalls":7,"toolCalls":0'), [
      'not_canonical',
      1,
    ]),
    both('add a key', (rows) => lineEdit(rows, 1, '"toolCalls":7', '"toolCalls":7,"toolCallsB":0'), [
      'receipt_mismatch',
      1,
    ]),
    both('add space', (rows) => lineEdit(rows, 1, '"toolCalls":7', '"toolCalls": 7'), ['not_canonical', 1]),
    both('add an empty line', (rows) => `${textOf(rows.slice(0, 2))}\n${textOf(rows.slice(2))}`, ['not_canonical', 2]),
    both('tear the last line', (rows) => textOf(rows).slice(0, -40), ['torn_tail', n - 1]),
    both('cut the last line feed', (rows) => textOf(rows).slice(0, -1), ['torn_tail', n - 1]),
    both(
      'number a row wrongly',
      (rows) => {
        const { seq: _, previous, receipt: __, ...body } = at(rows, 2);
        return textOf([...rows.slice(0, 2), link(body, 7, previous)]);
      },
      ['seq_gap', 2],
    ),
    both('write a newer schema', (rows) => lineEdit(rows, 2, 'operant.row/v1', 'operant.row/v2'), [
      'unknown_schema',
      2,
    ]),
    both('take the receipt away', (rows) => lineEdit(rows, 2, `"receipt":"${at(rows, 2).receipt}",`, ''), [
      'receipt_mismatch',
      2,
    ]),
    both('prepend a byte order mark', (rows) => `\ufeff${textOf(rows)}`, ['not_canonical', 0]),
    both('replace by something else', () => '# results\n', ['not_canonical', 0]),
  ];
}

/** A sound ledger to tamper with; every row carries a word with an accent. */
export function soundRows(n: number): Row[] {
  return relink(chainOf(n).map((row) => ({ ...row, agent: { ...row.agent, name: 'caf\u00e9' } })));
}
