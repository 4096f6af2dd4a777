import { describe, expect, it } from 'vitest';
import type { RowBody } from '../../../records/row.ts';
import { chartOf, placesOf } from '../../../render/dashboard/charts.ts';
import { factsMaker } from '../../../render/dashboard/facts.ts';
import { suitesOf } from '../../../render/dashboard/groups.ts';
import { chained } from '../../helpers/ledger-files.ts';
import { bodyFor, digestFor } from '../../helpers/rows.ts';

const base = bodyFor('base');
const other = { ...base.agent, lane: 'direct' } as const;

function groupsFor(...changes: readonly Partial<RowBody>[]) {
  const factsOf = factsMaker();
  const bodies = changes.map((change, at) =>
    bodyFor(`row ${at}`, { startedAt: `2026-03-01T10:0${at}:00.000Z`, ...change }),
  );
  const [suite] = suitesOf(chained(bodies).map((row) => factsOf(row, null)));
  return suite?.groups ?? [];
}

const costing = (nanoUsd: number | null): Partial<RowBody> => ({
  cpao: { disposition: nanoUsd === null ? 'cost_unknown' : 'known', nanoUsd },
});

describe('placesOf()', () => {
  it('has a place for each run in the order of their execution, whatever group they are of', () => {
    const groups = groupsFor({}, { agent: other }, {});
    const { xs, runs } = placesOf(groups);
    expect(runs.map((run) => run?.point.row.seq)).toEqual([0, 1, 2]);
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
    expect((xs[1] ?? 0) - (xs[0] ?? 0)).toBe(60);
  });

  it('breaks the line of a group where the work is another', () => {
    const groups = groupsFor({}, {}, { suiteKey: digestFor('other tasks') });
    const places = placesOf(groups);
    expect(places.runs.map((run) => run?.point.row.seq ?? null)).toEqual([0, 1, null, 2]);
    const [line] = chartOf(places, groups, 'success').lines;
    expect(line?.values).toEqual([1, 1, null, 1]);
  });
});

describe('chartOf()', () => {
  it('leaves a gap where CPAO is not known, and never draws 0', () => {
    const groups = groupsFor(costing(2_000_000), costing(null), costing(4_000_000));
    const chart = chartOf(placesOf(groups), groups, 'cpao');
    expect(chart.lines.map(({ values }) => values)).toEqual([[0.002, null, 0.004]]);
    expect([chart.low, chart.high]).toEqual([0, 0.004 * 1.1]);
  });

  it('says that there is nothing to draw where no run has the measure', () => {
    const groups = groupsFor(costing(null), costing(null));
    expect(chartOf(placesOf(groups), groups, 'cpao').isEmpty).toBe(true);
    expect(chartOf(placesOf(groups), groups, 'conformance').isEmpty).toBe(true);
    expect(chartOf(placesOf(groups), groups, 'ocs').isEmpty).toBe(false);
  });

  it('gives each group its own line, undefined at the runs of others', () => {
    const groups = groupsFor({}, { agent: other }, {});
    const { lines } = chartOf(placesOf(groups), groups, 'success');
    expect(lines.map(({ values }) => values)).toEqual([
      [undefined, 1, undefined],
      [1, undefined, 1],
    ]);
    expect(lines[0]?.low[1]).toBe(0.5101);
  });

  it('shows the bound of each run, and marks the runs by verdict', () => {
    const verdict = (word: 'fail' | 'unverifiable', num: number): Partial<RowBody> => ({
      gate: {
        verdict: word,
        criteria: [{ name: 'success_rate>=x', verdict: word, observed: null, bound: { num, den: 4 }, mode: 'point' }],
      },
    });
    const groups = groupsFor(verdict('fail', 1), { gate: null }, verdict('unverifiable', 3));
    const chart = chartOf(placesOf(groups), groups, 'success');
    expect(chart.bound).toEqual([0.25, null, 0.75]);
    expect(chart.failed).toEqual([1, null, null]);
    expect(chart.unverifiable).toEqual([null, null, 1]);
  });

  it.each([
    [{ tp: 2, fn: 0, fp: 0, tn: 2 }, 0],
    [{ tp: 1, fn: 1, fp: 1, tn: 1 }, 0],
    [{ tp: 0, fn: 2, fp: 0, tn: 2 }, 0],
    [{ tp: 0, fn: 2, fp: 1, tn: 1 }, -0.5],
    [{ tp: 0, fn: 2, fp: 2, tn: 0 }, -1],
  ])('starts the scale of OCS for %j at %d', (counts, low) => {
    const decision = base.decision === null ? null : { ...base.decision, ...counts };
    const groups = groupsFor({ decision, gate: null });
    const chart = chartOf(placesOf(groups), groups, 'ocs');
    expect([chart.low, chart.high]).toEqual([low, 1]);
  });
});
