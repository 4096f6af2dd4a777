import { describe, expect, it } from 'vitest';
import type { RateOverrides } from '../../../records/catalog.ts';
import { TrialCost } from '../../../records/trial.ts';
import { NO_USAGE, type RequestUsage, type TrialUsage } from '../../../records/usage.ts';
import { partsOfInclusive } from '../../../records/usage-parts.ts';
import { priceTrial } from '../../../scorers/pricing/price-trial.ts';
import { facts, OPUS, request, SHIPPED, SOME, SOME_NANO, tokens, usage, WORKED_RATES } from './shipped.ts';

const REPORTED = { reportedNanoUsd: 1_230_000 };

describe('priceTrial', () => {
  it('prices each part at its own rate and copies the rates', () => {
    expect(priceTrial(usage([request(SOME)]), OPUS, SHIPPED)).toEqual({
      disposition: 'priced',
      nanoUsd: SOME_NANO,
      lowerBoundNanoUsd: SOME_NANO,
      upperBoundNanoUsd: SOME_NANO,
      atMost: false,
      rateBasis: 'list',
      detail: '1 entry, at listed rates',
      rates: [
        {
          provider: 'anthropic',
          model: 'claude-opus-4-5',
          entry: 'claude-opus-4-5',
          match: 'exact',
          basis: 'list',
          from: null,
          window: null,
          aboveInput: null,
          input: 5_000_000,
          output: 25_000_000,
          cacheRead: 500_000,
          cacheWrite5m: 6_250_000,
          cacheWrite1h: 10_000_000,
        },
      ],
    });
  });

  it('writes what the record of a trial may hold', () => {
    for (const trial of [usage([request(SOME)]), NO_USAGE]) {
      const price = priceTrial(trial, OPUS, SHIPPED);
      expect(TrialCost.parse(price)).toEqual(price);
    }
  });

  it('prices the model of each request, not that of the trial', () => {
    const child = request({ uncachedInput: 1000, output: 10 }, { model: 'claude-haiku-4-5' });
    const price = priceTrial(usage([request(SOME), child]), OPUS, SHIPPED);
    expect(price.nanoUsd).toBe(SOME_NANO + 1000 * 1000 + 10 * 5000);
    expect(price.rates.map((rates) => rates.model)).toEqual(['claude-haiku-4-5', 'claude-opus-4-5']);
  });

  it("prices each request at its own time, and the trial's where it has none", () => {
    const early = request({ uncachedInput: 1000, output: 0 }, { at: '2026-08-20T12:00:00.000Z' });
    const price = priceTrial(
      usage([early, request({ uncachedInput: 1000, output: 0 })]),
      facts('gpt-5.6-sol', 'openai'),
      SHIPPED,
    );
    expect(price.nanoUsd).toBe(1000 * 5000 + 1000 * 4000);
  });

  it('rounds once, half-even, and never to 0', () => {
    const cheap = facts('cheap', 'house');
    const at = (input: number) => {
      const overrides: RateOverrides = {
        schema: 'operant.rates/v1',
        rates: [{ provider: 'house', model: 'cheap', basis: 'list', inputUsdPerMtok: 0.0005, outputUsdPerMtok: 0.001 }],
        aliases: [],
      };
      return priceTrial(usage([request({ uncachedInput: input })]), cheap, SHIPPED, overrides).nanoUsd;
    };
    expect([1, 2, 3, 4, 5, 7].map(at)).toEqual([1, 1, 2, 2, 2, 4]);
  });
});

const one = (rest: Partial<RequestUsage>, trial: Partial<TrialUsage> = {}): TrialUsage =>
  usage([request(SOME, rest)], trial);

describe('priceTrial and amounts that a provider reported', () => {
  it('takes one above 0 where the list has no price', () => {
    expect(priceTrial(one({ ...REPORTED, model: 'gpt-9-made-up' }), OPUS, SHIPPED)).toMatchObject({
      disposition: 'provider_reported',
      nanoUsd: 1_230_000,
      rateBasis: 'provider_reported',
    });
  });

  it('prefers the list, which both sides of a comparison share', () => {
    expect(priceTrial(one(REPORTED), OPUS, SHIPPED)).toMatchObject({ disposition: 'priced', nanoUsd: SOME_NANO });
  });

  it('adds both kinds and keeps the weaker basis', () => {
    const trial = usage([request(SOME), request(SOME, { ...REPORTED, serviceTier: 'flex' })]);
    expect(priceTrial(trial, OPUS, SHIPPED)).toMatchObject({
      disposition: 'provider_reported',
      nanoUsd: SOME_NANO + 1_230_000,
      rateBasis: 'provider_reported',
      detail: '2 entries, 1 as the provider reported',
    });
  });

  it('never takes 0', () => {
    const trial = one({ reportedNanoUsd: 0, model: 'gpt-9-made-up' });
    expect(priceTrial(trial, OPUS, SHIPPED).disposition).toBe('unknown_model');
  });

  it('takes none that is below what the tokens cost at the least, where the list has a price', () => {
    const open = { ...SOME, cacheWrite1h: null };
    const least = 1000 * 5000 + 4000 * 500 + 300 * 6250 + 50 * 25_000;
    const at = (reportedNanoUsd: number) => priceTrial(usage([request(open, { reportedNanoUsd })]), OPUS, SHIPPED);
    expect(at(least)).toMatchObject({ disposition: 'provider_reported', nanoUsd: least });
    expect(at(least - 1)).toMatchObject({ disposition: 'usage_incomplete', nanoUsd: null, lowerBoundNanoUsd: least });
  });

  it('counts on a lane without a meter when every request has one', () => {
    const local = { ...OPUS, lane: 'local' as const };
    expect(priceTrial(one(REPORTED), local, SHIPPED)).toMatchObject({
      disposition: 'provider_reported',
      nanoUsd: 1_230_000,
    });
    const partly = usage([request(SOME, REPORTED), request(SOME)]);
    expect(priceTrial(partly, local, SHIPPED).disposition).toBe('unmetered_local_lane');
    const cut = one(REPORTED, { coverage: 'lower_bound' });
    expect(priceTrial(cut, local, SHIPPED).disposition).toBe('unmetered_local_lane');
  });

  it('carries the basis of credits where the provider bills in credits, listed or reported', () => {
    const listed = one({ model: 'gpt-5.4-mini', provider: 'github-copilot', tokens: tokens({ uncachedInput: 9 }) });
    expect(priceTrial(listed, OPUS, SHIPPED).rateBasis).toBe('copilot_ai_credits');
    const reported = one({ ...REPORTED, model: 'not-listed', provider: 'github-copilot' });
    expect(priceTrial(reported, OPUS, SHIPPED).rateBasis).toBe('copilot_ai_credits');
  });
});

describe('priceTrial and cache rates that are not listed', () => {
  it('charges reads at the input rate and says so', () => {
    const trial = usage([request({ uncachedInput: 1000, cacheRead: 500, output: 10 })]);
    const price = priceTrial(trial, facts('gpt-4', 'openai'), SHIPPED);
    expect(price).toMatchObject({
      disposition: 'priced',
      nanoUsd: 1500 * 30_000 + 10 * 60_000,
      lowerBoundNanoUsd: 1000 * 30_000 + 10 * 60_000,
      atMost: true,
    });
    expect(price.detail).toContain('at most');
    expect(price.rates[0]?.cacheRead).toBeNull();
  });

  it('charges writes at the input rate and says so', () => {
    const trial = usage([request({ uncachedInput: 1000, cacheWrite5m: 500, output: 10 })]);
    expect(priceTrial(trial, facts('gpt-5.5', 'openai'), SHIPPED)).toMatchObject({
      disposition: 'priced',
      nanoUsd: 1500 * 5000 + 10 * 30_000,
      atMost: true,
    });
  });

  it('is exact when no token needed the missing rate', () => {
    const trial = usage([request({ uncachedInput: 1000, output: 10 })]);
    expect(priceTrial(trial, facts('gpt-4', 'openai'), SHIPPED)).toMatchObject({
      disposition: 'priced',
      atMost: false,
    });
  });

  it('prices a source without write counts where writes have no price of their own', () => {
    const { tokens: parts } = partsOfInclusive({
      input: 1500,
      cacheRead: 500,
      cacheWrite: null,
      cacheWrite1h: null,
      output: 10,
      reasoning: null,
    });
    const trial = usage([request(parts)]);
    expect(priceTrial(trial, facts('gpt-5.5', 'openai'), SHIPPED)).toMatchObject({
      disposition: 'priced',
      nanoUsd: 1000 * 5000 + 500 * 500 + 10 * 30_000,
    });
    expect(priceTrial(trial, facts('gpt-5.6-luna', 'openai'), SHIPPED).disposition).toBe('usage_incomplete');
  });
});

describe('priceTrial with operator rates', () => {
  it('carries the basis and prices nothing else', () => {
    const worked = facts('flash-1', 'flashworks');
    expect(priceTrial(usage([request(SOME)]), worked, SHIPPED, WORKED_RATES).rateBasis).toBe('operator_placeholder');
    expect(priceTrial(usage([request(SOME)]), worked, SHIPPED).disposition).toBe('unknown_model');
    expect(priceTrial(usage([request(SOME)]), OPUS, SHIPPED, WORKED_RATES).rateBasis).toBe('list');
  });
});
