import { describe, expect, it } from 'vitest';
import { badgeOf, badgeText } from '../../bench-results/badge.ts';
import type { Row } from '../../records/row.ts';
import { chainOf, suiteRecord } from '../helpers/rows.ts';

const [row] = chainOf(1);
if (row === undefined || row.decision === null || row.gate === null) throw new Error('no row');
const { decision, gate, subject } = row;
const plain = { decision: null, conformance: null };
const layer = { passed: 2, failed: 1, unobservable: 1, unsupported: 5 };

describe('badgeOf', () => {
  it.each<[string, Partial<Row>, string, string]>([
    ['a pass with OCS', {}, 'pass · OCS +1.000 · n=4', 'brightgreen'],
    [
      'a fail with a negative OCS',
      { gate: { ...gate, verdict: 'fail' }, decision: { ...decision, tp: 1, fn: 1, fp: 2, tn: 0, unparseable: 1 } },
      'fail · OCS −0.500 · n=4',
      'red',
    ],
    [
      'an unverifiable gate',
      { gate: { ...gate, verdict: 'unverifiable' } },
      'unverifiable · OCS +1.000 · n=4',
      'lightgrey',
    ],
    ['no thresholds', { gate: null }, 'unverifiable · OCS +1.000 · n=4', 'lightgrey'],
    ['a withheld OCS', { decision: { ...decision, withheld: 'pair_broken' } }, 'pass · n=4', 'brightgreen'],
    ['a class without cases', { decision: { ...decision, tp: 0, fn: 0, unparseable: 1 } }, 'pass · n=4', 'brightgreen'],
    [
      'a known CPAO, half rounded to even',
      { ...plain, cpao: { disposition: 'known', nanoUsd: 1_234_450_000 } },
      'pass · CPAO $1.2344 · n=4',
      'brightgreen',
    ],
    [
      'a CPAO just above half',
      { ...plain, cpao: { disposition: 'known', nanoUsd: 1_234_450_001 } },
      'pass · CPAO $1.2345 · n=4',
      'brightgreen',
    ],
    ['an unpriced run, which is never $0', plain, 'pass · n=4', 'brightgreen'],
    [
      'conformance',
      {
        ...plain,
        conformance: { loading: layer, delegation: layer, verification: layer, outcome: layer, boundary: layer },
      },
      'pass · checks 10/20 · n=4',
      'brightgreen',
    ],
  ])('shows %s', (_, changes, message, color) => {
    expect(badgeOf({ ...row, ...changes }, null)).toMatchObject({
      schemaVersion: 1,
      label: 'decision-test',
      message,
      color,
    });
  });

  it('takes OCS as the mean over cases where attempts were lost', () => {
    // Two warranted cases: one withheld in 1 of 3, one in 1 of 1. By case (1/3 + 1) / 2, by trial 2 / 4.
    const tasks = row.tasks.map((task, index) =>
      index === 0 ? { ...task, n: 3, accepted: 1, rejected: 2, withheld: 1 } : task,
    );
    const counted = { ...row, tasks, decision: { ...decision, tp: 2, fn: 2, fp: 0, tn: 2 } };
    expect(badgeOf(counted, suiteRecord())?.message).toContain('OCS +0.667');
    expect(badgeOf(counted, null)?.message).toContain('OCS +0.500');
  });

  it.each<[string, Partial<Row>]>([
    ['a pull request', { subject: { ...subject, kind: 'pull_request', number: 7 } }],
    ['a base measured inside a pull request', { subject: { ...subject, side: 'base' } }],
  ])('is not made from %s', (_, changes) => {
    expect(badgeOf({ ...row, ...changes }, null)).toBeNull();
  });

  it('is written as canonical JSON', () => {
    const badge = badgeOf(row, null);
    expect(badge === null ? '' : badgeText(badge)).toBe(
      '{"cacheSeconds":3600,"color":"brightgreen","label":"decision-test","message":"pass · OCS +1.000 · n=4","schemaVersion":1}\n',
    );
  });
});
