import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalize } from 'json-canonicalize';
import { describe, expect, it } from 'vitest';
import { link, rowLine } from '../../bench-results/chain.ts';
import { genesis, receiptOf } from '../../bench-results/receipt.ts';
import { Row } from '../../records/row.ts';
import { bodyFor, chainOf, ORIGIN } from '../helpers/rows.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Every path to a leaf of a value. */
function leaves(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) =>
    leaves(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function changed(value: unknown, path: readonly (string | number)[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return typeof value === 'number' ? value + 1 : `${String(value)}x`;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? changed(item, rest) : item));
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, item]) => [name, name === key ? changed(item, rest) : item]),
  );
}

describe('receiptOf', () => {
  const [row] = chainOf(1);
  if (row === undefined) throw new Error('no row');

  it('is the hash of the tag and the canonical row without its receipt, as another implementation writes it', () => {
    const { receipt, ...covered } = row;
    expect(receipt).toBe(`receipt:${sha256(`operant.row/v1\n${canonicalize(covered)}`)}`);
    expect(receiptOf(row)).toBe(receipt);
  });

  it.each(
    leaves(row)
      .filter((path) => path[0] !== 'receipt')
      .map((path) => [path.join('.'), path] as const),
  )('covers %s (I11)', (_, path) => {
    expect(Reflect.apply(receiptOf, undefined, [changed(row, path)])).not.toBe(row.receipt);
  });

  it('does not depend on the order of keys (I17)', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.entries(row), { minLength: Object.keys(row).length }), (entries) => {
        const shuffled = Row.parse(Object.fromEntries(entries));
        expect(receiptOf(shuffled)).toBe(row.receipt);
        expect(rowLine(shuffled)).toBe(rowLine(row));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('genesis', () => {
  it('is the hash of the origin line', () => {
    expect(genesis('a/b')).toBe(`genesis:${sha256('a/b')}`);
    expect(chainOf(1)[0]?.previous).toBe(genesis(ORIGIN));
  });
});

describe('link', () => {
  it('makes rows that fit the strict schema and covers place and predecessor', () => {
    const body = bodyFor('a');
    const row = link(body, 3, genesis('a'));
    expect(Row.parse(row)).toEqual(row);
    expect(link(body, 4, genesis('a')).receipt).not.toBe(row.receipt);
    expect(link(body, 3, genesis('b')).receipt).not.toBe(row.receipt);
  });

  it('writes integers only (I10)', () => {
    const line = rowLine(link(bodyFor('a'), 0, genesis('a')));
    expect(line.endsWith('\n')).toBe(true);
    expect(line.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/[.eE]|-0/);
  });
});
