import { describe, expect, it } from 'vitest';
import { link } from '../../bench-results/chain.ts';
import { genesis } from '../../bench-results/receipt.ts';
import { lockOf, resolveSuite } from '../../corpus/resolve.ts';
import { HARNESSES } from '../../harnesses/index.ts';
import type { Row } from '../../records/row.ts';
import { ceilingOf, ceilingText, needsYes } from '../../runner/ceiling.ts';
import { planRun } from '../../runner/plan.ts';
import { CONTRACT, ENACTED, SPOKEN, SUITE } from '../corpus/planted.ts';
import { bodyFor, ORIGIN } from '../helpers/rows.ts';
import { contextOf } from './setup.ts';

const sources = { kind: 'decision' as const, file: SUITE, contract: CONTRACT, pairs: [ENACTED, SPOKEN] };
const suite = resolveSuite({ ...sources, lock: lockOf(sources) });
const [harness = raise()] = HARNESSES.values();

function plan(lane: 'direct' | 'local' = 'direct') {
  const loaded = { suite, qualified: new Set<string>(), thresholds: null, origin: 'planted' };
  return planRun(contextOf('/tmp'), loaded, {
    harness,
    agentName: 'mine',
    package: null,
    invocation: null,
    model: 'm',
    lane,
    conditions: ['explicit'],
    caseGlob: null,
    attempts: null,
    timeoutMs: 300_000,
    isolation: 'none',
    login: 'none',
    endpoint: null,
    environment: [],
    program: [],
    contained: false,
  });
}

function raise(): never {
  throw new Error('no harness');
}

/** A row of the planted suite and agent with these costs: sums of a task over `n` trials. */
function row(costs: readonly (number | null)[], n: number, agent: Partial<Row['agent']> = {}): Row {
  const body = bodyFor(`row ${costs.join()} ${n} ${JSON.stringify(agent)}`);
  const priced = {
    ...body,
    suite: { ...body.suite, id: 'planted' },
    agent: { ...body.agent, harness: harness.id, name: 'mine', modelRequested: 'm', ...agent },
    tasks: costs.map((nanoUsd) => ({ n, accepted: n, rejected: 0, ungraded: 0, nanoUsd, withheld: null })),
  };
  return link(priced, 0, genesis(ORIGIN));
}

describe('ceilingOf', () => {
  it('is unmetered when every group is local, whatever the budget', () => {
    expect(ceilingOf(plan('local'), 4, 5, [])).toEqual({ kind: 'unmetered' });
  });

  it('is the budget where there is one', () => {
    const budget = { kind: 'budget', nanoUsd: 2_500_000_000 };
    expect(ceilingOf(plan(), 4, 2_500_000_000, [])).toEqual({ ...budget, observed: null });
    expect(ceilingOf(plan(), 4, 2_500_000_000, [row([1], 1)])).toEqual({ ...budget, observed: { nanoUsd: 4, n: 1 } });
  });

  it('is the dearest trial of this suite, agent and model, times the trials', () => {
    const rows = [row([10, 40, null], 2), row([7, 15], 1)];
    expect(ceilingOf(plan(), 4, null, rows)).toEqual({ kind: 'observed', nanoUsd: 80, n: 4 });
  });

  it('rounds a trial up', () => {
    expect(ceilingOf(plan(), 3, null, [row([10], 3)])).toEqual({ kind: 'observed', nanoUsd: 12, n: 1 });
  });

  it.each<[string, readonly Row[]]>([
    ['nothing was recorded', []],
    ['nothing was priced', [row([null, null], 1)]],
    ['another agent was', [row([5], 1, { name: 'other' })]],
    ['another model was', [row([5], 1, { modelRequested: null })]],
    ['another harness was', [row([5], 1, { harness: 'other' })]],
    ['another suite was', [{ ...row([5], 1), suite: { ...row([5], 1).suite, id: 'other' } }]],
  ])('is unknown, never 0, when %s', (_, rows) => {
    expect(ceilingOf(plan(), 4, null, rows)).toEqual({ kind: 'unknown' });
  });
});

describe('ceilingText', () => {
  it.each([
    [
      { kind: 'budget', nanoUsd: 2_500_000_000, observed: { nanoUsd: 2_500_000_000, n: 3 } },
      /^\$2\.50\d* \(the budget\); at most 5\.0 h \(60 trials × 300 s deadline\)$/,
    ],
    [{ kind: 'budget', nanoUsd: 1_000_000, observed: null }, /^\$0\.001\d* \(the budget\)/],
    [
      { kind: 'budget', nanoUsd: 1_000_000_000, observed: { nanoUsd: 1_500_000_000, n: 3 } },
      /^\$1\.00\d* \(the budget, which may end the run early: \$1\.50\d* \(60 trials × the dearest of 3 observed\)\);/,
    ],
    [
      { kind: 'observed', nanoUsd: 900_000_000, n: 12 },
      /^\$0\.9\d* \(60 trials × the dearest of 12 observed\); at most 5\.0 h/,
    ],
    [{ kind: 'unmetered' }, /^unmetered \(local lane\); at most 5\.0 h/],
    [{ kind: 'unknown' }, /^unknown; at most 5\.0 h/],
  ] as const)('%j', (ceiling, words) => {
    expect(ceilingText(ceiling, 60, 300_000)).toMatch(words);
  });
});

describe('needsYes', () => {
  it.each([
    [{ kind: 'unknown' }, true],
    [{ kind: 'budget', nanoUsd: 5, observed: null }, false],
    [{ kind: 'observed', nanoUsd: 5, n: 1 }, false],
    [{ kind: 'unmetered' }, false],
  ] as const)('%j: %s', (ceiling, needed) => {
    expect(needsYes(ceiling) !== null).toBe(needed);
  });
});
