/** Which rates hold for a request: by its time (effective dates, hours of the day) and by its size (tiers). */
import type { CatalogPrice, Rate, RateCard } from '../../records/catalog.ts';
import type { Instant } from '../../records/scalars.ts';

/** Flat pico-USD per token; null where none is listed. `aboveInput` is the bound of the tier in force, null for none. */
export interface FlatRates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number | null;
  readonly cacheWrite5m: number | null;
  readonly cacheWrite1h: number | null;
  readonly aboveInput: number | null;
}

/**
 * The prices that may hold. One when the time is known or does not matter, several when it is not known and prices
 * changed, none when nothing is listed for that time.
 */
export function pricesAt(prices: readonly CatalogPrice[], at: Instant | null): readonly CatalogPrice[] {
  if (at !== null) return prices.filter((price) => holds(price, at)).slice(-1);
  return prices;
}

/** Whether a price holds at an instant. The last one in a list that holds is the one in force. */
function holds({ from, window }: CatalogPrice, at: Instant): boolean {
  if (from !== null && at.slice(0, 10) < from) return false;
  if (window === null) return true;
  // "16:30:00.000" sorts after "16:30:00", so the start is included and the end is not.
  const time = at.slice(11, 23);
  const afterStart = time >= window.start;
  const beforeEnd = time < window.end;
  return window.start <= window.end ? afterStart && beforeEnd : afterStart || beforeEnd;
}

/**
 * A rate card for a request of `input` tokens (cached ones included): a tier covers the whole request. Null when the
 * card has no token price. A listed 0 for a cached part beside a positive input rate means "not listed" in the sources
 * that write it, and is read so.
 */
export function flatRates(card: RateCard, input: number): FlatRates | null {
  const flatInput = flatten(card.input, input);
  const flatOutput = flatten(card.output, input);
  if (flatInput === null || flatOutput === null) return null;
  return {
    input: flatInput,
    output: flatOutput,
    cacheRead: flatten(card.cacheRead, input) || null,
    cacheWrite5m: flatten(card.cacheWrite5m, input) || null,
    cacheWrite1h: flatten(card.cacheWrite1h, input) || null,
    aboveInput: boundsOf(card).findLast((bound) => input > bound) ?? null,
  };
}

/** The rates of every tier that a request of at most `largest` input tokens can be in. */
export function reachableRates(card: RateCard, largest: number): readonly FlatRates[] {
  const inputs = [
    0,
    ...boundsOf(card)
      .filter((bound) => bound < largest)
      .map((bound) => bound + 1),
  ];
  return inputs.map((input) => flatRates(card, input)).filter((rates) => rates !== null);
}

function boundsOf(card: RateCard): readonly number[] {
  const bounds = Object.values(card).flatMap((rate) =>
    rate === null || typeof rate === 'number' ? [] : rate.tiers.map((tier) => tier.aboveInput),
  );
  return [...new Set(bounds)].sort((a, b) => a - b);
}

function flatten(rate: Rate | null, input: number): number | null {
  if (rate === null || typeof rate === 'number') return rate;
  return rate.tiers.findLast((tier) => input > tier.aboveInput)?.rate ?? rate.base;
}
