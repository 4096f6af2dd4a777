/** Every way in which a trial's amount is withheld: priceTrial's dispositions without money. */
import { describe, expect, it } from 'vitest';
import type { Disposition } from '../../../records/terms.ts';
import { NO_USAGE, type RequestUsage, type TrialUsage } from '../../../records/usage.ts';
import { type PriceFacts, priceTrial } from '../../../scorers/pricing/price-trial.ts';
import { facts, OPUS, request, SHIPPED, SOME, SOME_NANO, usage } from './shipped.ts';

const REPORTED = { reportedNanoUsd: 1_230_000 };

interface Row {
  readonly name: string;
  readonly usage: TrialUsage;
  readonly facts?: PriceFacts;
  readonly expected: Disposition;
  readonly lower?: number | null;
}

const one = (rest: Partial<RequestUsage>, trial: Partial<TrialUsage> = {}): TrialUsage =>
  usage([request(SOME, rest)], trial);

const WITHHELD: readonly Row[] = [
  { name: 'no usage', usage: NO_USAGE, expected: 'unknown_usage' },
  { name: 'complete usage without a request', usage: usage([]), expected: 'unknown_usage' },
  { name: 'complete usage of zero tokens', usage: usage([request({}), request({})]), expected: 'unknown_usage' },
  {
    name: 'zero tokens and a reported 0',
    usage: usage([request({}, { reportedNanoUsd: 0 })]),
    expected: 'unknown_usage',
  },
  { name: 'no input count', usage: usage([request({ ...SOME, uncachedInput: null })]), expected: 'unknown_usage' },
  { name: 'no output count', usage: usage([request({ ...SOME, output: null })]), expected: 'unknown_usage' },
  {
    name: 'a killed run',
    usage: one({}, { coverage: 'lower_bound' }),
    expected: 'usage_incomplete',
    lower: SOME_NANO,
  },
  {
    name: 'a killed run with no request seen',
    usage: usage([], { coverage: 'lower_bound' }),
    expected: 'usage_incomplete',
    lower: null,
  },
  {
    name: 'no cache split: input may have been read at a tenth of its price',
    usage: usage([request({ uncachedInput: 1000, cacheRead: null, output: 10 })]),
    expected: 'usage_incomplete',
    lower: 1000 * 500 + 10 * 25_000,
  },
  {
    name: 'cache writes not reported, at a model that lists them',
    usage: usage([request({ uncachedInput: 1000, cacheWrite5m: null, output: 10 })]),
    expected: 'usage_incomplete',
    lower: 1000 * 5000 + 10 * 25_000,
  },
  {
    name: 'cache writes not split by lifetime',
    usage: usage([request({ cacheWrite5m: 1000, cacheWrite1h: null, output: 10 })]),
    expected: 'usage_incomplete',
    lower: 1000 * 6250 + 10 * 25_000,
  },
  { name: 'a source that contradicts itself', usage: one({}, { inconsistent: 'no' }), expected: 'usage_inconsistent' },
  {
    name: 'a source that contradicts itself, though a price was reported',
    usage: one(REPORTED, { inconsistent: 'no' }),
    expected: 'usage_inconsistent',
  },
  {
    name: 'more reasoning than output',
    usage: usage([request({ ...SOME, reasoningWithinOutput: 51 })]),
    expected: 'usage_inconsistent',
  },
  { name: 'output without input', usage: usage([request({ output: 5 })]), expected: 'usage_inconsistent' },
  {
    name: 'more tokens than any bill',
    usage: usage([request({ uncachedInput: Number.MAX_SAFE_INTEGER })]),
    expected: 'usage_inconsistent',
  },
  { name: 'no model', usage: one({}), facts: facts(null, null), expected: 'unknown_model' },
  { name: 'a model nobody lists', usage: one({ model: 'gpt-9-made-up' }), expected: 'unknown_model' },
  { name: 'a near miss', usage: one({ model: 'claude-sonnet-5-5' }), expected: 'inferred_match' },
  {
    name: 'a model listed without a price (the source would say $0)',
    usage: one({ model: 'qwen/qwen3-coder:free', provider: 'openrouter' }),
    expected: 'unpriced_model',
  },
  {
    name: 'an allowance model listed without a price',
    usage: one({ model: 'gpt-4.1', provider: 'github-copilot' }),
    expected: 'unpriced_model',
  },
  {
    name: 'a model with another price beside tokens',
    usage: one({ model: 'perplexity/sonar-deep-research', provider: 'openrouter' }),
    expected: 'unpriced_model',
  },
  {
    name: 'one-hour writes where only short ones are listed',
    usage: one({ model: 'gpt-5.6-luna', provider: 'openai' }),
    expected: 'unpriced_model',
    lower: 1000 * 200 + 4000 * 20 + 320 * 250 + 50 * 1200,
  },
  { name: 'a priority request', usage: one({ serviceTier: 'priority' }), expected: 'tier_unresolved', lower: null },
  {
    name: "the trial's flex tier",
    usage: one({}),
    facts: { ...OPUS, serviceTier: 'flex' },
    expected: 'tier_unresolved',
    lower: null,
  },
  { name: 'the local lane', usage: one({}), facts: { ...OPUS, lane: 'local' }, expected: 'unmetered_local_lane' },
  {
    name: 'the local lane without usage',
    usage: NO_USAGE,
    facts: { ...OPUS, lane: 'local' },
    expected: 'unmetered_local_lane',
  },
  {
    name: 'the local lane with a reported 0',
    usage: one({ reportedNanoUsd: 0 }),
    facts: { ...OPUS, lane: 'local' },
    expected: 'unmetered_local_lane',
  },
  {
    name: 'a subscription',
    usage: one({}),
    facts: { ...OPUS, subscription: true },
    expected: 'unmetered_subscription',
  },
];

describe('priceTrial withholds the amount', () => {
  it.each(WITHHELD)('$name: $expected', ({ usage: trial, facts: known = OPUS, expected, lower }) => {
    const price = priceTrial(trial, known, SHIPPED);
    expect(price).toMatchObject({ disposition: expected, nanoUsd: null, rateBasis: null });
    expect(price.detail).not.toBe('');
    expect(price.lowerBoundNanoUsd).not.toBe(0);
    if (lower !== undefined) expect(price.lowerBoundNanoUsd).toBe(lower);
  });

  it('when the list says 0 for input or output', () => {
    const zero = structuredClone(SHIPPED);
    for (const model of zero.providers.flatMap((provider) => provider.models)) {
      for (const price of model.prices) price.rates.input = 0;
    }
    expect(priceTrial(usage([request(SOME)]), OPUS, zero)).toMatchObject({
      disposition: 'zero_price_listed',
      nanoUsd: null,
      lowerBoundNanoUsd: null,
    });
  });

  it('when one request of many has no price, and says at least how much the others cost', () => {
    const trial = usage([request(SOME), request(SOME, { model: 'gpt-9-made-up' })]);
    expect(priceTrial(trial, OPUS, SHIPPED)).toMatchObject({
      disposition: 'unknown_model',
      nanoUsd: null,
      lowerBoundNanoUsd: SOME_NANO,
      detail: 'anthropic:gpt-9-made-up is in no price list',
    });
  });

  it('and names at most three reasons', () => {
    const trial = usage(['e', 'd', 'c', 'b', 'a', 'a'].map((name) => request(SOME, { model: `zz-${name}` })));
    expect(priceTrial(trial, OPUS, SHIPPED).detail).toBe(
      'anthropic:zz-a is in no price list; anthropic:zz-b is in no price list; anthropic:zz-c is in no price list (and 2 more)',
    );
  });
});

describe('priceTrial when one of the prices that may hold is not listed', () => {
  it('is unpriced_model, not the price of the other period', () => {
    const gap = structuredClone(SHIPPED);
    const sol = gap.providers.flatMap((provider) => provider.models).find((model) => model.id === 'gpt-5.6-sol');
    for (const price of sol?.prices.slice(0, 1) ?? []) price.rates.output = null;
    const unknownTime = facts('gpt-5.6-sol', 'openai', { at: null });
    expect(priceTrial(usage([request(SOME)]), unknownTime, gap).disposition).toBe('unpriced_model');
  });
});
