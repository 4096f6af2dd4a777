import { describe, expect, it } from 'vitest';
import type { RowBody } from '../../../records/row.ts';
import {
  changeText,
  confounderText,
  markedChanges,
  precedingRows,
  transitionsBetween,
} from '../../../render/dashboard/changes.ts';
import { factsMaker, type RowFacts } from '../../../render/dashboard/facts.ts';
import { chained } from '../../helpers/ledger-files.ts';
import { bodyFor, digestFor } from '../../helpers/rows.ts';

const base = bodyFor('base');
const hour = (n: number) => ({ startedAt: `2026-03-01T${String(n).padStart(2, '0')}:00:00.000Z` });

function factsFor(...changes: readonly Partial<RowBody>[]): RowFacts[] {
  const factsOf = factsMaker();
  const bodies = changes.map((change, at) => bodyFor(`row ${at}`, { ...hour(at), ...change }));
  return chained(bodies).map((row) => factsOf(row, null));
}

/** The mark on the second of two runs, in words; null where there is none. */
function markOf(before: Partial<RowBody>, after: Partial<RowBody>): string | null {
  const change = markedChanges(factsFor(before, after)).get(1);
  return change === undefined ? null : changeText(change);
}

const known = { ...base.agent, modelRequested: 'model-a' };

describe('markedChanges()', () => {
  it.each<[string, Partial<RowBody>, Partial<RowBody>, string | null]>([
    ['nothing', {}, {}, null],
    ['the package under test', {}, { agent: { ...base.agent, packageDigest: digestFor('p') } }, null],
    ['harness version', {}, { agent: { ...base.agent, harnessVersion: '2.0.0' } }, 'harness version'],
    [
      'model that answered',
      { agent: { ...known, modelsObserved: ['model-a'] } },
      { agent: { ...known, modelsObserved: ['model-b'] } },
      'model',
    ],
    ['permissions', {}, { agent: { ...base.agent, permissionsDigest: digestFor('q') } }, 'permissions'],
    ['catalog', {}, { catalog: { digest: digestFor('c'), source: 's' } }, 'price catalog'],
    ['isolation', {}, { isolation: 'docker' }, 'isolation'],
    ['login', {}, { agent: { ...base.agent, login: 'key' } }, 'login'],
    ['evaluator', {}, { evaluator: { ...base.evaluator, digest: digestFor('e') } }, 'evaluator'],
    ['timeout', {}, { settings: { ...base.settings, timeoutMs: 1000 } }, 'deadline of a trial (ms)'],
    ['concurrency', {}, { settings: { ...base.settings, concurrency: 2 } }, 'trials at the same time'],
    ['thresholds', {}, { thresholds: { id: 't', digest: digestFor('t') } }, 'thresholds'],
    ['suite', {}, { suiteKey: digestFor('k') }, 'suite'],
    [
      'two at once',
      {},
      { isolation: 'docker', settings: { ...base.settings, attempts: 3 }, suiteKey: digestFor('k') },
      'suite, isolation, attempts',
    ],
    ['placeholder rates on both sides', cost('operator_placeholder'), cost('operator_placeholder'), null],
    [
      'rates that became placeholders',
      cost('list'),
      cost('operator_placeholder'),
      'where the rates come from, placeholder rates',
    ],
    ['what only one side says', {}, { agent: { ...base.agent, modelsObserved: ['model-a'] } }, null],
  ])('marks %s', (_, before, after, expected) => {
    expect(markOf(before, after)).toBe(expected);
  });
});

function cost(rateBasis: NonNullable<RowBody['cost']['rateBasis']>): Partial<RowBody> {
  return { cost: { ...base.cost, rateBasis } };
}

describe('precedingRows()', () => {
  const pull = { ...base.subject, kind: 'pull_request', number: 3 } as const;
  const other = { ...base.agent, lane: 'direct' } as const;

  it('holds each row against the one before it in its group, by execution, that speaks for the project', () => {
    const rows = factsFor({}, { subject: pull }, { agent: other }, {}, hour(2), { agent: other });
    const before = precedingRows(rows);
    const pairs = [...before].map(([seq, { point }]) => [seq, point.row.seq]);
    // Row 4 was executed before row 3 and recorded after it.
    expect(pairs.sort()).toEqual([
      [1, 0],
      [3, 4],
      [4, 0],
      [5, 2],
    ]);
  });

  it('does not cross suites', () => {
    const suite = { ...base.suite, id: 'another' };
    expect([...precedingRows(factsFor({}, { suite }))]).toEqual([]);
  });
});

describe('transitionsBetween()', () => {
  it('counts what became of tasks, and nothing where the work differs', () => {
    const [one, other] = chained([
      bodyFor('a'),
      bodyFor('b', { tasks: base.tasks.map((task, at) => (at === 0 ? { ...task, accepted: 0, rejected: 1 } : task)) }),
    ]);
    if (one === undefined || other === undefined) return expect.fail('two rows');
    expect(transitionsBetween(one, other)).toMatchObject({ newly_broken: 1, still_passing: 3 });
    expect(transitionsBetween(one, { ...other, suiteKey: digestFor('k') })).toBeNull();
    return undefined;
  });
});

describe('confounderText()', () => {
  it('shortens digests, says what is not known, and what only may have changed', () => {
    expect(confounderText({ axis: 'catalog', certain: true, from: null, to: digestFor('c') })).toMatch(
      /^price catalog: none → sha256:[0-9a-f]{12}…$/,
    );
    expect(confounderText({ axis: 'model', certain: false, from: 'a', to: null })).toBe('model (perhaps): a → none');
  });
});
