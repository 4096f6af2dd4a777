import { describe, expect, it } from 'vitest';
import { digestOf } from '../../records/digest.ts';
import { executionsOf } from '../../scorers/executions.ts';
import { runTier } from '../../scorers/run-tier.ts';
import { GROUP, resultOf, resultsOf, runOf, suiteOf } from './group.ts';

const suite = suiteOf(2);
const run = runOf(suite);

function tierOf(change: { run?: typeof run; suite?: typeof suite; results?: ReturnType<typeof resultsOf> }) {
  const used = change.run ?? run;
  const executed = executionsOf(used.plan.trials, change.results ?? resultsOf(suite), []);
  return runTier(used, GROUP, change.suite ?? suite, executed);
}

describe('runTier', () => {
  it('is score for a complete run of a pinned suite', () => {
    expect(tierOf({})).toEqual({ tier: 'score', smokeBecause: [], partial: false, digestMismatch: false });
  });

  it.each<[string, Parameters<typeof tierOf>[0], string]>([
    [
      'what the plan says',
      { run: runOf(suite, { tier: 'smoke', smokeBecause: ['unqualified: 1 case'] }) },
      'unqualified: 1 case',
    ],
    ['a plan that gives no reason', { run: runOf(suite, { tier: 'smoke' }) }, 'declared_smoke'],
    [
      'a missing result',
      { results: resultsOf(suite).slice(1) },
      'incomplete_coverage: 1 of 4 planned trials left no result',
    ],
    ['no result at all', { results: [] }, 'incomplete_coverage: 4 of 4'],
    [
      'a trial that was never planned, whatever the plan says of its tier',
      { run: runOf(suite, { trials: run.plan.trials.slice(1) }), results: resultsOf(suite).slice(1) },
      'incomplete_coverage: 1 of 4 pinned trials were not planned',
    ],
    [
      'fewer attempts than pinned',
      { run: runOf(suite, { suite: { ...run.plan.suite, attempts: 2 } }) },
      'incomplete_coverage: 4 of 8 pinned trials were not planned',
    ],
  ])('is smoke because of %s', (_, change, reason) => {
    const found = tierOf(change);
    expect(found).toMatchObject({ tier: 'smoke', partial: true, digestMismatch: false });
    expect(found.smokeBecause.join()).toContain(reason);
  });

  const [one] = suite.cases;
  const changed = {
    ...suite,
    cases: suite.cases.map((item, at) => (at === 0 ? { ...item, digest: digestOf('new') } : item)),
  };
  it.each<[string, Parameters<typeof tierOf>[0]]>([
    ['another suite digest', { suite: { ...suite, digest: digestOf('another') } }],
    ['another contract', { suite: { ...suite, contractDigest: digestOf('another') } }],
    ['a changed case', { suite: changed }],
    ['a case more', { suite: { ...suite, cases: suiteOf(3).cases } }],
    [
      'planned trials of another task',
      {
        run: runOf(suite, {
          trials: run.plan.trials.map((trial, at) => (at === 0 ? { ...trial, taskDigest: digestOf('x') } : trial)),
        }),
        results: resultsOf(suite).slice(1),
      },
    ],
    [
      'a result of no planned trial',
      { results: [...resultsOf(suite), ...(one === undefined ? [] : [resultOf(one, 'right', { trialId: 'stray' })])] },
    ],
  ])('I9: is smoke and a mismatch because of %s', (_, change) => {
    expect(tierOf(change)).toMatchObject({ tier: 'smoke', digestMismatch: true });
  });

  it('tells a mismatch alone from a part', () => {
    expect(tierOf({ suite: { ...suite, digest: digestOf('another') } }).partial).toBe(false);
  });
});
