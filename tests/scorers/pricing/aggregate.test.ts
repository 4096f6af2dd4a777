import { describe, expect, it } from 'vitest';
import type { RateOverrides } from '../../../records/catalog.ts';
import { formatUsd } from '../../../records/money.ts';
import { CostBlock } from '../../../records/report.ts';
import type { RateBasis } from '../../../records/terms.ts';
import type { RequestUsage } from '../../../records/usage.ts';
import { partsOfInclusive } from '../../../records/usage-parts.ts';
import { aggregateCost, type CostedTrial } from '../../../scorers/pricing/aggregate.ts';
import { priceTrial } from '../../../scorers/pricing/price-trial.ts';
import { facts, request, SHIPPED, usage, WORKED_RATES } from './shipped.ts';

const WORKED = facts('flash-1', 'flashworks');

function workedRequest(input: number, cacheRead: number | null, output: number): RequestUsage {
  const counts = { input, cacheRead, cacheWrite: null, cacheWrite1h: null, output, reasoning: null };
  return request(partsOfInclusive(counts).tokens);
}

function worked(input: number, cacheRead: number | null, output: number, accepted: boolean): CostedTrial {
  return { ...priceTrial(usage([workedRequest(input, cacheRead, output)]), WORKED, SHIPPED, WORKED_RATES), accepted };
}

const A = worked(18_400, 11_200, 720, true);
const B = worked(41_000, 26_500, 1650, true);
const C = worked(22_750, 6300, 940, false);
const D = worked(9600, 1100, 310, false);
const UNPRICED: CostedTrial = { disposition: 'unknown_usage', nanoUsd: null, rateBasis: null, accepted: true };

describe('priceTrial on the worked examples', () => {
  it.each([
    ['A', A, 17_320_000],
    ['B', B, 37_275_000],
    ['C', C, 30_592_500],
    ['D', D, 13_835_000],
  ])('%s', (_, trial, nanoUsd) => {
    expect(trial).toMatchObject({ disposition: 'priced', nanoUsd, rateBasis: 'operator_placeholder' });
  });
});

describe('aggregateCost on the worked examples', () => {
  it('headline: all trials over the accepted ones', () => {
    const { cost, cpao } = aggregateCost([A, B, C, D]);
    expect(cost).toEqual({
      disposition: 'known',
      nanoUsd: 99_022_500,
      lowerBoundNanoUsd: 99_022_500,
      priced: 4,
      trials: 4,
      rateBasis: 'operator_placeholder',
      dispositions: { priced: 4 },
    });
    expect(cpao).toEqual({ disposition: 'known', nanoUsd: 49_511_250 });
    expect(formatUsd(cpao.nanoUsd ?? -1)).toBe('$0.0495');
  });

  it('regression: one acceptance less doubles it, although every attempt cost the same', () => {
    expect(aggregateCost([A, { ...B, accepted: false }, C, D]).cpao).toEqual({
      disposition: 'known',
      nanoUsd: 99_022_500,
    });
  });

  it('nothing accepted: undefined, though the total is known', () => {
    const { cost, cpao } = aggregateCost([A, B, C, D].map((trial) => ({ ...trial, accepted: false })));
    expect(cost).toMatchObject({ disposition: 'known', nanoUsd: 99_022_500 });
    expect(cpao).toEqual({ disposition: 'no_accepted_outcomes', nanoUsd: null });
  });

  it('partial coverage: withheld, the sum only as a lower bound', () => {
    const { cost, cpao } = aggregateCost([A, B, UNPRICED]);
    expect(cost).toEqual({
      disposition: 'cost_partial',
      nanoUsd: null,
      lowerBoundNanoUsd: 54_595_000,
      priced: 2,
      trials: 3,
      rateBasis: null,
      dispositions: { priced: 2, unknown_usage: 1 },
    });
    expect(cpao).toEqual({ disposition: 'cost_partial', nanoUsd: null });
  });

  it('nothing priced: unknown, never 0', () => {
    const { cost, cpao } = aggregateCost([UNPRICED, { ...UNPRICED, accepted: false }]);
    expect(cost).toMatchObject({ disposition: 'cost_unknown', nanoUsd: null, lowerBoundNanoUsd: null });
    expect(cpao).toEqual({ disposition: 'cost_unknown', nanoUsd: null });
  });

  it('ungraded trials cost too', () => {
    expect(aggregateCost([A, { ...B, accepted: false }, { ...C, accepted: false }]).cpao.nanoUsd).toBe(85_187_500);
  });

  it.each([
    ['all uncached', 0, 8_389_541_250],
    ['nine tenths read from the cache', 5_405_696, 2_172_990_850],
  ])('cache blindness, %s: %s cached make %s', (_, cached, nanoUsd) => {
    expect(worked(6_006_329, cached, 88_163, true).nanoUsd).toBe(nanoUsd);
  });

  it('cache blindness: without a split there is no amount at all', () => {
    expect(worked(6_006_329, null, 88_163, true)).toMatchObject({ disposition: 'usage_incomplete', nanoUsd: null });
  });
});

describe('aggregateCost', () => {
  const at = (nanoUsd: number, rateBasis: RateBasis, accepted = true): CostedTrial => ({
    disposition: rateBasis === 'provider_reported' ? 'provider_reported' : 'priced',
    nanoUsd,
    rateBasis,
    accepted,
  });

  it.each<[RateBasis[], RateBasis]>([
    [['list', 'list'], 'list'],
    [['list', 'provider_reported'], 'provider_reported'],
    [['copilot_ai_credits', 'provider_reported'], 'copilot_ai_credits'],
    [['operator_confirmed', 'list'], 'operator_confirmed'],
    [['operator_placeholder', 'operator_confirmed', 'list'], 'operator_placeholder'],
  ])('of %j the weakest basis wins: %s', (bases, weakest) => {
    expect(aggregateCost(bases.map((basis) => at(10, basis))).cost.rateBasis).toBe(weakest);
  });

  it.each([
    [[5], 1, 5],
    [[2, 3], 2, 2],
    [[3, 4], 2, 4],
    [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 4, 2],
  ])('%j over %s accepted is rounded half-even to %s', (amounts, accepted, nanoUsd) => {
    const trials = amounts.map((amount, i) => at(amount, 'list', i < accepted));
    expect(aggregateCost(trials).cpao).toEqual({ disposition: 'known', nanoUsd });
  });

  it('of no trials is unknown, not complete', () => {
    expect(aggregateCost([])).toMatchObject({
      cost: { disposition: 'cost_unknown', nanoUsd: null, priced: 0, trials: 0, rateBasis: null },
      cpao: { disposition: 'no_accepted_outcomes', nanoUsd: null },
    });
  });

  it.each([
    ['an amount of 0', { ...at(0, 'list') }],
    ['a missing amount', { ...at(1, 'list'), nanoUsd: null }],
    ['an amount under a disposition without money', { ...at(7, 'list'), disposition: 'unpriced_model' as const }],
  ])('does not take %s for a price', (_, trial) => {
    expect(aggregateCost([trial, at(10, 'list')])).toMatchObject({
      cost: { disposition: 'cost_partial', nanoUsd: null, priced: 1 },
      cpao: { disposition: 'cost_partial', nanoUsd: null },
    });
  });

  it('counts the lower bounds of unpriced trials', () => {
    const cut: CostedTrial = { ...UNPRICED, disposition: 'usage_incomplete', lowerBoundNanoUsd: 30 };
    expect(aggregateCost([at(10, 'list'), cut]).cost.lowerBoundNanoUsd).toBe(40);
  });

  it('a sum beyond safe integers is unknown, not wrong', () => {
    const { cost, cpao } = aggregateCost([at(Number.MAX_SAFE_INTEGER, 'list'), at(1, 'list')]);
    expect(cost).toMatchObject({ disposition: 'cost_unknown', nanoUsd: null, lowerBoundNanoUsd: null });
    expect(cpao).toEqual({ disposition: 'cost_unknown', nanoUsd: null });
  });

  it('gives what the cost block of a report holds', () => {
    const { cost, cpao } = aggregateCost([A, B, C, UNPRICED]);
    const block = { ...cost, cpao, catalog: null };
    expect(CostBlock.parse(block)).toEqual(block);
  });

  it('mixes list and operator rates into the weaker basis, end to end', () => {
    const overrides: RateOverrides = {
      ...WORKED_RATES,
      rates: WORKED_RATES.rates.map((rate) => ({ ...rate, basis: 'operator_confirmed' })),
    };
    const operator = priceTrial(usage([workedRequest(1000, 0, 10)]), WORKED, SHIPPED, overrides);
    const list = priceTrial(usage([workedRequest(1000, 0, 10)]), facts('gpt-5.5', 'openai'), SHIPPED, overrides);
    const { cost } = aggregateCost([operator, list].map((price) => ({ ...price, accepted: true })));
    expect(cost).toMatchObject({ disposition: 'known', rateBasis: 'operator_confirmed' });
  });
});
