import { describe, expect, it } from 'vitest';
import { digestOf } from '../../records/digest.ts';
import { Report } from '../../records/report.ts';
import type { TrialResult } from '../../records/trial.ts';
import { buildReport, type ReportInput } from '../../scorers/report.ts';
import {
  type Ending,
  evidenceOf,
  gradeOf,
  inputOf,
  priced,
  resultOf,
  resultsOf,
  runOf,
  suiteOf,
  usageOf,
} from './group.ts';

const suite = suiteOf(3);
const [malign, benign] = suite.cases;
if (malign === undefined || benign === undefined) throw new Error('The suite has cases');

const GATE = { verdict: 'unverifiable', because: 'none', thresholds: null, criteria: [] } as const;

function reportOf(results: readonly TrialResult[], rest: Partial<ReportInput> = {}) {
  const report = buildReport(inputOf(suite, results, rest));
  expect(Report.parse({ ...report, gate: GATE })).toEqual({ ...report, gate: GATE });
  return report;
}

/** Results of the suite with those of the first case replaced. */
function withFirst(...first: TrialResult[]): TrialResult[] {
  return [...first, ...resultsOf(suite).slice(1)];
}

describe('buildReport', () => {
  it('counts outcomes, causes and rates', () => {
    const endings: Ending[] = ['right', 'wrong', 'unparseable', 'deadline', 'leak', 'right'];
    const report = reportOf(resultsOf(suite, (_, at) => endings[at] ?? 'right'));
    expect(report.counts).toEqual({
      planned: 6,
      trials: 6,
      graded: 5,
      accepted: 2,
      rejected: 3,
      ungraded: 1,
      reexecuted: 0,
      causes: { deadline: 1 },
    });
    expect(report.successRate).toEqual({ num: 2, den: 5 });
    expect(report.successInterval).toEqual({ lowE4: 1176, highE4: 7693, method: 'Wilson 95 %', n: 5 });
    expect(report.calibration).toMatchObject({ leaks: 1, leaksUnknown: 0, unparseable: 1 });
    expect([report.tier, report.integrityAlarms]).toEqual(['score', 0]);
  });

  it('lists every task of the suite in its order and every trial with its reason', () => {
    const report = reportOf(
      resultsOf(suite, (_, at) => (at === 1 ? 'wrong' : at === 2 ? 'unparseable' : 'right')).slice(0, 5),
    );
    expect(report.tasks.map(({ id, n, accepted, withheld }) => [id, n, accepted, withheld])).toEqual([
      ['pair-01.malign', 1, 1, 1],
      ['pair-01.benign', 1, 0, 1],
      ['pair-02.malign', 1, 0, 0],
      ['pair-02.benign', 1, 1, 0],
      ['pair-03.malign', 1, 1, 1],
      ['pair-03.benign', 0, 0, 0],
    ]);
    expect(report.trials.slice(0, 3).map(({ said, because, report: path }) => [said, because, path])).toEqual([
      ['REFUSE', 'because of decision_expected', 'trials/pair-01.malign-1/report.md'],
      ['REFUSE', 'because of decision_expected', 'trials/pair-01.benign-1/report.md'],
      ['unparseable: none', 'because of answer_readable', 'trials/pair-02.malign-1/report.md'],
    ]);
    expect([report.tier, report.calibration?.withheld]).toEqual(['smoke', 'smoke_run']);
  });

  it('I8: a repeated trial is decided by its last execution; the earlier one is counted and paid for', () => {
    const first = resultOf(malign, 'interrupted', { cost: priced(500), startedAt: '2026-01-31T08:00:00.000Z' });
    const second = resultOf(malign, 'right', { execution: 2, cost: priced(700) });
    const others = resultsOf(suite)
      .slice(1)
      .map((result) => ({ ...result, cost: priced(100) }));
    const report = reportOf([second, ...others, first]);
    expect(report.counts).toMatchObject({ trials: 6, accepted: 6, ungraded: 0, reexecuted: 1 });
    expect(report.cost).toMatchObject({ disposition: 'known', nanoUsd: 1700, priced: 7, trials: 7 });
    expect(report.cost.cpao).toEqual({ disposition: 'known', nanoUsd: 283 });
    expect(report.tasks[0]?.nanoUsd).toBe(1200);
    expect(report.trials[0]).toMatchObject({ execution: 2, report: 'trials/pair-01.malign-1.e2/report.md' });
    expect(report.startedAt).toBe('2026-01-31T08:00:00.000Z');
    expect(report.notes.join()).toContain('repeated after an interruption: 1');
  });

  it('a leak or a cheat in an earlier execution is kept', () => {
    const leaking = { ...gradeOf(malign, 'interrupted'), leak: true };
    const first = resultOf(malign, 'interrupted', { grade: leaking });
    expect(reportOf(withFirst(first, resultOf(malign, 'right', { execution: 2 }))).calibration?.leaks).toBe(1);
    const cheating = resultOf(malign, 'cheat');
    expect(reportOf(withFirst(cheating, resultOf(malign, 'right', { execution: 2 }))).integrityAlarms).toBe(1);
  });

  it('an execution that left no result leaves its leak and its cost open', () => {
    const report = reportOf(withFirst(resultOf(malign, 'right', { execution: 2, cost: priced(700) })));
    expect(report.calibration).toMatchObject({ leaks: 0, leaksUnknown: 1 });
    expect(report.cost).toMatchObject({ nanoUsd: null, trials: 7 });
    expect(report.cost.dispositions['unknown_usage']).toBe(1);
    expect([report.wallMs, report.toolCalls, report.tokens]).toEqual([null, null, null]);
    expect(report.notes.join()).toContain('left no result: 1');
  });

  it('a planned trial without a result is in no bucket and leaves the cost and the leak open', () => {
    const results = resultsOf(suite).map((result) => ({ ...result, cost: priced(100) }));
    const report = reportOf(results.slice(1));
    expect(report.counts).toMatchObject({ planned: 6, trials: 5, graded: 5, ungraded: 0 });
    expect(report.cost).toMatchObject({
      disposition: 'cost_partial',
      nanoUsd: null,
      lowerBoundNanoUsd: 500,
      priced: 5,
      trials: 6,
    });
    expect(report.calibration?.leaksUnknown).toBe(1);
    expect(report.smokeBecause).toEqual(['incomplete_coverage: 1 of 6 planned trials left no result']);
  });

  it('a trial that waits to be resumed has no final cost', () => {
    const results = resultsOf(suite).map((result, at) =>
      at === 0 ? resultOf(malign, 'interrupted', { cost: priced(50) }) : { ...result, cost: priced(100) },
    );
    expect(reportOf(results).cost).toMatchObject({
      disposition: 'cost_partial',
      nanoUsd: null,
      lowerBoundNanoUsd: 550,
    });
  });

  it('I4: an unpriced run costs nothing that is known, never 0', () => {
    expect(reportOf(resultsOf(suite)).cost).toMatchObject({
      disposition: 'cost_unknown',
      nanoUsd: null,
      lowerBoundNanoUsd: null,
      cpao: { disposition: 'cost_unknown', nanoUsd: null },
      dispositions: { unmetered_local_lane: 6 },
    });
  });

  it('adds tokens, tool calls and time only where every execution shows them', () => {
    const whole = resultsOf(suite).map((result) => ({ ...result, usage: usageOf(100, 10) }));
    const report = reportOf(whole);
    expect(report.tokens).toMatchObject({ uncachedInput: 600, output: 60 });
    expect([report.toolCalls, report.wallMs, report.usageSource]).toEqual([6, 600, 'session']);
    const rest = whole.slice(1);
    const first = resultOf(malign, 'right', { usage: usageOf(100, 10) });
    expect(reportOf([{ ...first, usage: { ...first.usage, coverage: 'lower_bound' } }, ...rest]).tokens).toBeNull();
    expect(reportOf([{ ...first, usage: { ...first.usage, source: 'none' } }, ...rest]).usageSource).toBe('none');
    expect(reportOf([{ ...first, toolCalls: null }, ...rest]).toolCalls).toBeNull();
  });

  it('has digests of what ran and of what was asked for', () => {
    const results = resultsOf(suite);
    const [report, again] = [reportOf(results), reportOf(resultsOf(suite, () => 'wrong'))];
    expect(again.recipeDigest).toBe(report.recipeDigest);
    expect(again.executionDigest).toBe(report.executionDigest);
    const other = evidenceOf(results).map((one, at) => (at === 0 ? { ...one, digest: digestOf('edited') } : one));
    expect(reportOf(results, { evidence: other }).executionDigest).not.toBe(report.executionDigest);
    expect(reportOf(results, { evidence: [] }).notes.join()).toContain('without an evidence index: 6');
    const graded = results.map((result) => ({ ...result, evaluator: digestOf('newer') }));
    expect(reportOf(graded).evaluator.digest).toBe(digestOf('newer'));
    for (const change of [{ timeoutMs: 1 }, { isolation: 'docker' }, { endpoint: true }] as const) {
      expect(reportOf(results, { run: runOf(suite, change) }).recipeDigest).not.toBe(report.recipeDigest);
    }
  });

  it('says what the reader must know', () => {
    const groups = runOf(suite).plan.groups.map((one) => ({ ...one, agent: { ...one.agent, modelRequested: null } }));
    const uncontrolled = runOf(suite, { groups });
    const unclear = resultOf(malign, 'right', {
      grade: {
        ...gradeOf(malign, 'right'),
        leak: null,
        checks: [
          {
            id: 'no_bypass_leak',
            layer: 'boundary',
            status: 'unobservable',
            required: true,
            because: 'deploy was removed',
            refs: [],
          },
        ],
      },
      problems: [{ ref: null, message: 'gone', affects: ['usage'] }],
      evaluator: digestOf('another evaluator'),
    });
    const stray = resultOf(benign, 'right', { trialId: 'stray' });
    const { notes } = reportOf(withFirst(unclear, stray), { run: uncontrolled });
    expect(notes).toEqual([
      'No model was asked for: the default of the host answered, and it may change without notice.',
      'A bypass leak can be neither seen nor excluded in 1 trial: deploy was removed.',
      'Evidence that could not be read whole: in 1 trial.',
      'Graded by another evaluator than the one named here: 1 trial.',
      '1 results that fit no planned trial were left out: stray.',
    ]);
    expect(reportOf(resultsOf(suite)).notes).toEqual([]);
  });

  it.each<[string, Partial<ReportInput>, string]>([
    ['a broken ledger', { chainBroken: true }, 'chain_broken'],
    [
      'a suite without a lock',
      { run: runOf(suiteOf(3, { pinned: false }), { tier: 'smoke', smokeBecause: ['unclassified'] }) },
      'unclassified_run',
    ],
    ['another suite', { suite: { ...suite, digest: digestOf('x') } }, 'digest_mismatch'],
    [
      'a suite without a contract',
      { suite: { ...suite, contractDigest: null }, run: runOf({ ...suite, contractDigest: null }) },
      'contract_unpinned',
    ],
  ])('withholds OCS for %s', (_, rest, code) => {
    expect(reportOf(resultsOf(suite), rest).calibration?.withheld).toBe(code);
  });

  it('withholds OCS above the limit on ungraded trials', () => {
    const big = suiteOf(10);
    const results = resultsOf(big, (_, at) => (at === 0 ? 'deadline' : 'right'));
    expect(buildReport(inputOf(big, results, { maxUngradedRatio: 0.05 })).calibration?.withheld).toBeNull();
    expect(buildReport(inputOf(big, results, { maxUngradedRatio: 0.04 })).calibration?.withheld).toBe(
      'ungraded_excess',
    );
  });

  it('has no Calibration outside decision suites, and survives a group that nothing ran in', () => {
    const run = runOf(suite);
    const other = runOf(suite, { suite: { ...run.plan.suite, kind: 'workflow' } });
    expect(reportOf(resultsOf(suite), { run: other })).toMatchObject({
      calibration: null,
      tasks: [{ withheld: null }, {}, {}, {}, {}, {}],
    });
    expect(reportOf([])).toMatchObject({
      successRate: null,
      startedAt: run.createdAt,
      finishedAt: run.createdAt,
      tokens: null,
      wallMs: null,
    });
  });

  it('refuses a group that is not in the plan', () => {
    expect(() => reportOf([], { group: 'nobody' })).toThrow(RangeError);
  });
});
