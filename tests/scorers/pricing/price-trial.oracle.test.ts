/** The price source's own calculator as an independent check: exact ids must give the same amounts in both. */
import { calcPrice } from '@pydantic/genai-prices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogModel } from '../../../records/catalog.ts';
import { priceTrial } from '../../../scorers/pricing/price-trial.ts';
import { facts, request, SHIPPED, usage } from './shipped.ts';

const EXACT = SHIPPED.providers.flatMap((provider) =>
  provider.models.map((model) => ({ provider: provider.id, model })).filter(({ model }) => model.withheld === null),
);
const COUNT = fc.integer({ min: 0, max: 400_000 });
const INSTANT = fc
  .integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 5, 1) })
  .map((time) => new Date(time).toISOString());

/** Whether one-hour writes have a price, without which we give none and the source guesses. */
const listsHourWrites = (model: CatalogModel) => model.prices.every((price) => price.rates.cacheWrite1h !== null);
/** The reseller's storage fees, which are not token prices. */
const storageFee = (provider: string, id: string) => provider === 'openrouter' && /^~?google\//.test(id);

describe('priceTrial against the calculator of the price source', () => {
  it('agrees to a nano-USD on listed ids at any time and size', () => {
    let compared = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...EXACT),
        INSTANT,
        COUNT,
        COUNT,
        COUNT,
        COUNT,
        (entry, at, input, read, write, out) => {
          const { provider, model } = entry;
          const write5m = storageFee(provider, model.id) ? 0 : write;
          const write1h = listsHourWrites(model) ? Math.floor(write / 3) : 0;
          const reference = calcPrice(
            {
              input_tokens: input + 1 + read + write5m + write1h,
              cache_read_tokens: read,
              cache_write_tokens: write5m + write1h,
              cache_write_1h_tokens: write1h,
              output_tokens: out,
            },
            model.id,
            { providerId: provider, timestamp: new Date(at) },
          );
          fc.pre(reference !== null && reference.model.id === model.id);
          const parts = {
            uncachedInput: input + 1,
            cacheRead: read,
            cacheWrite5m: write5m,
            cacheWrite1h: write1h,
            output: out,
          };
          const price = priceTrial(usage([request(parts)]), facts(model.id, provider, { at }), SHIPPED);
          if (model.prices.length === 0) {
            expect(price).toMatchObject({ disposition: 'unpriced_model', nanoUsd: null });
          } else {
            expect(Math.abs((price.nanoUsd ?? Number.NaN) - (reference?.total_price ?? 0) * 1e9)).toBeLessThanOrEqual(
              1,
            );
            compared++;
          }
        },
      ),
      { numRuns: 3000, seed: 20260923 },
    );
    expect(compared).toBeGreaterThan(1500);
  });

  it('differs where the source borrows a price or says $0', () => {
    const at = { timestamp: new Date('2026-09-30T12:00:00Z') };
    const one = { input_tokens: 1000, output_tokens: 10 };
    expect(calcPrice(one, 'claude-sonnet-5-5', { providerId: 'anthropic', ...at })?.model.id).toBe('claude-sonnet-5');
    expect(calcPrice(one, 'qwen/qwen3-coder:free', { providerId: 'openrouter', ...at })?.total_price).toBe(0);
    expect(calcPrice({}, 'gpt-5.5', { providerId: 'openai', ...at })?.total_price).toBe(0);
  });
});
