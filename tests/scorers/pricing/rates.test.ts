import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TieredRate } from '../../../records/catalog.ts';
import { priceTrial } from '../../../scorers/pricing/price-trial.ts';
import { flatRates, pricesAt, reachableRates } from '../../../scorers/pricing/rates.ts';
import { facts, request, SHIPPED, usage } from './shipped.ts';

const FLAT = { input: 5, output: 30, cacheRead: null, cacheWrite5m: null, cacheWrite1h: null };
const TIERED = {
  ...FLAT,
  input: {
    base: 5,
    tiers: [
      { aboveInput: 100, rate: 10 },
      { aboveInput: 200, rate: 20 },
    ],
  },
  cacheRead: { base: 1, tiers: [{ aboveInput: 100, rate: 2 }] },
};

/** The input rate, in pico-USD, that a request of this size pays. */
function inputRate(model: string, provider: string, at: string | null, input: number): number | undefined {
  const price = priceTrial(
    usage([request({ uncachedInput: input, output: 1 })]),
    facts(model, provider, { at }),
    SHIPPED,
  );
  return price.rates[0]?.input;
}

describe('flatRates', () => {
  it.each([
    [100, 5, 1, null],
    [101, 10, 2, 100],
    [200, 10, 2, 100],
    [201, 20, 2, 200],
  ])('of a request of %s tokens has the whole-request tier: input %s, cached %s', (input, rate, read, aboveInput) => {
    expect(flatRates(TIERED, input)).toMatchObject({ input: rate, cacheRead: read, aboveInput });
  });

  it('is null when input or output has no price', () => {
    expect(flatRates({ ...FLAT, input: null }, 1)).toBeNull();
    expect(flatRates({ ...FLAT, output: null }, 1)).toBeNull();
  });

  it('reads a listed 0 for cached reads as not listed', () => {
    expect(flatRates({ ...FLAT, cacheRead: 0, cacheWrite5m: 0 }, 1)).toMatchObject({
      cacheRead: null,
      cacheWrite5m: null,
    });
  });
});

describe('TieredRate', () => {
  it('refuses tiers that do not rise', () => {
    const tiers = [
      { aboveInput: 200, rate: 2 },
      { aboveInput: 100, rate: 1 },
    ];
    expect(TieredRate.safeParse({ base: 1, tiers }).success).toBe(false);
  });
});

describe('reachableRates', () => {
  it.each([
    [100, [5]],
    [101, [5, 10]],
    [1000, [5, 10, 20]],
  ])('up to %s tokens are the tiers %s', (largest, inputs) => {
    expect(reachableRates(TIERED, largest).map((rates) => rates.input)).toEqual(inputs);
  });

  it('hold the rates of every request up to that size', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (a, b) => {
        const rates = flatRates(TIERED, Math.min(a, b));
        expect(reachableRates(TIERED, Math.max(a, b))).toContainEqual(rates);
      }),
    );
  });
});

describe('pricesAt', () => {
  const price = (from: string | null, window: { start: string; end: string } | null) => ({ from, window, rates: FLAT });
  const base = price(null, null);
  const dated = price('2026-08-17', null);
  const day = price(null, { start: '00:30:00', end: '16:30:00' });
  const night = price(null, { start: '22:00:00', end: '02:00:00' });

  it.each([
    ['the day before', [base, dated], '2026-08-16T23:59:59.999Z', base],
    ['the first instant', [base, dated], '2026-08-17T00:00:00.000Z', dated],
    ['before the window', [base, day], '2026-08-17T00:29:59.999Z', base],
    ['the window start', [base, day], '2026-08-17T00:30:00.000Z', day],
    ['the last instant of the window', [base, day], '2026-08-17T16:29:59.999Z', day],
    ['the window end', [base, day], '2026-08-17T16:30:00.000Z', base],
    ['late in a window over midnight', [base, night], '2026-08-17T23:00:00.000Z', night],
    ['early in a window over midnight', [base, night], '2026-08-17T01:59:59.999Z', night],
    ['outside a window over midnight', [base, night], '2026-08-17T02:00:00.000Z', base],
  ])('at %s', (_, prices, at, expected) => {
    expect(pricesAt(prices, at)).toEqual([expected]);
  });

  it('is empty before the first price, and all when the time is unknown', () => {
    expect(pricesAt([dated], '2026-08-16T12:00:00.000Z')).toEqual([]);
    expect(pricesAt([base, dated, day], null)).toEqual([base, dated, day]);
  });
});

describe('list prices follow the time of the request', () => {
  it.each([
    ['gpt-5.6-sol', 'openai', '2026-08-15T12:00:00.000Z', 5_000_000],
    ['gpt-5.6-sol', 'openai', '2026-09-30T12:00:00.000Z', 4_000_000],
    ['gpt-5.6-luna', 'openai', '2026-07-15T12:00:00.000Z', 1_000_000],
    ['gpt-5.6-luna', 'openai', '2026-08-01T12:00:00.000Z', 200_000],
    ['deepseek-v4-flash', 'deepseek', '2026-08-16T12:00:00.000Z', 140_000],
    ['deepseek-v4-flash', 'deepseek', '2026-08-17T12:00:00.000Z', 220_000],
    ['deepseek-v4-flash', 'deepseek', '2026-08-18T03:00:00.000Z', 440_000],
    ['deepseek-chat', 'deepseek', '2025-05-01T12:00:00.000Z', 270_000],
    ['deepseek-chat', 'deepseek', '2025-05-01T17:00:00.000Z', 135_000],
    ['gemini-3.7-flash', 'google', '2026-11-30T12:00:00.000Z', 750_000],
  ])('%s at %s, %s: %s pico-USD', (model, provider, at, rate) => {
    expect(inputRate(model, provider, at, 1000)).toBe(rate);
  });

  it('without a time, a model whose price changed is tier_unresolved with both bounds', () => {
    const one = usage([request({ uncachedInput: 200_000, output: 1000 })]);
    const price = priceTrial(one, facts('gpt-5.6-sol', 'openai', { at: null }), SHIPPED);
    expect(price).toMatchObject({
      disposition: 'tier_unresolved',
      nanoUsd: null,
      lowerBoundNanoUsd: 200_000 * 4000 + 1000 * 20_000,
      upperBoundNanoUsd: 200_000 * 5000 + 1000 * 30_000,
    });
  });

  it('without a time, a model with one price is priced', () => {
    expect(inputRate('gpt-5.5', 'openai', null, 1000)).toBe(5_000_000);
  });
});

describe('long-context tiers', () => {
  it.each([
    [271_999, 5_000_000],
    [272_000, 10_000_000],
  ])('gpt-5.5 with %s input tokens pays %s pico-USD for every token', (input, rate) => {
    const price = priceTrial(
      usage([request({ uncachedInput: input, output: 10 })]),
      facts('gpt-5.5', 'openai'),
      SHIPPED,
    );
    expect(price.rates[0]?.input).toBe(rate);
    expect(price.nanoUsd).toBe((input * rate + 10 * (rate === 5_000_000 ? 30_000_000 : 45_000_000)) / 1000);
  });

  it('cached tokens count towards the size of a request', () => {
    const price = priceTrial(
      usage([request({ uncachedInput: 2000, cacheRead: 270_000, output: 1 })]),
      facts('gpt-5.5', 'openai'),
      SHIPPED,
    );
    expect(price.rates[0]).toMatchObject({ aboveInput: 271_999, cacheRead: 1_000_000 });
  });

  it('many small requests stay in the base tier, however large their sum', () => {
    const many = Array.from({ length: 50 }, () => request({ uncachedInput: 100_000, output: 10 }));
    const price = priceTrial(usage(many), facts('gpt-5.5', 'openai'), SHIPPED);
    expect(price.nanoUsd).toBe(50 * (100_000 * 5000 + 10 * 30_000));
  });
});

describe('totals of several requests', () => {
  const total = (input: number, rest = {}) =>
    priceTrial(
      usage([request({ uncachedInput: input, output: 100 })], { totals: true }),
      facts('gpt-5.5', 'openai', rest),
      SHIPPED,
    );

  it('below the bound are exact: no request can have been larger', () => {
    expect(total(271_999)).toMatchObject({ disposition: 'priced', nanoUsd: 271_999 * 5000 + 100 * 30_000 });
  });

  it('above it are tier_unresolved between all-base and all-long', () => {
    expect(total(1_000_000)).toMatchObject({
      disposition: 'tier_unresolved',
      nanoUsd: null,
      lowerBoundNanoUsd: 1_000_000 * 5000 + 100 * 30_000,
      upperBoundNanoUsd: 1_000_000 * 10_000 + 100 * 45_000,
    });
  });

  it('are exact again when the context window keeps every request below the bound', () => {
    expect(total(1_000_000, { contextWindow: 258_400 }).disposition).toBe('priced');
    expect(total(1_000_000, { contextWindow: 272_000 }).disposition).toBe('tier_unresolved');
  });

  it('that span a price change are tier_unresolved', () => {
    const entry = request({ uncachedInput: 1000, output: 10 }, { at: '2026-08-21T00:10:00.000Z' });
    const price = priceTrial(
      usage([entry], { totals: true }),
      facts('gpt-5.6-sol', 'openai', { at: '2026-08-20T23:50:00.000Z' }),
      SHIPPED,
    );
    expect(price).toMatchObject({
      disposition: 'tier_unresolved',
      lowerBoundNanoUsd: 4_200_000,
      upperBoundNanoUsd: 5_300_000,
    });
  });
});
