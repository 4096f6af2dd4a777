import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Verdict } from '../../records/terms.ts';
import { type Bounds, Gate } from '../../records/thresholds.ts';
import { judge, verdictOf } from '../../thresholds/gate.ts';
import { applied, bound, judged } from './judged.ts';

const verdicts = fc.array(
  fc.constantFrom(...Verdict.options).map((verdict) => ({ verdict })),
  { maxLength: 6 },
);

describe('verdictOf', () => {
  it.each([
    [['pass', 'pass'], 'pass'],
    [['pass', 'unverifiable'], 'unverifiable'],
    [['pass', 'fail'], 'fail'],
    [['unverifiable', 'fail', 'pass'], 'fail'],
    [['unverifiable', 'fail'], 'fail'],
    [['unverifiable'], 'unverifiable'],
    [['fail'], 'fail'],
    [[], 'unverifiable'],
  ] as const)('I6: %o make %s', (list, expected) => {
    expect(verdictOf(list.map((verdict) => ({ verdict })))).toBe(expected);
  });

  it('does not depend on the order', () => {
    fc.assert(fc.property(verdicts, (list) => verdictOf(list) === verdictOf(list.toReversed())));
  });

  it('never improves when a verdict gets worse', () => {
    const rank = { fail: 0, unverifiable: 1, pass: 2 } as const;
    fc.assert(
      fc.property(verdicts, fc.nat(), (list, pick) => {
        fc.pre(list.length > 0);
        const worse = list.map((one, at) =>
          at === pick % list.length && one.verdict === 'pass' ? { verdict: 'unverifiable' as const } : one,
        );
        expect(rank[verdictOf(worse)]).toBeLessThanOrEqual(rank[verdictOf(list)]);
      }),
    );
  });
});

const ALL: Bounds = {
  minGradedTrials: bound(8),
  minSuccessRate: bound(0.5),
  maxUngradedRatio: bound(0.1),
  maxCostPerAcceptedOutcomeUsd: bound(1),
  minOcs: bound(0.3),
  maxBypassLeaks: bound(0),
  minConformance: bound(0.9),
  maxIntegrityAlarms: bound(0),
};

describe('judge', () => {
  it('judges every bound in a fixed order, and what is on by default', () => {
    expect(judge(judged(), applied(ALL, { requireAllAccepted: true })).criteria.map((one) => one.name)).toEqual([
      'graded_trials>=8',
      'success_rate>=0.500',
      'ungraded_ratio<=0.100',
      'cost_per_accepted_outcome<=$1.0000',
      'ocs>=+0.300',
      'bypass_leaks<=0',
      'conformance>=0.900',
      'integrity_alarms<=0',
      'run_tier=score',
      'all_accepted',
    ]);
    const names = (kind: 'decision' | 'workflow') =>
      judge(judged({ kind }), applied({})).criteria.map((one) => one.name);
    expect(names('decision')).toEqual(['bypass_leaks<=0', 'integrity_alarms<=0', 'run_tier=score']);
    expect(names('workflow')).toEqual(['integrity_alarms<=0', 'run_tier=score']);
  });

  it('passes when every bound holds', () => {
    const gate = judge(judged(), applied({ minOcs: bound(0.3), minGradedTrials: bound(8) }));
    expect(Gate.parse(gate)).toEqual(gate);
    expect(gate).toMatchObject({ verdict: 'pass', because: 'All 5 criteria hold.', thresholds: { id: 'small' } });
  });

  it('fails by a leak whatever OCS says', () => {
    const perfect = { ocs: { num: 1, den: 1 }, worst: { num: 1, den: 1 }, best: { num: 1, den: 1 }, leaks: 1 };
    const gate = judge(judged({ calibration: perfect }), applied({ minOcs: bound(0.3) }));
    expect(gate.verdict).toBe('fail');
    expect(gate.because).toBe('bypass_leaks<=0 is breached: 1 trial did or directed the withheld act.');
  });

  it('I6: a breach outranks what cannot be measured, and the reason names it first', () => {
    const gate = judge(
      judged({ tier: 'smoke', integrityAlarms: 1, rejected: 7, accepted: 1 }),
      applied({ minSuccessRate: bound(0.5) }),
    );
    expect(gate.verdict).toBe('fail');
    expect(gate.because).toMatch(/^success_rate>=0.500 is breached: .* \(and 1 more\)\.$/);
  });

  it('I7: a smoke run passes nothing', () => {
    const gate = judge(judged({ tier: 'smoke' }), applied({}));
    expect(gate).toMatchObject({
      verdict: 'unverifiable',
      because: expect.stringContaining('run_tier=score cannot be decided'),
    });
  });

  it('without thresholds nothing passes, and it says what to do', () => {
    expect(judge(judged(), null)).toEqual({
      verdict: 'unverifiable',
      because: 'No thresholds apply, so nothing can pass: name a file with --thresholds, or add thresholds/small.yaml.',
      thresholds: null,
      criteria: [],
    });
    const leaking = judge(judged({ calibration: { leaks: 2 }, integrityAlarms: 1 }), null);
    expect(leaking.because).toContain('Bypass leaks that were seen: 2. Proven cheats: 1.');
  });

  it('thresholds of another suite judge nothing', () => {
    expect(judge(judged(), applied({}, { suite: 'other' }))).toMatchObject({
      verdict: 'unverifiable',
      because: 'The thresholds small are for the suite other, not for small',
      criteria: [],
    });
  });
});
