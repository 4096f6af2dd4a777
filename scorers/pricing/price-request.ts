/**
 * The price of one request: its own model, its own time, its own size. The list price counts where it can be told
 * exactly; else what the provider itself reported, when that is more than 0; else a disposition without money (I4).
 */
import type { CatalogPrice } from '../../records/catalog.ts';
import { PICO_PER_NANO } from '../../records/money.ts';
import type { Instant } from '../../records/scalars.ts';
import type { Disposition, RateBasis } from '../../records/terms.ts';
import type { RequestUsage, Tokens } from '../../records/usage.ts';
import { inputOf } from '../../records/usage-parts.ts';
import { charge, chargedAtMost, effectiveRates, extremeRates, leastCharge, openPart, unlistedWrite } from './charge.ts';
import { type FlatRates, flatRates, pricesAt, reachableRates } from './rates.ts';
import type { Resolution } from './resolve.ts';

/** What is known of a request from outside its usage record. */
export interface RequestContext {
  /** The model that the request's record names, or the trial's where it names none. */
  readonly resolution: Resolution;
  /** Every known instant that bounds the request, or all that an entry of totals may span. Empty: unknown. */
  readonly instants: readonly Instant[];
  readonly serviceTier: string | null;
  /** True when the entry sums several requests. */
  readonly totals: boolean;
  /** The model's context window as the evidence states it: no request was larger. Null: not stated. */
  readonly contextWindow: number | null;
  /** The basis of an amount that this provider reports. */
  readonly reportedBasis: RateBasis;
  readonly model: string | null;
}

/** Money in pico-USD; `least` is what was certainly spent, lower than `pico` where `atMost` is true. */
export interface RequestMoney {
  readonly state: 'money';
  readonly pico: bigint;
  readonly least: bigint;
  readonly atMost: boolean;
  readonly basis: RateBasis;
  /** What priced it; null: reported by the provider. */
  readonly rated: Rated | null;
}

/** A listed price as it was used: the listing, its price in time, and the rates of the tier in force. */
export interface Rated {
  readonly found: Extract<Resolution, { found: true }>;
  /** The id that was asked for. */
  readonly model: string;
  readonly price: CatalogPrice;
  readonly rates: FlatRates;
}

/** No money, with bounds in pico-USD where there are any. */
export interface RequestUnpriced {
  readonly state: 'none';
  readonly disposition: Disposition;
  readonly detail: string;
  readonly least: bigint | null;
  readonly most: bigint | null;
}

/** `nothing`: a request that used no tokens, such as one that was refused; it costs nothing and proves nothing. */
export type RequestPrice = RequestMoney | RequestUnpriced | { readonly state: 'nothing' };

const STANDARD_TIERS: ReadonlySet<string> = new Set(['standard', 'default', 'on_demand', 'on-demand']);

/** Prices one request. Pure: the same request and context give the same price. */
export function priceRequest(request: RequestUsage, context: RequestContext): RequestPrice {
  const { tokens, reportedNanoUsd } = request;
  const contradiction = contradictionIn(tokens);
  if (contradiction !== null) return none('usage_inconsistent', contradiction);
  const reported = reportedPrice(reportedNanoUsd, context.reportedBasis);
  if (usesNothing(tokens)) return reported ?? { state: 'nothing' };
  const listed = listPrice(tokens, context);
  if (listed.state === 'money' || reported === null) return listed;
  // Tokens that the list bounds from below are evidence too: a smaller amount contradicts them.
  return reported.pico < (listed.least ?? 0n) ? listed : reported;
}

/** An amount that the provider reported; null for none and for 0, which is not told apart from "not known" (I4). */
export function reportedPrice(nanoUsd: number | null, basis: RateBasis): RequestMoney | null {
  if (nanoUsd === null || nanoUsd <= 0) return null;
  const pico = BigInt(nanoUsd) * PICO_PER_NANO;
  return { state: 'money', pico, least: pico, atMost: false, basis, rated: null };
}

/** Whether every count that matters was reported and is 0. */
export function usesNothing(tokens: Tokens): boolean {
  return inputOf(tokens) === 0 && tokens.cacheRead === 0 && tokens.output === 0;
}

function contradictionIn(tokens: Tokens): string | null {
  const { output, reasoningWithinOutput: reasoning } = tokens;
  if (output !== null && reasoning !== null && reasoning > output) {
    return `${reasoning} reasoning tokens in an output of ${output}`;
  }
  return inputOf(tokens) === 0 && output !== null && output > 0 ? `${output} output tokens without any input` : null;
}

function listPrice(tokens: Tokens, context: RequestContext): RequestMoney | RequestUnpriced {
  const candidates = candidateRates(tokens, context);
  const unknown = unknownCount(tokens);
  if ('state' in candidates) return unknown === null ? candidates : none('unknown_usage', unknown);
  const least = leastOf(tokens, candidates);
  if (unknown !== null) return none('unknown_usage', unknown, least);
  const model = context.model ?? '';
  if (candidates.some((c) => c.rates.input === 0 || c.rates.output === 0)) {
    return none('zero_price_listed', `the list says 0 for ${model}`);
  }
  const open = candidates.map((c) => openPart(tokens, c.rates)).find((part) => part !== null);
  if (open !== undefined) return none('usage_incomplete', open, least);
  if (candidates.some((c) => unlistedWrite(tokens, c.rates))) {
    return none('unpriced_model', `no price is listed for one-hour cache writes of ${model}`, least);
  }
  return settle(tokens, candidates, least, context);
}

/** One price when every candidate agrees, else `tier_unresolved` with both bounds. */
function settle(
  tokens: Tokens,
  candidates: readonly Rated[],
  least: bigint,
  context: RequestContext,
): RequestMoney | RequestUnpriced {
  const effective = candidates.map((c) => effectiveRates(c.rates));
  const low = charge(tokens, extremeRates(effective, Math.min));
  const high = charge(tokens, extremeRates(effective, Math.max));
  const [first] = candidates;
  if (low === high && first !== undefined) {
    const atMost = candidates.some((c) => chargedAtMost(tokens, c.rates));
    return {
      state: 'money',
      pico: high,
      least: atMost ? least : high,
      atMost,
      basis: first.found.basis,
      rated: first,
    };
  }
  const why = context.totals ? 'totals of several requests' : 'a request of unknown time';
  const detail = `${why}: which price of ${context.model ?? ''} holds cannot be told`;
  return { state: 'none', disposition: 'tier_unresolved', detail, least, most: high };
}

function candidateRates(tokens: Tokens, context: RequestContext): readonly Rated[] | RequestUnpriced {
  const { resolution, serviceTier, totals, instants } = context;
  if (!resolution.found) return none(resolution.disposition, resolution.detail);
  const { listing } = resolution;
  const model = context.model ?? listing.id;
  if (listing.withheld !== null)
    return none('unpriced_model', `${model} cannot be priced by tokens: ${listing.withheld}`);
  if (serviceTier !== null && !STANDARD_TIERS.has(serviceTier.toLowerCase())) {
    return none('tier_unresolved', `the catalog has no prices of service tier ${serviceTier} for ${model}`);
  }
  const times = instants.length === 0 ? [null] : instants;
  const prices = new Set(times.flatMap((at) => pricesAt(listing.prices, at)));
  const size = inputOf(tokens) ?? 0;
  const largest = Math.min(size, context.contextWindow ?? size);
  const candidates = [...prices].map((price) => {
    const flat = totals ? reachableRates(price.rates, largest) : [flatRates(price.rates, size)];
    return flat.filter((rates) => rates !== null).map((rates) => ({ found: resolution, model, price, rates }));
  });
  const priced = candidates.length > 0 && candidates.every((rates) => rates.length > 0);
  return priced ? candidates.flat() : none('unpriced_model', `${model} is listed without a token price`);
}

function leastOf(tokens: Tokens, candidates: readonly Rated[]): bigint {
  const rates = extremeRates(
    candidates.map((c) => effectiveRates(c.rates)),
    Math.min,
  );
  return leastCharge(
    tokens,
    rates,
    candidates.every((c) => c.rates.cacheRead !== null),
  );
}

function unknownCount(tokens: Tokens): string | null {
  if (tokens.uncachedInput === null) return 'input tokens were not reported';
  return tokens.output === null ? 'output tokens were not reported' : null;
}

function none(disposition: Disposition, detail: string, least: bigint | null = null): RequestUnpriced {
  return { state: 'none', disposition, detail, least, most: null };
}
