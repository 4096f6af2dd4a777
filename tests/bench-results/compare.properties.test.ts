import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CompareRequest, compareRows } from '../../bench-results/compare.ts';
import { Comparison } from '../../records/comparison.ts';
import type { Row } from '../../records/row.ts';
import { measuredBody, measuredRows, ones } from '../helpers/measured-rows.ts';
import { digestFor, suiteRecord } from '../helpers/rows.ts';

const EVERYTHING: CompareRequest = { suite: null, lane: null, reference: null, view: 'all' };

/** Compares rows; the record of their suite is known. */
function compare(rows: readonly Row[], count = rows.length): Comparison {
  const suite = suiteRecord(rows[0]?.tasks.length ?? 0);
  return compareRows({ rows, count, head: null }, new Map([[suite.digest, suite]]), EVERYTHING);
}

/** Rows in a few groups, times and kinds. */
const someRows = fc
  .array(
    fc.record({
      accepted: fc.array(fc.nat({ max: 2 }), { minLength: 6, maxLength: 6 }),
      lane: fc.constantFrom('proxy' as const, 'direct' as const, 'local' as const),
      kind: fc.constantFrom('branch' as const, 'pull_request' as const),
      side: fc.constantFrom('head' as const, 'base' as const),
      key: fc.constantFrom('k1', 'k2'),
      day: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) =>
    measuredRows(
      ...all.map(({ accepted, lane, kind, side, key, day }, place) => ({
        name: `row ${place}`,
        accepted,
        attempts: 2,
        costs: accepted.map((one) => 1000 + one * place),
        agent: { lane },
        subject: { kind, side, number: kind === 'branch' ? null : 7, sha: 'a'.repeat(40), baseSha: 'a'.repeat(40) },
        changes: { suiteKey: digestFor(key), startedAt: `2026-03-0${day}T00:00:00.000Z` },
      })),
    ),
  );

describe('compareRows, for any rows', () => {
  it('does not depend on the order in which they come', () => {
    fc.assert(
      fc.property(
        someRows.chain((rows) =>
          fc.record({
            rows: fc.constant(rows),
            shuffled: fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }),
          }),
        ),
        ({ rows, shuffled }) => {
          expect(JSON.stringify(compare(shuffled))).toBe(JSON.stringify(compare(rows)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('accounts for every row: in a group that is compared, not comparable, or left out', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const comparison = compare(rows);
        const [section] = comparison.suites;
        const others = section?.notComparable.flatMap(({ seqs }) => seqs) ?? [];
        const grouped = section?.groups.reduce((sum, group) => sum + group.rows, 0) ?? 0;
        expect(others.length + grouped).toBe(rows.length);
        expect(Comparison.safeParse(comparison).success).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('compareRows, in time', () => {
  it('compares 10,000 rows in a few seconds on a busy machine', () => {
    const rows = Array.from({ length: 10_000 }, (_, at): Row => {
      const body = measuredBody({
        name: `row ${at}`,
        accepted: ones(4 + (at % 4), 8),
        costs: ones(8, 8).map((one) => one * (1_000_000 + (at % 97))),
        agent: { lane: (['proxy', 'direct', 'local'] as const)[at % 3] ?? 'local' },
        changes: { startedAt: new Date(1_700_000_000_000 + at * 60_000).toISOString() },
      });
      const receipt = `receipt:${at.toString(16).padStart(64, '0')}`;
      return { ...body, seq: at, previous: receipt, receipt };
    });
    const started = performance.now();
    const comparison = compare(rows);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(comparison.suites[0]?.trend?.lines.map(({ steps }) => steps.length)).toEqual([3333, 3332, 3332]);
  }, 60_000);
});
