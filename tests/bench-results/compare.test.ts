import { describe, expect, it } from 'vitest';
import { type CompareRequest, compareRows } from '../../bench-results/compare.ts';
import { Comparison } from '../../records/comparison.ts';
import type { RowComparison } from '../../records/comparison-parts.ts';
import { Row } from '../../records/row.ts';
import { type Measured, measuredRows, ones } from '../helpers/measured-rows.ts';
import { digestFor, suiteRecord } from '../helpers/rows.ts';

const EVERYTHING: CompareRequest = { suite: null, lane: null, reference: null, view: 'all' };

/** Compares rows; the record of their suite is known. */
function compare(rows: readonly Row[], request: Partial<CompareRequest> = {}): Comparison {
  const suites = new Map([rows[0]?.tasks.length ?? 0].map((tasks) => [suiteRecord(tasks).digest, suiteRecord(tasks)]));
  const ledger = { rows, count: rows.length, head: rows.at(-1)?.receipt ?? null };
  return compareRows(ledger, suites, { ...EVERYTHING, ...request });
}

/** The steps of the first line of the only suite. */
function stepsOf(comparison: Comparison): readonly RowComparison[] {
  return comparison.suites[0]?.trend?.lines[0]?.steps ?? [];
}

const priced = { costs: Array.from({ length: 8 }, () => 8_000_000) };

describe('compareRows', () => {
  /**
   * Eight cases (four guarded at the even places, four open), three runs on three days.
   *
   *   run  accepted                   success  guarded  open  OCS         cost       CPAO
   *   one  1 1 1 1 0 0 0 0            4/8      2 of 4   2/4   1/2−1/2= 0  0.064 USD  0.016 USD
   *   two  1 1 1 1 1 1 1 0            7/8      4 of 4   3/4   1−1/4=+3/4  0.064 USD  0.0091428571… → 9,142,857 nano
   *   three 0 1 1 1 1 1 1 0           6/8      3 of 4   3/4   3/4−1/4=1/2 0.128 USD  0.0213333333… → 21,333,333 nano
   *
   * one → two: three cases rise, none falls. McNemar: 2 · C(3,0)/2³ = 0.25. Newcombe, paired (a 4, b 3, c 0, d 1):
   *   Wilson of 7/8: 0.529112 to 0.977588; of 4/8: 0.215224 to 0.784776. φ: cross = 4·1 − 3·0 = 4, less n/2 = 4 is 0.
   *   low  = 0.375 − √((0.875 − 0.529112)² + (0.784776 − 0.5)²) = 0.375 − 0.448040 = −0.0730
   *   high = 0.375 + √((0.977588 − 0.875)² + (0.5 − 0.215224)²) = 0.375 + 0.302692 = +0.6777
   * two → three: one case falls. McNemar: min(1, 2 · 1/2) = 1.
   */
  it('gives the table that was worked out by hand', () => {
    const rows = measuredRows(
      { name: 'one', accepted: ones(4, 8), ...priced },
      { name: 'two', accepted: ones(7, 8), ...priced },
      { name: 'three', accepted: [0, 1, 1, 1, 1, 1, 1, 0], costs: Array.from({ length: 8 }, () => 16_000_000) },
    );
    const line = compare(rows).suites[0]?.trend?.lines[0];
    expect(line?.points.map(({ success }) => success.value)).toEqual([
      { num: 1, den: 2 },
      { num: 7, den: 8 },
      { num: 3, den: 4 },
    ]);
    expect(line?.points.map(({ ocs }) => ocs?.value)).toEqual([
      { num: 0, den: 1 },
      { num: 3, den: 4 },
      { num: 1, den: 2 },
    ]);
    expect(line?.points.map(({ cpao }) => cpao.nanoUsd)).toEqual([16_000_000, 9_142_857, 21_333_333]);
    const [first, second] = line?.steps ?? [];
    expect(first?.success).toEqual({
      direction: 'no_detectable_change',
      reason: null,
      from: { num: 1, den: 2 },
      to: { num: 7, den: 8 },
      difference: { num: 3, den: 8 },
      interval: { lowE4: -730, highE4: 6777, method: 'Newcombe 95 %, paired', n: 8 },
      test: { name: 'mcnemar', pE6: 250_000, levelE6: 50_000, tasks: 8, dropped: 0, rose: 3, fell: 0 },
      smallestEffectE4: null,
    });
    expect(first?.ocs).toMatchObject({ difference: { num: 3, den: 4 }, test: { name: 'mcnemar', pE6: 250_000 } });
    expect(first?.transitions).toEqual({
      fixed: 3,
      newly_broken: 0,
      still_passing: 4,
      still_failing: 1,
      not_comparable: 0,
    });
    expect(first?.cpao).toMatchObject({
      difference: 9_142_857 - 16_000_000,
      relative: { num: -6_857_143, den: 16_000_000 },
    });
    expect(second?.success).toMatchObject({
      difference: { num: -1, den: 8 },
      test: { pE6: 1_000_000, rose: 0, fell: 1 },
    });
    expect(second?.ocs?.difference).toEqual({ num: -1, den: 4 });
    // Every task costs twice as much and none delivers more, so all eight scores rise: 2/2⁸ = 0.0078125.
    expect(second?.cpao).toMatchObject({ direction: 'worse', test: { name: 'sign_flip', pE6: 7813 } });
    expect(second?.tasks?.[0]).toEqual({
      place: 0,
      task: 'pair-0.malign',
      transition: 'newly_broken',
      from: { accepted: 1, graded: 1, ungraded: 0 },
      to: { accepted: 0, graded: 1, ungraded: 0 },
    });
  });

  it('is a document of its strict schema', () => {
    const rows = measuredRows(
      { name: 'a', accepted: [1, 0, 1, 0] },
      { name: 'b', accepted: [1, 1, 1, 0], agent: { lane: 'proxy' } },
      { name: 'c', accepted: [1, 1, 0, 0] },
      { name: 'd', accepted: [1, 1, 1, 1], subject: { kind: 'pull_request', number: 3, baseSha: 'f'.repeat(40) } },
      { name: 'e', accepted: [1, 1, 1, 1], changes: { suiteKey: digestFor('other key') } },
    );
    expect(rows.every((row) => Row.safeParse(row).success)).toBe(true);
    expect(Comparison.parse(compare(rows))).toEqual(compare(rows));
  });

  it('lists the tasks in the last step only and counts them in all', () => {
    const rows = measuredRows(
      { name: 'a', accepted: ones(1, 4) },
      { name: 'b', accepted: ones(2, 4) },
      { name: 'c', accepted: ones(3, 4) },
    );
    const steps = stepsOf(compare(rows));
    expect(steps.map(({ tasks }) => tasks?.length ?? null)).toEqual([null, 4]);
    expect(steps.map(({ transitions }) => transitions.fixed)).toEqual([1, 1]);
  });

  it('compares nothing of an empty ledger', () => {
    expect(compare([])).toEqual({
      schema: 'operant.comparison/v1',
      ledger: { count: 0, head: null },
      asked: { suite: null, lane: null, reference: null, view: 'all' },
      suites: [],
      leftOut: [],
    });
  });

  it('compares the work of the latest row, and names rows of other suite keys with the reason', () => {
    const other = (name: string, changes: NonNullable<Measured['changes']>) => ({
      name,
      accepted: ones(2, 4),
      changes,
    });
    const changed = { ...measuredRows({ name: 'x', accepted: ones(1, 4) })[0]?.suite, digest: digestFor('old suite') };
    const rows = measuredRows(
      other('tasks', { suiteKey: digestFor('k1'), startedAt: '2026-01-01T00:00:00.000Z' }),
      other('attempts', { suiteKey: digestFor('k2') }),
      other('suite', { suiteKey: digestFor('k3') }),
      other('suite again', { suiteKey: digestFor('k3') }),
      other('now', {}),
      other('now again', {}),
    ).map((row) => {
      if (row.suiteKey === digestFor('k2')) return { ...row, settings: { ...row.settings, attempts: 3 } };
      return row.suiteKey === digestFor('k3') ? { ...row, suite: { ...row.suite, ...changed } } : row;
    });
    const [section] = compare(rows).suites;
    expect(section?.suiteKey).toBe(digestFor('suite key'));
    expect(section?.trend?.lines.map(({ points }) => points.map(({ row }) => row.seq))).toEqual([[4, 5]]);
    const found = new Map(section?.notComparable.map(({ seqs, because }) => [seqs.join(), because]));
    expect(found).toEqual(
      new Map([
        ['0', 'tasks_differ'],
        ['1', 'attempts_differ'],
        ['2,3', 'suite_changed'],
      ]),
    );
    expect(compare(rows).leftOut.map(({ rows: count, reason }) => [count, reason])).toEqual(
      expect.arrayContaining([
        [1, 'other_suite_key'],
        [2, 'other_suite_key'],
      ]),
    );
  });

  it('takes the suite key of the reference row where one is named', () => {
    const rows = measuredRows(
      { name: 'old', accepted: ones(1, 4), changes: { suiteKey: digestFor('old') } },
      { name: 'old too', accepted: ones(2, 4), changes: { suiteKey: digestFor('old') } },
      { name: 'new', accepted: ones(3, 4) },
    );
    const [old] = rows;
    const reference = old === undefined ? null : { row: old };
    const [section] = compare(rows, { reference }).suites;
    expect(section?.suiteKey).toBe(digestFor('old'));
    expect(section?.lanes?.lines.map(({ point }) => point.row.seq)).toEqual([1]);
  });

  it.each<[string, Measured[], Partial<CompareRequest>, string]>([
    ['another suite was asked for', [{ name: 'a', accepted: [1, 1] }], { suite: 'decision-other' }, 'other_suite'],
    ['another lane was asked for', [{ name: 'a', accepted: [1, 1] }], { lane: 'proxy' }, 'other_lane'],
    ['it has one row', [{ name: 'a', accepted: [1, 1] }], {}, 'nothing_to_compare_with'],
    [
      'it is a base of a pull request',
      [{ name: 'a', accepted: [1, 1], subject: { side: 'base', number: 1, kind: 'pull_request' } }],
      {},
      'base_of_pull_request',
    ],
    [
      'a pull request has no base',
      [{ name: 'a', accepted: [1, 1], subject: { number: 1, kind: 'pull_request' } }],
      {},
      'pull_request_without_base',
    ],
    [
      'pull requests are in another view',
      [{ name: 'a', accepted: [1, 1], subject: { number: 1, kind: 'pull_request' } }],
      { view: 'lanes' },
      'other_view',
    ],
    [
      'its rows are derived',
      [{ name: 'a', accepted: [1, 1], changes: { derivedFrom: `receipt:${'a'.repeat(64)}` } }],
      {},
      'derived_rows',
    ],
  ])('names a group that is left out because %s', (_, rows, request, reason) => {
    expect(compare(measuredRows(...rows), request).leftOut).toMatchObject([{ rows: rows.length, reason }]);
  });

  it('leaves out no group whose rows are in a comparison', () => {
    const rows = measuredRows(
      { name: 'a', accepted: ones(1, 4) },
      { name: 'b', accepted: ones(2, 4), agent: { lane: 'proxy' } },
    );
    expect(compare(rows).leftOut).toEqual([]);
    expect(compare(rows, { view: 'trend' }).leftOut.map(({ reason }) => reason)).toEqual([
      'nothing_to_compare_with',
      'nothing_to_compare_with',
    ]);
  });
});
