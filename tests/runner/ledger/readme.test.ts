import { describe, expect, it } from 'vitest';
import { readmeOf } from '../../../runner/ledger/readme.ts';
import { chainOf, ORIGIN, suiteRecord } from '../../helpers/rows.ts';
import { textOf } from '../../helpers/tamper.ts';

const rows = chainOf(130);
const facts = { origin: ORIGIN, suite: suiteRecord(), hasDashboard: false };

/** The rows that the table shows, in its order, for the ledger that ends in row `seq`. */
function shown(seq: number): { readonly seqs: readonly number[]; readonly size: number } {
  const row = rows[seq] ?? expect.fail('a row');
  // An append holds the last shard as it was: at the start of a shard that is the full one before it.
  const first = seq === 0 ? 0 : Math.floor((seq - 1) / 100) * 100;
  const text = readmeOf(row, { ...facts, shard: textOf(rows.slice(first, seq)) });
  const seqs = [...text.matchAll(/^\| \[(\d+)\]\(ledger\/\d{6}\.jsonl\)/gm)].map((match) => Number(match[1]));
  return { seqs, size: text.length };
}

const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);

describe('readmeOf()', () => {
  it.each([
    [0, 0],
    [1, 0],
    [19, 0],
    [20, 1],
    [99, 80],
    [100, 81],
    [101, 100],
    [118, 100],
    [129, 110],
  ])('of a ledger that ends in row %i shows the rows down to %i', (seq, oldest) => {
    expect(shown(seq).seqs).toEqual(down(seq, oldest));
  });

  it('does not grow with the ledger', () => {
    expect(shown(129).size - shown(60).size).toBeLessThan(200);
  });

  it('tells OCS by case where it knows the classes', () => {
    const row = rows[0] ?? expect.fail('a row');
    expect(readmeOf(row, { ...facts, shard: '' })).toContain('| OCS +1.000 |');
  });
});
