import { describe, expect, it } from 'vitest';
import { classesOf } from '../../../bench-results/compare-figures.ts';
import type { RowBody } from '../../../records/row.ts';
import { drawnMeasure, factsMaker, groupKey, METRICS } from '../../../render/dashboard/facts.ts';
import { chained } from '../../helpers/ledger-files.ts';
import { bodyFor, suiteRecord } from '../../helpers/rows.ts';
import { STORY_SUITES, storyRows } from '../../helpers/trend-rows.ts';

const suites = new Map([...STORY_SUITES, suiteRecord()].map((suite) => [suite.digest, classesOf(suite)]));
const factsOf = factsMaker();

function factsFor(changes: Partial<RowBody>) {
  const [row] = chained([bodyFor('one', changes)]);
  return row === undefined ? expect.fail('one row') : factsOf(row, suites.get(row.suite.digest) ?? null);
}

describe('factsMaker()', () => {
  it('gives the numbers of the row, exactly', () => {
    const rows = storyRows(30);
    for (const row of rows) {
      const { point, at } = factsOf(row, suites.get(row.suite.digest) ?? null);
      expect(point.row).toMatchObject({ seq: row.seq, receipt: row.receipt });
      expect(point.success.value).toEqual(fractionOf(row.counts.accepted, row.counts.graded));
      expect(point.cpao.nanoUsd).toBe(row.cpao.nanoUsd);
      expect(at * 1000).toBe(Date.parse(row.startedAt));
      const judged = row.gate?.criteria.find(({ name }) => name.startsWith('ocs>='))?.observed;
      if (typeof judged !== 'object' || judged === null) continue;
      const ocs = point.ocs?.value ?? expect.fail('an OCS');
      expect(ocs.num * judged.den).toBe(judged.num * ocs.den);
    }
    expect(rows.filter(({ decision }) => decision !== null).length).toBeGreaterThan(30);
  });

  it('takes the bounds from the criteria of the gate, CPAO in USD', () => {
    const criterion = (name: string, bound: { num: number; den: number } | number) =>
      ({ name, verdict: 'pass', observed: null, bound, mode: 'point' }) as const;
    const criteria = [
      criterion('graded_trials>=3', 3),
      criterion('ocs>=-0.250', { num: -1, den: 4 }),
      criterion('success_rate>=1.000', 1),
      criterion('cost_per_accepted_outcome<=$0.0120', { num: 3, den: 250 }),
      criterion('conformance>=0.900', { num: 9, den: 10 }),
    ];
    expect(factsFor({ gate: { verdict: 'pass', criteria } }).bounds).toEqual({
      ocs: { num: -1, den: 4 },
      success: { num: 1, den: 1 },
      cpao: { num: 3, den: 250 },
      conformance: { num: 9, den: 10 },
    });
    expect(factsFor({ gate: null }).bounds).toEqual({ ocs: null, success: null, cpao: null, conformance: null });
  });

  it('keeps once what rows have in common', () => {
    const [one, other] = storyRows(3).filter(({ agent, decision }) => agent.lane === 'proxy' && decision !== null);
    if (one === undefined || other === undefined) return expect.fail('two rows');
    const facts = [one, other].map((row) => factsOf(row, null));
    expect(facts[0]?.axes).toBe(facts[1]?.axes);
    expect(facts[0]?.conditions).toBe(facts[1]?.conditions);
    return undefined;
  });
});

describe('groupKey()', () => {
  it('tells groups apart whatever their names hold', () => {
    const base = factsFor({}).axes;
    const keys = [
      base,
      { ...base, modelRequested: 'null' },
      { ...base, name: 'a","b' },
      { ...base, name: 'a', modelRequested: 'b' },
      { ...base, lane: 'proxy' as const },
      { ...base, condition: 'baseline' as const },
      { ...base, invocation: 'slash' as const },
    ].map(groupKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('drawnMeasure()', () => {
  it('leaves open what is not known, and never draws it as 0 (I3, I4)', () => {
    const counts = { ...bodyFor('x').counts, graded: 0, accepted: 0, rejected: 0, ungraded: 4 };
    const unknown = factsFor({
      counts,
      tasks: bodyFor('x').tasks.map((task) => ({ ...task, accepted: 0, ungraded: 1, withheld: 0 })),
      decision: { ...(bodyFor('x').decision ?? expect.fail()), tp: 0, tn: 0, axes: [], withheld: 'class_empty' },
      conformance: null,
      cpao: { disposition: 'cost_unknown', nanoUsd: null },
    });
    for (const metric of METRICS) {
      expect(drawnMeasure(unknown, metric)).toEqual({ value: null, low: null, high: null });
    }
  });

  it('draws CPAO in USD, rates with their limits, and conformance as a share', () => {
    const layer = { passed: 3, failed: 1, unobservable: 0, unsupported: 5 };
    const none = { passed: 0, failed: 0, unobservable: 0, unsupported: 0 };
    const facts = factsFor({
      cpao: { disposition: 'known', nanoUsd: 12_300_000 },
      conformance: { loading: layer, delegation: none, verification: none, outcome: none, boundary: none },
    });
    expect(drawnMeasure(facts, 'cpao')).toEqual({ value: 0.0123, low: null, high: null });
    expect(drawnMeasure(facts, 'conformance').value).toBe(0.75);
    expect(drawnMeasure(facts, 'success')).toEqual({ value: 1, low: 0.5101, high: 1 });
    expect(drawnMeasure(facts, 'ocs').value).toBe(1);
  });
});

function fractionOf(num: number, den: number) {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const by = divisor(num, den);
  return { num: num / by, den: den / by };
}
