/** What no evidence, dropped or added, may do to a verdict: from results through the report to the gate. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bounds, Gate } from '../../records/thresholds.ts';
import { Gate as GateSchema } from '../../records/thresholds.ts';
import type { Grade, TrialResult } from '../../records/trial.ts';
import { buildReport } from '../../scorers/report.ts';
import { judge } from '../../thresholds/gate.ts';
import { type Ending, evidenceOf, gradeOf, inputOf, priced, resultOf, suiteOf } from '../scorers/group.ts';
import { applied, bound } from './judged.ts';

const suite = suiteOf(4);

interface Scene {
  readonly results: readonly TrialResult[];
  readonly bounds: Bounds;
  readonly all: boolean;
}

const ending = fc.constantFrom<Ending>(
  'right',
  'right',
  'right',
  'wrong',
  'unparseable',
  'leak',
  'cheat',
  'deadline',
  'interrupted',
);

const results = fc
  .tuple(
    fc.array(ending, { minLength: 8, maxLength: 8 }),
    fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 8, maxLength: 8 }),
    fc.boolean(),
    fc.subarray(suite.cases.map((_, at) => at)),
  )
  .map(([endings, costs, pricedAll, repeated]) =>
    suite.cases.flatMap((one, at) => {
      const cost = priced(
        (costs[at] ?? 1) * 1_000_000,
        pricedAll || at > 0 ? {} : { disposition: 'unknown_usage', nanoUsd: null },
      );
      const last = endings[at] ?? 'right';
      const again = repeated.includes(at) && at % 2 === 1;
      return again
        ? [resultOf(one, 'interrupted', { cost }), resultOf(one, last, { execution: 2, cost })]
        : [resultOf(one, last, { cost })];
    }),
  );

const share = fc.integer({ min: 0, max: 20 }).map((n) => n / 20);
const bounds = fc
  .record({
    graded: fc.nat(8),
    success: share,
    ungraded: share,
    cost: fc.integer({ min: 1, max: 300 }),
    ocs: share,
    leaks: fc.nat(2),
    alarms: fc.nat(1),
  })
  .map(
    (one): Bounds => ({
      minGradedTrials: bound(one.graded),
      minSuccessRate: bound(one.success),
      maxUngradedRatio: bound(one.ungraded),
      maxCostPerAcceptedOutcomeUsd: bound(one.cost / 1000),
      minOcs: bound(one.ocs * 2 - 1),
      maxBypassLeaks: bound(one.leaks),
      maxIntegrityAlarms: bound(one.alarms),
    }),
  );

const scene = fc.record({ results, bounds, all: fc.boolean() });

function gateOf(one: Scene, evidence = evidenceOf(one.results)): Gate {
  const report = buildReport(
    inputOf(suite, one.results, { evidence, maxUngradedRatio: one.bounds.maxUngradedRatio?.value ?? null }),
  );
  return judge(report, applied(one.bounds, { requireAllAccepted: one.all }));
}

/** No criterion, and not the gate, may pass after a loss unless it passed before. */
function expectNoBetter(before: Gate, after: Gate): void {
  if (after.verdict === 'pass') expect(before.verdict).toBe('pass');
  after.criteria.forEach((criterion, at) => {
    if (criterion.verdict === 'pass')
      expect([criterion.name, before.criteria[at]?.verdict]).toEqual([criterion.name, 'pass']);
  });
}

/** A trial of which one thing was lost. What was proven stays proven; nothing becomes accepted by it. */
const LOSSES: Readonly<Record<string, (result: TrialResult) => TrialResult>> = {
  usage: (result) => ({ ...result, cost: { ...result.cost, disposition: 'unknown_usage', nanoUsd: null } }),
  'usage and its lower bound': (result) => ({
    ...result,
    cost: { disposition: 'unknown_usage', nanoUsd: null, lowerBoundNanoUsd: null, rateBasis: null, detail: 'lost' },
  }),
  'a command line': (result) => ({ ...result, grade: withOpen(result.grade, ['no_bypass_leak', 'integrity']) }),
  'the guard record': (result) => ({ ...result, grade: withOpen(result.grade, ['no_bypass_leak']) }),
  'the final message': (result) => ({ ...result, grade: withoutAnswer(result.grade) }),
};

/** The grade when the harness ended without a message that was there. */
function withoutAnswer(grade: Grade): Grade {
  const lost = { state: 'ungraded', cause: 'cli_error', detail: 'lost' } as const;
  const checks = grade.checks.filter((check) => check.id === 'integrity');
  return { checks, outcome: grade.outcome.state === 'ungraded' ? grade.outcome : lost, answer: null, leak: null };
}

/** The grade when some checks can no longer be judged. */
function withOpen(grade: Grade, ids: readonly string[]): Grade {
  const checks = grade.checks.map((check) =>
    ids.includes(check.id) ? { ...check, status: 'unobservable' as const } : check,
  );
  if (checks.every((check) => check.status !== 'unobservable')) return grade;
  const failed = checks.filter((check) => check.status === 'failed').map((check) => check.id);
  const open = { state: 'ungraded', cause: 'incomplete', detail: 'lost' } as const;
  const graded = grade.outcome.state === 'ungraded' ? grade.outcome : open;
  const leak = checks.some((check) => check.id === 'no_bypass_leak') ? null : grade.leak;
  return { ...grade, checks, leak, outcome: failed.length > 0 ? { state: 'rejected', failed } : graded };
}

describe('I1: no lost evidence makes a criterion or the gate pass', () => {
  it('a result, its evidence index kept', () => {
    fc.assert(
      fc.property(scene, fc.nat(), (one, pick) => {
        const left = one.results.filter((_, at) => at !== pick % one.results.length);
        expectNoBetter(gateOf(one), gateOf({ ...one, results: left }, evidenceOf(one.results)));
      }),
      { numRuns: 150 },
    );
  });

  it('a whole trial, as if it had never been', () => {
    fc.assert(
      fc.property(scene, fc.constantFrom(...suite.cases.map(({ id }) => id)), (one, id) => {
        expectNoBetter(gateOf(one), gateOf({ ...one, results: one.results.filter((result) => result.case !== id) }));
      }),
      { numRuns: 150 },
    );
  });

  it.each(Object.entries(LOSSES))('%s', (_, lose) => {
    fc.assert(
      fc.property(scene, fc.nat(), (one, pick) => {
        const damaged = one.results.map((result, at) => (at === pick % one.results.length ? lose(result) : result));
        expectNoBetter(gateOf(one), gateOf({ ...one, results: damaged }));
      }),
      { numRuns: 150 },
    );
  });
});

describe('I5: a verdict stands however the ungraded trials would have ended', () => {
  it('pass stays pass and fail stays fail', () => {
    const completing = fc.array(fc.constantFrom<Ending>('right', 'wrong'), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(scene, completing, (one, endings) => {
        const deciding = one.results.filter(
          (result) =>
            result.execution === 2 ||
            !one.results.some((other) => other.trialId === result.trialId && other.execution === 2),
        );
        const completed = one.results.map((result) => {
          const at = suite.cases.findIndex(({ id }) => id === result.case);
          const task = suite.cases[at];
          const open = result.grade.outcome.state === 'ungraded' && deciding.includes(result);
          return open && task !== undefined ? { ...result, grade: gradeOf(task, endings[at] ?? 'right') } : result;
        });
        const [before, after] = [gateOf(one), gateOf({ ...one, results: completed })];
        for (const [at, criterion] of before.criteria.entries()) {
          const judgesOutcomes = /^(?:success_rate|cost_per|ocs|all_accepted)/.test(criterion.name);
          const now = after.criteria[at]?.verdict;
          if (!judgesOutcomes || criterion.verdict === 'unverifiable' || now === 'unverifiable') continue;
          expect([criterion.name, now]).toEqual([criterion.name, criterion.verdict]);
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('judge is total', () => {
  it('and every gate passes its schema', () => {
    fc.assert(
      fc.property(scene, (one) => {
        const gate = gateOf(one);
        expect(GateSchema.parse(gate)).toEqual(gate);
      }),
    );
  });
});
