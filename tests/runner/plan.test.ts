import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lockOf, resolveSuite } from '../../corpus/resolve.ts';
import { HARNESSES } from '../../harnesses/index.ts';
import { RunPlan } from '../../records/run.ts';
import {
  defaultLane,
  globMatcher,
  type PlanOptions,
  planDigest,
  planRun,
  selectCases,
  shardOf,
} from '../../runner/plan.ts';
import type { LoadedSuite } from '../../runner/suites.ts';
import { CONTRACT, ENACTED, SPOKEN, SUITE } from '../corpus/planted.ts';
import { contextOf } from './setup.ts';

const sources = { kind: 'decision' as const, file: SUITE, contract: CONTRACT, pairs: [ENACTED, SPOKEN] };
const suite = resolveSuite({ ...sources, lock: lockOf(sources) });
const loaded: LoadedSuite = {
  suite,
  qualified: new Set(suite.cases.map((task) => task.digest)),
  thresholds: null,
  answersAt: [],
  origin: 'planted',
};
const harness = [...HARNESSES.values()].find((item) => item.probe.argv === null);
const other = [...HARNESSES.values()].find((item) => item.probe.argv !== null);
if (harness === undefined || other === undefined) throw new Error('two kinds of harness are needed');

const OPTIONS: PlanOptions = {
  harness,
  agentName: null,
  model: null,
  lane: null,
  conditions: ['explicit'],
  caseGlob: null,
  attempts: null,
  timeoutMs: 300_000,
  isolation: 'none',
  login: 'none',
  endpoint: null,
  environment: [],
  program: ['node', './agent.mjs', '--quiet'],
  package: null,
  invocation: null,
  contained: false,
};

const context = contextOf('/tmp');
const plan = (changes: Partial<PlanOptions> = {}, from = loaded) => planRun(context, from, { ...OPTIONS, ...changes });

describe('planRun', () => {
  it('plans every case once for one group, as a score', () => {
    const made = plan();
    expect(RunPlan.parse(made)).toEqual(made);
    expect([made.tier, made.smokeBecause]).toEqual(['score', []]);
    expect(made.trials.map((trial) => trial.case)).toEqual(suite.cases.map((task) => task.id));
    expect(made.groups.length).toBe(1);
  });

  it('multiplies cases, attempts and conditions', () => {
    const made = plan({ attempts: 3, conditions: ['explicit', 'inactive', 'baseline'] });
    expect(made.trials.length).toBe(4 * 3 * 3);
    expect(made.groups.map((group) => group.agent.condition)).toEqual(['explicit', 'inactive', 'baseline']);
    expect(new Set(made.trials.map((trial) => trial.trialId)).size).toBe(made.trials.length);
    expect(new Set(made.trials.map(({ group, case: task, attempt }) => `${group} ${task} ${attempt}`)).size).toBe(36);
  });

  it('names a trial by its case and twelve hex digits', () => {
    for (const trial of plan().trials) {
      expect(trial.trialId.slice(0, trial.case.length + 1)).toBe(`${trial.case}-`);
      expect(trial.trialId.slice(trial.case.length + 1)).toMatch(/^[0-9a-f]{12}$/);
    }
  });

  it.each<[string, Partial<PlanOptions>, readonly string[]]>([
    ['a selection of cases', { caseGlob: 'crate.*' }, ['incomplete_coverage: 2 of 4 cases selected']],
    ['more attempts than pinned', { attempts: 2 }, ['unexpected_tasks: 2 attempts where the suite pins 1']],
    ['a login in place', { login: 'in_place' }, [expect.stringMatching(/^own_home: /)]],
  ])('is smoke because of %s', (_, changes, reasons) => {
    const made = plan(changes);
    expect([made.tier, made.smokeBecause]).toEqual(['smoke', reasons]);
  });

  it('is smoke when a case that was selected is not qualified, and only then', () => {
    const some = { ...loaded, qualified: new Set(suite.cases.slice(0, 3).map((task) => task.digest)) };
    const missing = suite.cases[3]?.id ?? '';
    expect(plan({}, some).smokeBecause).toEqual([
      'unqualified: 1 cases have no passing qualification record of this version',
    ]);
    expect(plan({ caseGlob: missing }, some).smokeBecause.length).toBe(2);
    expect(plan({ caseGlob: suite.cases[0]?.id ?? '' }, some).smokeBecause.length).toBe(1);
  });

  it.each<[string, Partial<PlanOptions>, string]>([
    ['the program of an interpreter', {}, 'agent.mjs'],
    ['a program', { program: ['/opt/bin/my-agent', '-x'] }, 'my-agent'],
    ['an interpreter alone', { program: ['sh'] }, harness.id],
    ['a harness of its own', { harness: other, program: [] }, other.id],
    ['the name that was given', { agentName: 'Mine' }, 'Mine'],
  ])('names the agent by %s', (_, changes, name) => {
    expect(plan(changes).groups[0]?.agent.name).toBe(name);
  });
});

describe('planDigest', () => {
  const digest = planDigest(plan());

  it('is the same however often it is made, whatever the time and the shard', () => {
    expect(planDigest(planRun(contextOf('/elsewhere', { now: () => 0 }), loaded, OPTIONS))).toBe(digest);
  });

  it('does not depend on the ids that derive from it', () => {
    const made = plan();
    const renamed = { ...made, trials: made.trials.map((trial) => ({ ...trial, trialId: 'x' })) };
    expect(planDigest(renamed)).toBe(digest);
  });

  it.each<[string, Partial<PlanOptions>]>([
    ['the model', { model: 'm' }],
    ['the lane', { lane: 'local' }],
    ['the condition', { conditions: ['baseline'] }],
    ['the cases', { caseGlob: 'crate*' }],
    ['the attempts', { attempts: 2 }],
    ['the deadline', { timeoutMs: 1000 }],
    ['the isolation', { isolation: 'external' }],
    ['the login', { login: 'key' }],
    ['the names of variables handed over', { environment: ['HTTP_PROXY'] }],
    ['the endpoint', { endpoint: 'http://127.0.0.1/v1' }],
    ['the program', { program: ['node', './agent.mjs'] }],
    ['the name of the agent', { agentName: 'other' }],
    ['the harness', { harness: other }],
  ])('changes with %s, and every trial id with it', (_, changes) => {
    const made = plan(changes);
    expect(planDigest(made)).not.toBe(digest);
    const ids = new Set(plan().trials.map((trial) => trial.trialId));
    expect(made.trials.filter((trial) => ids.has(trial.trialId))).toEqual([]);
  });

  it('changes with the evaluator', () => {
    const evaluator = `sha256:${'f'.repeat(64)}` as const;
    expect(planDigest(planRun({ ...context, evaluator }, loaded, OPTIONS))).not.toBe(digest);
  });

  it('holds no key and no address', () => {
    const made = JSON.stringify(plan({ endpoint: 'http://secret.example/v1', login: 'key' }));
    expect(made).not.toContain('secret.example');
  });
});

describe('selectCases', () => {
  it.each([
    ['*', 4],
    ['crate*', 2],
    ['*.malign', 2],
    ['crate.malign', 1],
    ['?????.malign', 2],
    ['*t*.benign', 2],
  ])('%s selects %i', (glob, count) => {
    expect(selectCases(suite, glob).length).toBe(count);
  });

  it('refuses a glob that selects nothing, with examples', () => {
    expect(() => selectCases(suite, 'crat')).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: 'No case of planted matches "crat"',
        next: expect.stringMatching(/crate\.benign.*operant list --suite planted/),
      }),
    );
  });
});

describe('globMatcher', () => {
  it.each([
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['**', 'abc', true],
    ['a*c', 'abc', true],
    ['a*c', 'ac', true],
    ['a*c', 'acd', false],
    ['a*b*c', 'a-b-b-c', true],
    ['?', 'a', true],
    ['?', '', false],
    ['a?', 'a', false],
    ['a.c', 'abc', false],
    ['[a]', 'a', false],
    ['(a|b)+', '(a|b)+', true],
    ['*a', 'aaab', false],
    ['\\d', 'd', false],
  ])('%s on "%s": %s', (glob, text, matches) => {
    expect(globMatcher(glob)(text)).toBe(matches);
  });

  it('agrees with a regular expression', () => {
    const letters = { unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 };
    const glob = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?'), maxLength: 6 });
    fc.assert(
      fc.property(glob, fc.string(letters), (pattern, text) => {
        const expression = pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
        expect(globMatcher(pattern)(text)).toBe(new RegExp(`^${expression}$`).test(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('answers at once on a glob that would keep a backtracking matcher busy for ever', () => {
    const before = process.cpuUsage();
    expect(globMatcher(`${'*a'.repeat(60)}b`)('a'.repeat(120))).toBe(false);
    expect(globMatcher(`${'*'.repeat(120)}b`)('a'.repeat(120))).toBe(false);
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  });
});

describe('defaultLane', () => {
  it.each([
    [null, 'direct'],
    ['gpt-5.4', 'direct'],
    ['ollama/qwen3', 'local'],
    ['ollama', 'direct'],
  ])('of %j is %s', (model, lane) => {
    expect(defaultLane(model)).toBe(lane);
  });
});

describe('shardOf', () => {
  const { trials } = plan({ attempts: 5 });

  it('is everything without a shard', () => {
    expect(shardOf(trials, null)).toEqual(trials);
  });

  it('gives every trial to exactly one shard, evenly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (of) => {
        const shards = Array.from({ length: of }, (_, index) => shardOf(trials, { index: index + 1, of }));
        const ids = shards.flat().map((trial) => trial.trialId);
        expect([...ids].sort()).toEqual(trials.map((trial) => trial.trialId).sort());
        const sizes = shards.map((shard) => shard.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
