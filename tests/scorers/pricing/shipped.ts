/** The committed price snapshot and short ways to write usage, shared by the pricing tests. */
import { readFileSync } from 'node:fs';
import { Catalog, CurrentCatalog, type RateOverrides } from '../../../records/catalog.ts';
import type { RequestUsage, Tokens, TrialUsage } from '../../../records/usage.ts';
import type { PriceFacts } from '../../../scorers/pricing/price-trial.ts';

const RATES = new URL('../../../scorers/rates/', import.meta.url);

export const CURRENT: CurrentCatalog = CurrentCatalog.parse(read('current.json'));
export const SHIPPED: Catalog = Catalog.parse(read(CURRENT.file));

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, RATES), 'utf8'));
}

/** Tokens of which the named parts were reported as given and all others as 0. */
export function tokens(parts: Partial<Tokens>): Tokens {
  return {
    uncachedInput: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    output: 0,
    reasoningWithinOutput: null,
    ...parts,
  };
}

export function request(parts: Partial<Tokens>, rest: Partial<RequestUsage> = {}): RequestUsage {
  return {
    model: null,
    provider: null,
    at: null,
    tokens: tokens(parts),
    serviceTier: null,
    reportedNanoUsd: null,
    ...rest,
  };
}

export function usage(requests: readonly RequestUsage[], rest: Partial<TrialUsage> = {}): TrialUsage {
  return {
    coverage: 'complete',
    source: 'session',
    totals: false,
    inconsistent: null,
    requests: [...requests],
    ...rest,
  };
}

export function facts(model: string | null, provider: string | null, rest: Partial<PriceFacts> = {}): PriceFacts {
  return { lane: 'direct', model, provider, at: '2026-09-30T12:00:00.000Z', serviceTier: null, ...rest };
}

/** A priced model, some usage of it, and what that costs in nano-USD. */
export const OPUS: PriceFacts = facts('claude-opus-4-5', 'anthropic');
export const SOME = { uncachedInput: 1000, cacheRead: 4000, cacheWrite5m: 300, cacheWrite1h: 20, output: 50 };
export const SOME_NANO = 1000 * 5000 + 4000 * 500 + 300 * 6250 + 20 * 10_000 + 50 * 25_000;

/** The rates of the worked examples: 1.25 / 0.10 / 10 USD per million. */
export const WORKED_RATES: RateOverrides = {
  schema: 'operant.rates/v1',
  rates: [
    {
      provider: 'flashworks',
      model: 'flash-1',
      basis: 'operator_placeholder',
      inputUsdPerMtok: 1.25,
      outputUsdPerMtok: 10,
      cacheReadUsdPerMtok: 0.1,
    },
  ],
  aliases: [],
};
