import { describe, expect, it } from 'vitest';
import { confoundersOf } from '../../bench-results/confounders.ts';
import { type Confounder, ConfounderAxis } from '../../records/comparison-parts.ts';
import type { Row, RowBody } from '../../records/row.ts';
import { measuredRows } from '../helpers/measured-rows.ts';
import { digestFor } from '../helpers/rows.ts';

const [plain] = measuredRows({ name: 'plain', accepted: [1, 0], costs: [5, 5], agent: { modelRequested: 'm-1' } });
if (plain === undefined) throw new Error('no row');
const { agent, settings, evaluator, cost } = plain;

const withAgent = (changes: Partial<RowBody['agent']>): Row => ({ ...plain, agent: { ...agent, ...changes } });
const withSettings = (changes: Partial<RowBody['settings']>): Row => ({
  ...plain,
  settings: { ...settings, ...changes },
});
const withBasis = (rateBasis: RowBody['cost']['rateBasis']): Row => ({ ...plain, cost: { ...cost, rateBasis } });

/** Every axis: the two rows, and what is said of it. */
const CASES: readonly [ConfounderAxis, Row, Row, Omit<Confounder, 'axis'>][] = [
  ['harness_version', plain, withAgent({ harnessVersion: '2.0.0' }), { certain: true, from: '1.0.0', to: '2.0.0' }],
  ['harness_version', plain, withAgent({ harnessVersion: null }), { certain: false, from: '1.0.0', to: null }],
  [
    'agent_version',
    withAgent({ agentVersion: '1' }),
    withAgent({ agentVersion: '2' }),
    { certain: true, from: '1', to: '2' },
  ],
  ['model', plain, withAgent({ modelRequested: 'm-2' }), { certain: true, from: 'm-1', to: 'm-2' }],
  ['model', plain, withAgent({ modelRequested: null }), { certain: false, from: 'm-1', to: null }],
  [
    'model',
    withAgent({ modelsObserved: ['m-1-0101'] }),
    withAgent({ modelsObserved: ['m-1-0202'] }),
    { certain: true, from: 'm-1-0101', to: 'm-1-0202' },
  ],
  [
    'model',
    withAgent({ modelRequested: null, lane: 'direct' }),
    withAgent({ modelRequested: null, lane: 'direct' }),
    { certain: false, from: null, to: null },
  ],
  ['lane', plain, withAgent({ lane: 'proxy' }), { certain: true, from: 'local', to: 'proxy' }],
  [
    'permissions',
    plain,
    withAgent({ permissionsDigest: digestFor('more') }),
    { certain: true, from: digestFor('permissions'), to: digestFor('more') },
  ],
  [
    'catalog',
    plain,
    { ...plain, catalog: { digest: digestFor('new'), source: 'x' } },
    { certain: true, from: digestFor('catalog'), to: digestFor('new') },
  ],
  ['catalog', plain, { ...plain, catalog: null }, { certain: true, from: digestFor('catalog'), to: null }],
  ['rate_basis', plain, withBasis('operator_confirmed'), { certain: true, from: 'list', to: 'operator_confirmed' }],
  [
    'placeholder_rates',
    withBasis('operator_placeholder'),
    withBasis('operator_placeholder'),
    { certain: true, from: 'operator_placeholder', to: 'operator_placeholder' },
  ],
  ['isolation', plain, { ...plain, isolation: 'docker' }, { certain: true, from: 'none', to: 'docker' }],
  ['login', plain, withAgent({ login: 'key' }), { certain: true, from: 'none', to: 'key' }],
  [
    'evaluator',
    plain,
    { ...plain, evaluator: { ...evaluator, digest: digestFor('new code') } },
    { certain: true, from: digestFor('evaluator'), to: digestFor('new code') },
  ],
  ['timeout', plain, withSettings({ timeoutMs: 1000 }), { certain: true, from: '300000', to: '1000' }],
  ['timeout', plain, withSettings({ timeoutMs: null }), { certain: true, from: '300000', to: null }],
  ['concurrency', plain, withSettings({ concurrency: 4 }), { certain: true, from: '1', to: '4' }],
  ['attempts', plain, withSettings({ attempts: 3 }), { certain: true, from: '1', to: '3' }],
  ['seed', plain, withSettings({ seed: 7 }), { certain: true, from: null, to: '7' }],
  [
    'thresholds',
    plain,
    { ...plain, thresholds: { id: 'decision-test', digest: digestFor('looser') } },
    { certain: true, from: digestFor('thresholds'), to: digestFor('looser') },
  ],
];

describe('confoundersOf', () => {
  it.each(CASES)('names %s alone', (axis, from, to, said) => {
    expect(confoundersOf(from, to, true)).toEqual([{ axis, ...said }]);
  });

  it('has a case above for every axis', () => {
    expect([...new Set(CASES.map(([axis]) => axis))].sort()).toEqual([...ConfounderAxis.options].sort());
  });

  it('names nothing where nothing differs, and nothing for what neither side has', () => {
    expect(confoundersOf(plain, plain, true)).toEqual([]);
    expect(plain.agent.agentVersion).toBeNull();
    expect(plain.settings.seed).toBeNull();
  });

  it('takes model and lane for what is compared between lanes', () => {
    expect(confoundersOf(plain, withAgent({ lane: 'proxy', modelRequested: 'm-2' }), false)).toEqual([]);
  });

  it('asks for versions of one harness and of one agent only', () => {
    const other = withAgent({ harness: 'other', harnessVersion: '9', agentVersion: '9' });
    expect(confoundersOf(plain, other, false)).toEqual([]);
    const renamed = withAgent({ name: 'other', harnessVersion: '9', agentVersion: '9' });
    expect(confoundersOf(plain, renamed, false).map(({ axis }) => axis)).toEqual(['harness_version']);
  });

  it('names all that differ at once', () => {
    const far: Row = { ...withAgent({ login: 'key', harnessVersion: '2' }), isolation: 'docker' };
    expect(confoundersOf(plain, far, true).map(({ axis }) => axis)).toEqual(['harness_version', 'isolation', 'login']);
  });
});
