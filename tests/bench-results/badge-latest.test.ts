import { describe, expect, it } from 'vitest';
import { badgeRow, greyBadge, latestBadge } from '../../bench-results/badge-latest.ts';
import { type Measured, measuredRows, ones } from '../helpers/measured-rows.ts';
import { suiteRecord } from '../helpers/rows.ts';

const at = (startedAt: string) => ({ startedAt: `2026-03-${startedAt}T10:00:00.000Z` });

describe('badgeRow', () => {
  it.each<[string, Measured[], number | null]>([
    [
      'the latest by execution, not by recording',
      [
        { name: 'new', accepted: ones(8, 8), changes: at('09') },
        { name: 'old, graded later', accepted: ones(1, 8), changes: at('01') },
      ],
      0,
    ],
    [
      'no pull request and no base of one',
      [
        { name: 'main', accepted: ones(8, 8) },
        { name: 'pr', accepted: ones(1, 8), subject: { kind: 'pull_request', number: 1 } },
        { name: 'base', accepted: ones(1, 8), subject: { kind: 'branch', side: 'base' } },
      ],
      0,
    ],
    [
      'the package in use before a baseline without it',
      [
        { name: 'with', accepted: ones(8, 8) },
        { name: 'without', accepted: ones(1, 8), agent: { condition: 'baseline' } },
      ],
      0,
    ],
    ['a baseline where there is nothing else', [{ name: 'a', accepted: [1, 1], agent: { condition: 'baseline' } }], 0],
    ['nothing of another suite', [{ name: 'a', accepted: [1, 1], changes: { suite: otherSuite() } }], null],
    ['nothing of an empty ledger', [], null],
  ])('takes %s', (_, measured, seq) => {
    expect(badgeRow(measuredRows(...measured), 'decision-test')?.seq ?? null).toBe(seq);
  });
});

function otherSuite() {
  return { id: 'other', kind: 'decision' as const, digest: suiteRecord().digest, tier: 'score' as const };
}

describe('latestBadge', () => {
  const [row] = measuredRows({ name: 'a', accepted: ones(8, 8) });
  const ended = Date.parse(row?.finishedAt ?? '');
  const facts = (days: number) => ({ suite: 'decision-test', now: ended + days * 86_400_000, maxAgeDays: 30 });

  it.each([
    ['fresh', 0, 'pass · OCS +1.000 · n=8', 'brightgreen'],
    ['as old as it may be', 30, 'pass · OCS +1.000 · n=8', 'brightgreen'],
    ['older', 31, 'stale · pass · OCS +1.000 · n=8', 'orange'],
    ['from a clock that runs ahead', -3, 'pass · OCS +1.000 · n=8', 'brightgreen'],
  ])('shows a result that is %s', (_, days, message, color) => {
    expect(latestBadge(row ?? null, suiteRecord(8), facts(days))).toMatchObject({
      schemaVersion: 1,
      label: 'decision-test',
      message,
      color,
    });
  });

  it('is never green for a stale result', () => {
    for (const verdict of ['pass', 'fail', 'unverifiable'] as const) {
      const judged = row === undefined ? null : { ...row, gate: { verdict, criteria: [] } };
      expect(latestBadge(judged, null, facts(99)).color).toBe('orange');
    }
  });

  it('is grey without a row', () => {
    expect(latestBadge(null, null, facts(0))).toEqual(greyBadge('decision-test', 'no result yet'));
    expect(greyBadge('x', 'why')).toMatchObject({ message: 'unverifiable · why', color: 'lightgrey' });
  });
});
