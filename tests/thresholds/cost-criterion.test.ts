import { describe, expect, it } from 'vitest';
import type { CostBlock } from '../../records/report.ts';
import { Criterion } from '../../records/thresholds.ts';
import { costPerAcceptedOutcome } from '../../thresholds/cost-criterion.ts';
import { bound, judged, type Numbers } from './judged.ts';

/** A known total in nano-USD, list rates. */
function known(nanoUsd: number, rest: Partial<CostBlock> = {}): Partial<CostBlock> {
  return {
    disposition: 'known',
    nanoUsd,
    lowerBoundNanoUsd: nanoUsd,
    priced: 8,
    trials: 8,
    rateBasis: 'list',
    ...rest,
  };
}

/** Some executions are priced; at least this much was spent. */
function partial(lowerBoundNanoUsd: number | null): Partial<CostBlock> {
  return { disposition: 'cost_partial', nanoUsd: null, lowerBoundNanoUsd, priced: 3, trials: 8, rateBasis: null };
}

const TWO = { accepted: 2, rejected: 2 };
// The worked numbers of the field: four trials cost 0.0990225 dollars in all.
const WORKED = known(99_022_500);

describe('costPerAcceptedOutcome', () => {
  it.each<[string, Numbers, number, string, number | null]>([
    ['within the ceiling', { ...TWO, cost: WORKED }, 0.06, 'pass', 0.04951125],
    ['exactly at the ceiling', { ...TWO, cost: known(100_000_000) }, 0.05, 'pass', 0.05],
    ['above the ceiling', { ...TWO, cost: WORKED }, 0.049, 'fail', 0.04951125],
    ['doubled by one rejection more', { accepted: 1, rejected: 3, cost: WORKED }, 0.06, 'fail', 0.0990225],
    [
      'above, but an ungraded trial may still be accepted',
      { accepted: 1, rejected: 2, ungraded: 1, cost: WORKED },
      0.06,
      'unverifiable',
      0.0990225,
    ],
    ['above even if it were', { accepted: 1, rejected: 2, ungraded: 1, cost: WORKED }, 0.04, 'fail', 0.0990225],
    ['within, with an ungraded trial', { accepted: 1, rejected: 2, ungraded: 1, cost: WORKED }, 0.1, 'pass', 0.0990225],
    ['nothing accepted', { accepted: 0, rejected: 4, cost: WORKED }, 0.01, 'unverifiable', null],
    ['nothing accepted so far', { accepted: 0, rejected: 3, ungraded: 1, cost: WORKED }, 1, 'unverifiable', null],
    [
      'nothing accepted so far, and too dear already',
      { accepted: 0, rejected: 3, ungraded: 1, cost: WORKED },
      0.05,
      'fail',
      null,
    ],
    ['not known at all', { ...TWO, cost: { disposition: 'cost_unknown' } }, 100, 'unverifiable', null],
    ['partly known', { ...TWO, cost: partial(50_000_000) }, 0.06, 'unverifiable', null],
    ['partly known, and too dear already', { ...TWO, cost: partial(130_000_000) }, 0.06, 'fail', null],
    [
      'partly known, too dear unless ungraded trials are accepted',
      { ...TWO, ungraded: 1, cost: partial(130_000_000) },
      0.06,
      'unverifiable',
      null,
    ],
    ['partly known without a lower bound', { ...TWO, cost: partial(null) }, 0.000001, 'unverifiable', null],
    [
      'an upper bound within the ceiling',
      { ...TWO, cost: known(100_000_000, { lowerBoundNanoUsd: 10_000_000 }) },
      0.05,
      'pass',
      0.05,
    ],
    [
      'an upper bound above it',
      { ...TWO, cost: known(100_000_000, { lowerBoundNanoUsd: 10_000_000 }) },
      0.04,
      'unverifiable',
      0.05,
    ],
    [
      'a reported cost',
      { ...TWO, cost: known(99_022_500, { rateBasis: 'provider_reported' }) },
      0.06,
      'pass',
      0.04951125,
    ],
    [
      'placeholder rates within',
      { ...TWO, cost: known(99_022_500, { rateBasis: 'operator_placeholder' }) },
      0.06,
      'unverifiable',
      0.04951125,
    ],
    [
      'placeholder rates above',
      { ...TWO, cost: known(99_022_500, { rateBasis: 'operator_placeholder' }) },
      0.01,
      'unverifiable',
      0.04951125,
    ],
  ])('%s', (_, numbers, limit, verdict, observed) => {
    const criterion = costPerAcceptedOutcome(judged(numbers), bound(limit), false);
    expect(Criterion.parse(criterion)).toEqual(criterion);
    const seen = criterion.observed === null ? null : criterion.observed.num / criterion.observed.den;
    expect([criterion.verdict, seen]).toEqual([verdict, observed]);
  });

  it('judges placeholder rates where they are accepted', () => {
    const report = judged({ ...TWO, cost: known(99_022_500, { rateBasis: 'operator_placeholder' }) });
    expect(costPerAcceptedOutcome(report, bound(0.06), true).verdict).toBe('pass');
    expect(costPerAcceptedOutcome(report, bound(0.04), true).verdict).toBe('fail');
  });

  it('sees placeholder rates of single trials in an incomplete total', () => {
    const trials = [
      {
        trialId: 'one',
        execution: 1,
        case: 'one',
        attempt: 1,
        outcome: { state: 'accepted' as const },
        said: null,
        expected: [],
        class: null,
        because: 'right',
        leak: false,
        cost: {
          disposition: 'priced' as const,
          nanoUsd: 1,
          lowerBoundNanoUsd: 1,
          rateBasis: 'operator_placeholder' as const,
          detail: 'priced',
        },
        wallMs: 1,
        report: 'trials/one/report.md',
      },
    ];
    const report = judged({ ...TWO, cost: partial(130_000_000), trials });
    expect(costPerAcceptedOutcome(report, bound(0.06), false).verdict).toBe('unverifiable');
    expect(costPerAcceptedOutcome(report, bound(0.06), true).verdict).toBe('fail');
  });

  it.each([
    [0.06, 'cost_per_accepted_outcome<=$0.0600'],
    [12, 'cost_per_accepted_outcome<=$12.0000'],
    [0.00005, 'cost_per_accepted_outcome<=$0.00005'],
  ])('a ceiling of %d is named %s', (limit, name) => {
    expect(costPerAcceptedOutcome(judged(), bound(limit), false).name).toBe(name);
  });
});
