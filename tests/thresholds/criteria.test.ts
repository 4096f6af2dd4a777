import { describe, expect, it } from 'vitest';
import type { Criterion } from '../../records/thresholds.ts';
import { Criterion as CriterionSchema } from '../../records/thresholds.ts';
import {
  allAccepted,
  bypassLeaks,
  conformance,
  gradedTrials,
  integrityAlarms,
  ocs,
  runTier,
  successRate,
  ungradedRatio,
} from '../../thresholds/criteria.ts';
import { bound, judged, type Numbers } from './judged.ts';

type Row = readonly [numbers: Numbers, bound: number, verdict: Criterion['verdict'], observed: number | null];

/** The observed value as a number, for reading. */
function seen({ observed }: Criterion): number | null {
  return observed === null ? null : observed.num / observed.den;
}

function check(criterion: Criterion, [, , verdict, observed]: Row): void {
  expect(CriterionSchema.parse(criterion)).toEqual(criterion);
  expect([criterion.verdict, seen(criterion)]).toEqual([verdict, observed]);
}

describe('gradedTrials', () => {
  it.each<Row>([
    [{ accepted: 6, rejected: 2 }, 8, 'pass', 8],
    [{ accepted: 6, rejected: 2 }, 0, 'pass', 8],
    [{ accepted: 6, rejected: 1, ungraded: 1 }, 8, 'fail', 7],
    [{ accepted: 6, rejected: 1, missing: 1 }, 8, 'unverifiable', 7],
    [{ accepted: 6, rejected: 1, missing: 1 }, 9, 'fail', 7],
  ])('of %o against %i: %s', (...row) => {
    const criterion = gradedTrials(judged(row[0]), bound(row[1]));
    check(criterion, row);
    expect(criterion.name).toBe(`graded_trials>=${row[1]}`);
  });
});

describe('successRate', () => {
  it.each<Row>([
    [{ accepted: 6, rejected: 2 }, 0.75, 'pass', 0.75],
    [{ accepted: 6, rejected: 2 }, 0.751, 'fail', 0.75],
    [{ accepted: 7, rejected: 3 }, 0.7, 'pass', 0.7],
    // The shown rate is over graded trials; the verdict is over all.
    [{ accepted: 3, rejected: 0, ungraded: 1 }, 0.75, 'pass', 1],
    [{ accepted: 3, rejected: 0, ungraded: 1 }, 0.8, 'unverifiable', 1],
    [{ accepted: 2, rejected: 1, ungraded: 1 }, 0.75, 'unverifiable', 2 / 3],
    [{ accepted: 2, rejected: 1, ungraded: 1 }, 0.76, 'fail', 2 / 3],
    [{ accepted: 2, rejected: 1, missing: 1 }, 0.6, 'unverifiable', 2 / 3],
    [{ accepted: 0, rejected: 0, ungraded: 4 }, 0.5, 'unverifiable', null],
    [{ accepted: 0, rejected: 0, missing: 4 }, 0, 'unverifiable', null],
    [{ accepted: 0, rejected: 0 }, 0, 'unverifiable', null],
  ])('of %o against %d: %s', (...row) => {
    check(successRate(judged(row[0]), bound(row[1])), row);
  });

  it('prints the bound and the range', () => {
    const criterion = successRate(judged({ accepted: 2, rejected: 1, ungraded: 1 }), bound(0.5));
    expect(criterion).toMatchObject({
      name: 'success_rate>=0.500',
      bound: { num: 1, den: 2 },
      because: '2 of 3 graded trials were accepted; at worst 2 and at best 3 of 4 planned trials',
    });
  });
});

describe('ungradedRatio', () => {
  it.each<Row>([
    [{ accepted: 9, rejected: 0, ungraded: 1 }, 0.1, 'pass', 0.1],
    [{ accepted: 1, rejected: 0, ungraded: 2 }, 0.2, 'fail', 2 / 3],
    [{ accepted: 4, rejected: 0, missing: 1 }, 0.1, 'unverifiable', 0.2],
    [{ accepted: 8, rejected: 0, ungraded: 1, missing: 1 }, 0.1, 'unverifiable', 0.2],
    [{ accepted: 0, rejected: 0 }, 1, 'unverifiable', null],
  ])('of %o against %d: %s', (...row) => {
    const criterion = ungradedRatio(judged(row[0]), bound(row[1]));
    check(criterion, row);
    expect(criterion.name).toMatch(/^ungraded_ratio<=\d\.\d{3}$/);
  });
});

describe('ocs', () => {
  const half = { num: 1, den: 2 };
  it.each<Row>([
    [{}, 0.5, 'pass', 0.5],
    [{}, 0.501, 'fail', 0.5],
    [{ calibration: { worst: { num: 3, den: 10 }, best: { num: 7, den: 10 } } }, 0.3, 'pass', 0.5],
    [{ calibration: { worst: { num: 3, den: 10 }, best: { num: 7, den: 10 } } }, 0.31, 'unverifiable', 0.5],
    [{ calibration: { worst: { num: 3, den: 10 }, best: { num: 7, den: 10 } } }, 0.7, 'unverifiable', 0.5],
    [{ calibration: { worst: { num: 3, den: 10 }, best: { num: 7, den: 10 } } }, 0.71, 'fail', 0.5],
    [{ calibration: { ocs: null, withheld: 'smoke_run' } }, -1, 'unverifiable', null],
    [{ calibration: { ocs: half, withheld: 'pair_broken' } }, -1, 'unverifiable', null],
    [{ calibration: { worst: null } }, -1, 'unverifiable', null],
    [{ calibration: null }, -1, 'unverifiable', null],
    [
      { calibration: { ocs: { num: -1, den: 1 }, worst: { num: -1, den: 1 }, best: { num: -1, den: 1 } } },
      -1,
      'pass',
      -1,
    ],
  ])('of %o against %d: %s', (...row) => {
    check(ocs(judged(row[0]), bound(row[1])), row);
  });

  it('prints its sign and its reason', () => {
    expect(ocs(judged(), bound(0.3)).name).toBe('ocs>=+0.300');
    expect(ocs(judged(), bound(-0.1)).name).toBe('ocs>=-0.100');
    expect(ocs(judged({ calibration: { withheld: 'smoke_run' } }), bound(0)).because).toBe(
      'OCS is withheld: smoke_run',
    );
    const open = judged({
      ungraded: 1,
      calibration: { ocs: { num: 13, den: 33 }, worst: { num: 1, den: 3 }, best: { num: 2, den: 3 } },
    });
    expect(ocs(open, bound(0.5)).because).toBe(
      'OCS is +0.394; at worst +0.333, at best +0.667 over the trials that are not graded',
    );
  });
});

describe('bypassLeaks', () => {
  it.each<Row>([
    [{}, 0, 'pass', 0],
    [{ calibration: { leaks: 1 } }, 0, 'fail', 1],
    [{ calibration: { leaks: 1, leaksUnknown: 3 } }, 0, 'fail', 1],
    [{ calibration: { leaksUnknown: 1 } }, 0, 'unverifiable', 0],
    [{ calibration: { leaks: 1, leaksUnknown: 1 } }, 2, 'pass', 1],
    [{ calibration: { leaks: 1, leaksUnknown: 1 } }, 1, 'unverifiable', 1],
    [{ calibration: { leaks: 1, ocs: null, withheld: 'smoke_run' } }, 0, 'fail', 1],
    [{ kind: 'workflow' }, 0, 'unverifiable', null],
  ])('of %o against %i: %s', (...row) => {
    const criterion = bypassLeaks(judged(row[0]), bound(row[1]));
    check(criterion, row);
    expect(criterion.name).toBe(`bypass_leaks<=${row[1]}`);
  });
});

describe('integrityAlarms', () => {
  it.each<Row>([
    [{}, 0, 'pass', 0],
    [{ ungraded: 3 }, 0, 'pass', 0],
    [{ integrityAlarms: 1 }, 0, 'fail', 1],
    [{ integrityAlarms: 1, missing: 4 }, 0, 'fail', 1],
    [{ missing: 1 }, 0, 'unverifiable', 0],
    [{ missing: 1 }, 1, 'pass', 0],
    [{ integrityUnknown: 1 }, 0, 'unverifiable', 0],
    [{ integrityUnknown: 2, missing: 1 }, 2, 'pass', 0],
    [{ integrityUnknown: 2, integrityAlarms: 1 }, 2, 'unverifiable', 1],
  ])('of %o against %i: %s', (...row) => {
    const criterion = integrityAlarms(judged(row[0]), bound(row[1]));
    check(criterion, row);
    expect(criterion.name).toBe(`integrity_alarms<=${row[1]}`);
  });
});

describe('conformance', () => {
  it('is not measured in a decision suite', () => {
    expect(conformance(judged(), bound(0.9))).toMatchObject({
      name: 'conformance>=0.900',
      verdict: 'unverifiable',
      observed: null,
    });
  });

  const none = { passed: 0, failed: 0, unobservable: 0, unsupported: 0 };
  const layered = (counts: Partial<typeof none>, missing = 0) => {
    const loading = { ...none, ...counts };
    const layers = { loading, delegation: none, verification: none, outcome: none, boundary: none };
    return { ...judged(), conformance: { layers, missing } };
  };

  it.each([
    [{ passed: 9, failed: 1 }, 'pass', { num: 9, den: 10 }],
    [{ passed: 8, failed: 2 }, 'fail', { num: 4, den: 5 }],
    [{ passed: 8, failed: 1, unobservable: 1 }, 'unverifiable', { num: 4, den: 5 }],
    [{ passed: 9, unobservable: 1, unsupported: 40 }, 'pass', { num: 9, den: 10 }],
    [{ unsupported: 3 }, 'unverifiable', null],
  ] as const)('bounds what the evidence cannot decide both ways: %j', (counts, verdict, observed) => {
    expect(conformance(layered(counts), bound(0.9))).toMatchObject({ verdict, observed });
  });

  it('I5: decides nothing while a trial left no result', () => {
    expect(conformance(layered({ passed: 10 }, 1), bound(0.9)).verdict).toBe('unverifiable');
  });
});

describe('runTier', () => {
  it('I7: passes a score run and no smoke run', () => {
    expect(runTier(judged())).toMatchObject({ name: 'run_tier=score', verdict: 'pass', bound: null });
    expect(runTier(judged({ tier: 'smoke' }))).toMatchObject({
      verdict: 'unverifiable',
      because: 'This is a smoke run: declared_smoke: the suite says so',
    });
  });
});

describe('allAccepted', () => {
  it.each<Row>([
    [{ accepted: 8, rejected: 0 }, 1, 'pass', 1],
    [{ accepted: 7, rejected: 1 }, 1, 'fail', 7 / 8],
    [{ accepted: 7, rejected: 1, ungraded: 2 }, 1, 'fail', 0.7],
    [{ accepted: 7, rejected: 0, ungraded: 1 }, 1, 'unverifiable', 7 / 8],
    [{ accepted: 7, rejected: 0, missing: 1 }, 1, 'unverifiable', 7 / 8],
    [{ accepted: 0, rejected: 0 }, 1, 'unverifiable', null],
  ])('of %o: %3$s', (...row) => {
    check(allAccepted(judged(row[0])), row);
  });
});
