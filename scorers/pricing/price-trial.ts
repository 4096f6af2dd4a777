/**
 * What one trial cost, or why that is not known. All or nothing: one request without a price withholds the trial's
 * amount (I4). The order of requests changes no byte of the answer (I17).
 */
import type { Catalog, RateOverrides, UnitRates } from '../../records/catalog.ts';
import { divideSpend, PICO_PER_NANO, toSafeInteger } from '../../records/money.ts';
import type { Instant } from '../../records/scalars.ts';
import type { Disposition, Lane, RateBasis } from '../../records/terms.ts';
import type { TrialCost } from '../../records/trial.ts';
import type { RequestUsage, TrialUsage } from '../../records/usage.ts';
import { weakerBasis } from './basis.ts';
import { type PriceBook, priceBook } from './book.ts';
import {
  priceRequest,
  type Rated,
  type RequestMoney,
  type RequestPrice,
  type RequestUnpriced,
  reportedPrice,
  usesNothing,
} from './price-request.ts';
import { providerOf, type Resolution, resolveModel } from './resolve.ts';

/** What is known of a trial beside its usage. Model, provider, time and service tier stand in where a request names none. */
export interface PriceFacts {
  /** From the run, never from a prefix of the model id. */
  readonly lane: Lane;
  readonly model: string | null;
  readonly provider: string | null;
  /** When the trial started; null when unknown. */
  readonly at: Instant | null;
  /** Null: not reported, and taken for the standard tier. */
  readonly serviceTier: string | null;
  /** True when the login is a flat-rate subscription, whose tokens have no price. Left out: false. */
  readonly subscription?: boolean;
  /** The model's context window as the evidence states it, which bounds every request. Left out: not stated. */
  readonly contextWindow?: number | null;
}

/** The cost of a trial with everything behind it: every field that TrialCost may leave out is present. */
export type TrialPrice = TrialCost & {
  readonly upperBoundNanoUsd: number | null;
  readonly atMost: boolean;
  readonly rates: UnitRates[];
};

/** Which of several reasons a trial is given, the first that occurs. */
const REASONS: readonly Disposition[] = [
  'usage_inconsistent',
  'unknown_usage',
  'usage_incomplete',
  'unknown_model',
  'inferred_match',
  'unpriced_model',
  'zero_price_listed',
  'tier_unresolved',
];

/**
 * Prices a trial. Never throws on evidence, and never answers 0: complete usage of no tokens at all is `unknown_usage`,
 * because an agent on a metered lane that did anything used some, and CLIs write zeros when they crash.
 */
export function priceTrial(
  usage: TrialUsage,
  facts: PriceFacts,
  catalog: Catalog,
  overrides: RateOverrides | null = null,
): TrialPrice {
  const book = priceBook(catalog, overrides);
  if (facts.lane === 'local') return unmetered('unmetered_local_lane', usage, facts, book);
  if (facts.subscription === true) return unmetered('unmetered_subscription', usage, facts, book);
  const prices = priceRequests(usage, facts, book);
  const coverage = coverageReason(usage, prices);
  return coverage === null ? total(prices) : withoutMoney(coverage.disposition, coverage.detail, prices);
}

/** A lane without a meter: only amounts that the provider reported for every request count. */
function unmetered(disposition: Disposition, usage: TrialUsage, facts: PriceFacts, book: PriceBook): TrialPrice {
  const used = usage.requests.filter((request) => request.reportedNanoUsd !== null || !usesNothing(request.tokens));
  const reported = used.map((r) => reportedPrice(r.reportedNanoUsd, reportedBasis(r.provider ?? facts.provider, book)));
  const money = reported.filter((price) => price !== null);
  const whole = usage.coverage === 'complete' && usage.inconsistent === null && money.length > 0;
  if (whole && money.length === used.length) return total(money);
  const detail =
    disposition === 'unmetered_local_lane'
      ? 'the local lane has no meter'
      : 'a login of the machine, whose plan nothing meters';
  return withoutMoney(disposition, detail, []);
}

/** What the trial's usage as a whole lacks, or null when its requests show all of it. */
function coverageReason(
  usage: TrialUsage,
  prices: readonly RequestPrice[],
): { readonly disposition: Disposition; readonly detail: string } | null {
  if (usage.inconsistent !== null) return { disposition: 'usage_inconsistent', detail: usage.inconsistent };
  if (usage.coverage === 'unknown') return { disposition: 'unknown_usage', detail: 'the evidence shows no usage' };
  if (usage.coverage === 'lower_bound') {
    return { disposition: 'usage_incomplete', detail: 'the evidence does not show every request' };
  }
  const used = prices.some((price) => price.state !== 'nothing');
  return used ? null : { disposition: 'unknown_usage', detail: 'the evidence shows no tokens at all' };
}

function priceRequests(usage: TrialUsage, facts: PriceFacts, book: PriceBook): readonly RequestPrice[] {
  const known = new Map<string, Resolution>();
  const resolve = (model: string | null, provider: string | null): Resolution => {
    const key = `${provider ?? ''}\n${model ?? ''}`;
    const resolution = known.get(key) ?? resolveModel(model, provider, book);
    known.set(key, resolution);
    return resolution;
  };
  return usage.requests.map((request) => {
    const model = request.model ?? facts.model;
    const provider = request.provider ?? facts.provider;
    return priceRequest(request, {
      model,
      resolution: resolve(model, provider),
      instants: instantsOf(request, facts, usage.totals),
      serviceTier: request.serviceTier ?? facts.serviceTier,
      totals: usage.totals,
      contextWindow: facts.contextWindow ?? null,
      reportedBasis: reportedBasis(provider, book),
    });
  });
}

/** The request's own time, else the trial's; totals span both. */
function instantsOf(request: RequestUsage, facts: PriceFacts, totals: boolean): readonly Instant[] {
  const known = [request.at, facts.at].filter((at) => at !== null);
  return totals ? known : known.slice(0, 1);
}

/** Amounts that a provider reports in its own credits carry the basis of those credits. */
function reportedBasis(provider: string | null, book: PriceBook): RateBasis {
  return book.creditProviders.has(providerOf(provider, book) ?? '') ? 'copilot_ai_credits' : 'provider_reported';
}

/** The sum of all requests, or the first of REASONS that keeps one of them from being priced. */
function total(prices: readonly RequestPrice[]): TrialPrice {
  const failed = prices.filter((price) => price.state === 'none');
  const disposition = REASONS.find((reason) => failed.some((price) => price.disposition === reason));
  if (disposition !== undefined) return withoutMoney(disposition, reasonsFor(disposition, failed), prices);
  const money = prices.filter((price) => price.state === 'money');
  const pico = sum(money.map((price) => price.pico));
  const nanoUsd = toSafeInteger(divideSpend(pico, PICO_PER_NANO));
  if (nanoUsd === null) {
    return withoutMoney('usage_inconsistent', 'the counts are larger than any bill', []);
  }
  const atMost = money.some((price) => price.atMost);
  const reported = money.filter((price) => price.rated === null).length;
  return {
    disposition: reported > 0 ? 'provider_reported' : 'priced',
    nanoUsd,
    lowerBoundNanoUsd: atMost ? floorNano(sum(money.map((price) => price.least))) : nanoUsd,
    upperBoundNanoUsd: nanoUsd,
    atMost,
    rateBasis: money.reduce<RateBasis | null>((basis, price) => weakerBasis(basis, price.basis), null),
    detail: describeMoney(money, reported, atMost),
    rates: ratesOf(prices),
  };
}

function describeMoney(money: readonly RequestMoney[], reported: number, atMost: boolean): string {
  const requests = money.length === 1 ? '1 entry' : `${money.length} entries`;
  const how = reported === 0 ? 'at listed rates' : `${reported} as the provider reported`;
  return `${requests}, ${how}${atMost ? '; cached tokens without a listed rate at the input rate, so at most' : ''}`;
}

function withoutMoney(disposition: Disposition, detail: string, prices: readonly RequestPrice[]): TrialPrice {
  const spent = prices.map((price) => (price.state === 'nothing' ? 0n : (price.least ?? 0n)));
  return {
    disposition,
    nanoUsd: null,
    lowerBoundNanoUsd: floorNano(sum(spent)),
    upperBoundNanoUsd: disposition === 'tier_unresolved' ? mostOf(prices) : null,
    atMost: false,
    rateBasis: null,
    detail,
    rates: ratesOf(prices),
  };
}

/** At most this much; null as soon as one request has no upper bound. */
function mostOf(prices: readonly RequestPrice[]): number | null {
  let most = 0n;
  for (const price of prices) {
    const own = price.state === 'nothing' ? 0n : price.state === 'money' ? price.pico : price.most;
    if (own === null) return null;
    most += own;
  }
  return toSafeInteger((most + PICO_PER_NANO - 1n) / PICO_PER_NANO);
}

/** Rounded down, because it is a lower bound; null for nothing, which would read as "free". */
function floorNano(pico: bigint): number | null {
  return toSafeInteger(pico / PICO_PER_NANO) || null;
}

function reasonsFor(disposition: Disposition, failed: readonly RequestUnpriced[]): string {
  const details = failed.filter((price) => price.disposition === disposition).map((price) => price.detail);
  const distinct = [...new Set(details)].sort();
  const more = distinct.length > 3 ? ` (and ${distinct.length - 3} more)` : '';
  return `${distinct.slice(0, 3).join('; ')}${more}`;
}

/** Each set of unit rates once, in an order that does not depend on that of the requests. */
function ratesOf(prices: readonly RequestPrice[]): UnitRates[] {
  const distinct = new Map<string, Rated>();
  for (const price of prices) {
    if (price.state === 'money' && price.rated !== null) distinct.set(keyOf(price.rated), price.rated);
  }
  return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rated]) => unitRates(rated));
}

/** What tells rates of one catalog apart: the entry, the id it was asked by, the price in time and the tier. */
function keyOf({ found, model, price: { from, window }, rates }: Rated): string {
  const { provider, id } = found.listing;
  return `${provider}\n${model}\n${id}\n${found.match}\n${from}\n${window?.start}\n${window?.end}\n${rates.aboveInput}`;
}

function unitRates({ found, model, price: { from, window }, rates }: Rated): UnitRates {
  const { match, basis, listing } = found;
  return { provider: listing.provider, model, entry: listing.id, match, basis, from, window, ...rates };
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
