import { describe, expect, it } from 'vitest';
import type { RowBody } from '../../../records/row.ts';
import { factsMaker } from '../../../render/dashboard/facts.ts';
import { agentName, groupName, suitesOf } from '../../../render/dashboard/groups.ts';
import {
  boundText,
  gradedText,
  headlineMetric,
  isKnown,
  limitsText,
  markOf,
  measureText,
  minuteText,
  rowsText,
  runText,
  subjectText,
} from '../../../render/dashboard/words.ts';
import { chained } from '../../helpers/ledger-files.ts';
import { bodyFor } from '../../helpers/rows.ts';

const base = bodyFor('base');

function factsFor(changes: Partial<RowBody>) {
  const [row] = chained([bodyFor('one', changes)]);
  return row === undefined ? expect.fail('one row') : factsMaker()(row, null);
}

describe('measureText()', () => {
  it('says numbers as every rendering does', () => {
    const { point } = factsFor({ cpao: { disposition: 'known', nanoUsd: 12_345_678 } });
    expect(measureText(point, 'ocs')).toBe('+1.000');
    expect(measureText(point, 'success')).toBe('1.000');
    expect(measureText(point, 'cpao')).toBe('$0.0123');
    expect(measureText(point, 'conformance')).toBeNull();
    expect(limitsText(point, 'success')).toBe('0.510 to 1.000');
    expect(gradedText(point)).toBe('4 of 4');
  });

  it('says why there is no number, and no 0 in its place (I3, I4)', () => {
    const decision = base.decision === null ? null : { ...base.decision, withheld: 'pair_broken' as const };
    const counts = { ...base.counts, graded: 0, accepted: 0, ungraded: 4 };
    const { point } = factsFor({ decision, counts });
    expect(measureText(point, 'ocs')).toBe('pair_broken');
    expect(measureText(point, 'success')).toBe('nothing graded');
    expect(measureText(point, 'cpao')).toBe('cost_unknown');
    for (const metric of ['ocs', 'success', 'cpao', 'conformance'] as const) expect(isKnown(point, metric)).toBe(false);
    expect(limitsText(point, 'ocs')).toBeNull();
  });
});

describe('subjectText()', () => {
  const sha = 'abcdef0123456789abcdef0123456789abcdef01';
  it.each<[Partial<RowBody['subject']>, string]>([
    [{ kind: 'branch', ref: 'refs/heads/main', sha }, 'main abcdef0'],
    [{ kind: 'release', ref: 'refs/tags/v1.2.0', sha: null }, 'v1.2.0'],
    [{ kind: 'pull_request', ref: 'refs/pull/12/head', number: 12, sha }, '#12 abcdef0'],
    [{ kind: 'pull_request', number: 12, sha, side: 'base' }, '#12 base abcdef0'],
    [{ kind: 'local', ref: null, sha: null }, 'local'],
    [{ kind: 'branch', ref: null, sha }, 'branch abcdef0'],
  ])('of %j is %s', (subject, text) => {
    expect(subjectText(factsFor({ subject: { ...base.subject, ...subject } }).point)).toBe(text);
  });
});

describe('runText()', () => {
  it('says the value, its interval and the bound', () => {
    expect(runText(factsFor({}), 'ocs')).toBe('OCS +1.000, floor +0.500');
    expect(runText(factsFor({}), 'success')).toBe('Success rate 1.000, 95 % interval 0.510 to 1.000');
    expect(runText(factsFor({}), 'cpao')).toBe('Cost per accepted outcome cost_unknown');
  });
});

describe('boundText()', () => {
  it.each([
    [{ num: 1, den: 2 }, 'ocs', '+0.500'],
    [{ num: -1, den: 8 }, 'ocs', '-0.125'],
    [{ num: 7, den: 10 }, 'success', '0.700'],
    [{ num: 3, den: 250 }, 'cpao', '$0.0120'],
  ] as const)('prints %j of %s as %s', (bound, metric, text) => {
    expect(boundText(bound, metric)).toBe(text);
  });
});

describe('headlineMetric() and markOf()', () => {
  it('lead with OCS, else the checks, else CPAO', () => {
    expect(headlineMetric(factsFor({}).point)).toBe('ocs');
    expect(headlineMetric(factsFor({ decision: null }).point)).toBe('cpao');
    const layer = { passed: 1, failed: 0, unobservable: 0, unsupported: 0 };
    const conformance = { loading: layer, delegation: layer, verification: layer, outcome: layer, boundary: layer };
    expect(headlineMetric(factsFor({ decision: null, conformance }).point)).toBe('conformance');
  });

  it('call a row without thresholds neither pass nor fail', () => {
    expect(markOf(factsFor({ gate: null }))).toBe('none');
    expect(markOf(factsFor({}))).toBe('pass');
  });
});

describe('names', () => {
  it('say the harness only where it is another word, and strip what cannot be seen', () => {
    const axes = factsFor({ agent: { ...base.agent, name: 'command' } }).axes;
    expect(agentName(axes)).toBe('command');
    expect(groupName(axes)).toBe('command · host default · local · explicit');
    const odd = factsFor({ agent: { ...base.agent, name: 'a\u0000\u200bb\nc', invocation: 'slash' } }).axes;
    expect(groupName(odd)).toBe('ab c (command) · host default · local · explicit · slash');
  });

  it('count rows and cut instants', () => {
    expect([rowsText(1), rowsText(1204)]).toEqual(['1 row', '1,204 rows']);
    expect(minuteText('2026-03-01T10:05:59.999Z')).toBe('2026-03-01 10:05');
  });
});

describe('suitesOf()', () => {
  it('puts the suite with the latest execution first, and groups in the order of their names', () => {
    const factsOf = factsMaker();
    const rows = chained([
      bodyFor('a', { startedAt: '2026-03-05T10:00:00.000Z', suite: { ...base.suite, id: 'old' } }),
      bodyFor('b', { startedAt: '2026-03-06T10:00:00.000Z', agent: { ...base.agent, name: 'zeta' } }),
      bodyFor('c', { startedAt: '2026-03-04T10:00:00.000Z', agent: { ...base.agent, name: 'alpha' } }),
      bodyFor('d', { startedAt: '2026-03-03T10:00:00.000Z', agent: { ...base.agent, name: 'zeta' } }),
    ]).map((row) => factsOf(row, null));
    const suites = suitesOf(rows);
    expect(suites.map(({ id }) => id)).toEqual(['decision-test', 'old']);
    expect(
      suites[0]?.groups.map(({ axes, rows: members }) => [axes.name, members.map((r) => r.point.row.seq)]),
    ).toEqual([
      ['alpha', [2]],
      ['zeta', [3, 1]],
    ]);
    expect(suites[0]?.rows.map(({ point }) => point.row.seq)).toEqual([3, 2, 1]);
  });
});
