import { describe, expect, it } from 'vitest';
import { findReference } from '../../bench-results/compare-reference.ts';
import { measuredRows } from '../helpers/measured-rows.ts';

const rows = measuredRows({ name: 'a', accepted: [1, 1] }, { name: 'b', accepted: [1, 1] });
const [first, second] = rows;
if (first === undefined || second === undefined) throw new Error('no rows');

describe('findReference', () => {
  it('finds nothing where nothing is asked', () => {
    expect(findReference(rows, null)).toEqual({ ok: true, reference: null });
  });

  it.each(['proxy', 'direct', 'local'] as const)('finds the lane %s', (lane) => {
    expect(findReference(rows, lane)).toEqual({ ok: true, reference: { lane } });
  });

  it.each([
    ['whole', second.receipt],
    ['as cards shorten it', `${second.receipt.slice(0, 20)}…`],
    ['by eight digits', second.receipt.slice(0, 16)],
  ])('finds a row by its receipt, %s', (_, asked) => {
    expect(findReference(rows, asked)).toEqual({ ok: true, reference: { row: second } });
  });

  it.each([
    ['an unknown word', 'remote', 'neither a lane nor a receipt'],
    ['too few digits', 'receipt:1234567', 'neither a lane nor a receipt'],
    ['a receipt without its tag', second.receipt.slice('receipt:'.length), 'neither a lane nor a receipt'],
    ['a receipt of no row', `receipt:${'0'.repeat(64)}`, 'No row has the receipt'],
  ])('refuses %s', (_, asked, message) => {
    const found = findReference(rows, asked);
    expect(found).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });

  it('refuses digits that two rows begin with', () => {
    const twins = rows.map((row, at) => ({ ...row, receipt: `receipt:${'ab'.repeat(31)}0${at}` }));
    expect(findReference(twins, `receipt:${'ab'.repeat(10)}`)).toMatchObject({
      ok: false,
      message: expect.stringContaining('2 rows'),
    });
  });
});
