import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../runner/ledger/open.ts';
import { chainOf, digestFor, suiteRecord } from '../../helpers/rows.ts';

const V1 = 'fixtures/ledgers/v1';
const V1_HEAD = 'receipt:d9b11872cbd7eca42871f5f106ea25d5775e6c03f8c3c588831fb00d6de4f501';
const V1_ORIGIN = 'example.test/owner/repository/refs/heads/bench-results';

describe('openLedger: the frozen ledger of operant.row/v1', () => {
  it('verifies as a directory, row by row, against head, count and origin', async () => {
    const request = { rows: true, expectHead: V1_HEAD, expectCount: 8, origin: V1_ORIGIN };
    expect(await openLedger(V1).verify(request)).toEqual({ ok: true, count: 8, head: V1_HEAD });
  });

  it('verifies as a file', async () => {
    expect(await openLedger(`${V1}/ledger/000000.jsonl`).verify({ rows: true })).toEqual({
      ok: true,
      count: 8,
      head: V1_HEAD,
    });
  });

  it('is read whole, unknowns as null', async () => {
    const { rows, count, head } = await openLedger(V1).read();
    expect([count, head, rows.length]).toEqual([8, V1_HEAD, 8]);
    expect(rows.map((row) => row.cost.nanoUsd)).toEqual([null, null, null, null, 12_345_678_901, null, null, null]);
    expect(rows.map((row) => row.gate?.verdict ?? null)).toEqual([
      'pass',
      'fail',
      null,
      'pass',
      'pass',
      'pass',
      'pass',
      'pass',
    ]);
    expect(rows[7]?.agent.name).toBe('caf\u00e9 \u{1f600} "quoted" \\ \u2028');
  });

  it('knows the suite of its rows and no other', async () => {
    expect(await openLedger(V1).suite(suiteRecord().digest)).toEqual(suiteRecord());
    expect(await openLedger(V1).suite(digestFor('other'))).toBeNull();
  });

  it('is not the ledger of another repository', async () => {
    const result = await openLedger(V1).verify({ origin: 'example.test/other/repository/refs/heads/bench-results' });
    expect(result).toMatchObject({ ok: false, code: 'chain_broken' });
  });

  it('has not lost its head to another chain', async () => {
    const other = chainOf(8).at(-1)?.receipt ?? null;
    expect(await openLedger(V1).verify({ expectHead: other })).toMatchObject({ ok: false, code: 'head_mismatch' });
    expect(await openLedger(V1).verify({ expectCount: 9 })).toMatchObject({ ok: false, code: 'count_mismatch' });
  });
});
