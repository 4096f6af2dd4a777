import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Disposition } from '../../records/terms.ts';
import type { TrialResult } from '../../records/trial.ts';
import { Spend } from '../../runner/spend.ts';
import { resultOf } from '../helpers/trial-factory.ts';

function cost(nanoUsd: number | null, changes: Partial<TrialResult['cost']> = {}): TrialResult {
  const disposition = nanoUsd === null ? ('unknown_usage' as const) : ('priced' as const);
  const rateBasis = nanoUsd === null ? null : ('list' as const);
  return resultOf({ cost: { disposition, nanoUsd, lowerBoundNanoUsd: null, rateBasis, detail: '', ...changes } });
}

describe('Spend', () => {
  it('never ends a run without a budget', () => {
    const spend = new Spend(null, false, [cost(10 ** 15), cost(null)]);
    expect(spend.exhausted).toBe(false);
  });

  it.each([
    [[40, 59], false],
    [[40, 60], true],
    [[101], true],
    [[], false],
  ])('of 100 with %j spent is exhausted: %s', (costs, exhausted) => {
    expect(
      new Spend(
        100,
        false,
        costs.map((nanoUsd) => cost(nanoUsd)),
      ).exhausted,
    ).toBe(exhausted);
  });

  it('is ended by one trial of unknown cost, unless that was allowed', () => {
    expect(new Spend(100, false, [cost(null)]).exhausted).toBe(true);
    expect(new Spend(100, true, [cost(null)]).exhausted).toBe(false);
  });

  it('counts the least that an unknown cost can be', () => {
    const spend = new Spend(100, true, [cost(null, { lowerBoundNanoUsd: 99 })]);
    expect(spend.exhausted).toBe(false);
    spend.add(cost(null, { lowerBoundNanoUsd: 1 }));
    expect(spend.exhausted).toBe(true);
  });

  it('counts nothing for a local lane, which no budget could bound', () => {
    expect(new Spend(100, false, [cost(null, { disposition: 'unmetered_local_lane' })]).exhausted).toBe(false);
  });

  it.each(
    Disposition.options.filter((word) => !['priced', 'provider_reported', 'unmetered_local_lane'].includes(word)),
  )('takes %s for unknown, never for free', (disposition) => {
    expect(new Spend(100, false, [cost(null, { disposition })]).exhausted).toBe(true);
  });

  it('counts earlier executions like new ones, in any order, and never recovers', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(60))), fc.boolean(), (costs, allowed) => {
        const results = costs.map((nanoUsd) => cost(nanoUsd));
        const spend = new Spend(100, allowed, []);
        let ended = false;
        for (const result of results) {
          spend.add(result);
          expect(ended && !spend.exhausted).toBe(false);
          ended = spend.exhausted;
        }
        expect(new Spend(100, allowed, [...results].reverse()).exhausted).toBe(spend.exhausted);
      }),
    );
  });
});
