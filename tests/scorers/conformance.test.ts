import { describe, expect, it } from 'vitest';
import type { Check, Grade, Outcome } from '../../records/trial.ts';
import { conformanceOf } from '../../scorers/conformance.ts';
import type { TrialExecutions } from '../../scorers/executions.ts';
import { executionsOf } from '../../scorers/executions.ts';
import { evidenceOf, resultsOf, runOf, suiteOf } from './group.ts';

const suite = suiteOf(2);

/** Executions of the trials of a group, each with the given grade; a null grade left no result. */
function trialsOf(grades: readonly (Grade | null)[]): readonly TrialExecutions[] {
  const run = runOf(suite);
  const results = resultsOf(suite).flatMap((result, at) => {
    const grade = grades[at];
    return grade === null || grade === undefined ? [] : [{ ...result, grade }];
  });
  const planned = run.plan.trials.slice(0, grades.length);
  return executionsOf(planned, results, evidenceOf(results)).trials;
}

const check = (layer: Check['layer'], status: Check['status'], required = true): Check => ({
  id: `${layer}-${status}`,
  layer,
  status,
  required,
  because: 'x',
  refs: [],
});

const grade = (checks: readonly Check[], outcome: Outcome): Grade => ({
  checks: [...checks],
  outcome,
  answer: null,
  leak: null,
});

const NONE = { passed: 0, failed: 0, unobservable: 0, unsupported: 0 };

describe('conformanceOf', () => {
  it('counts required checks by layer over all trials', () => {
    const one = grade([check('loading', 'passed'), check('loading', 'failed'), check('outcome', 'passed')], {
      state: 'rejected',
      failed: ['x'],
    });
    const other = grade([check('loading', 'passed'), check('delegation', 'unsupported')], { state: 'accepted' });
    expect(conformanceOf(trialsOf([one, other]))).toEqual({
      layers: {
        loading: { ...NONE, passed: 2, failed: 1 },
        delegation: { ...NONE, unsupported: 1 },
        verification: NONE,
        outcome: { ...NONE, passed: 1 },
        boundary: NONE,
      },
      missing: 0,
    });
  });

  it('leaves out what the pass rule does not count', () => {
    const one = grade([check('verification', 'failed', false), check('outcome', 'passed')], { state: 'accepted' });
    const { layers } = conformanceOf(trialsOf([one]));
    expect([layers.verification, layers.outcome]).toEqual([NONE, { ...NONE, passed: 1 }]);
  });

  it('I5: counts no answer of a trial that did not run properly, neither way', () => {
    const outcome: Outcome = { state: 'ungraded', cause: 'deadline', detail: 'x' };
    const one = grade(
      [check('loading', 'passed'), check('loading', 'failed'), check('delegation', 'unsupported')],
      outcome,
    );
    const { layers } = conformanceOf(trialsOf([one]));
    expect([layers.loading, layers.delegation]).toEqual([
      { ...NONE, unobservable: 2 },
      { ...NONE, unsupported: 1 },
    ]);
  });

  it('counts what is incomplete as it was seen', () => {
    const outcome: Outcome = { state: 'ungraded', cause: 'incomplete', detail: 'x' };
    const one = grade([check('loading', 'passed'), check('delegation', 'unobservable')], outcome);
    const { layers } = conformanceOf(trialsOf([one]));
    expect([layers.loading, layers.delegation]).toEqual([
      { ...NONE, passed: 1 },
      { ...NONE, unobservable: 1 },
    ]);
  });

  it('says how many trials left no result', () => {
    expect(conformanceOf(trialsOf([null, grade([check('outcome', 'passed')], { state: 'accepted' })])).missing).toBe(1);
  });
});
