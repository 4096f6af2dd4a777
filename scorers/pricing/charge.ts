/** Tokens times rates, in pico-USD. What a source left open is bounded, never filled in (I3). */
import type { Tokens } from '../../records/usage.ts';
import type { FlatRates } from './rates.ts';

/**
 * Rates with every gap filled, in pico-USD per token. A cache rate that is not listed is the input rate (an upper bound
 * for reads, and what providers without a write price charge); a one-hour write beside a listed short one costs at least
 * the short one.
 */
export interface EffectiveRates {
  readonly uncachedInput: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly output: number;
}

/** The effective rates of a listed card. */
export function effectiveRates(rates: FlatRates): EffectiveRates {
  const cacheWrite5m = rates.cacheWrite5m ?? rates.input;
  return {
    uncachedInput: rates.input,
    cacheRead: rates.cacheRead ?? rates.input,
    cacheWrite5m,
    cacheWrite1h: rates.cacheWrite1h ?? cacheWrite5m,
    output: rates.output,
  };
}

/** Part by part the extreme of several rates: `Math.min` or `Math.max` of each. */
export function extremeRates(all: readonly EffectiveRates[], pick: (...rates: number[]) => number): EffectiveRates {
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  return {
    uncachedInput: pick(...all.map((rates) => rates.uncachedInput)),
    cacheRead: pick(...all.map((rates) => rates.cacheRead)),
    cacheWrite5m: pick(...all.map((rates) => rates.cacheWrite5m)),
    cacheWrite1h: pick(...all.map((rates) => rates.cacheWrite1h)),
    output: pick(...all.map((rates) => rates.output)),
  };
}

/** The price of all reported parts, in pico-USD; a part that was not reported adds nothing. */
export function charge(tokens: Tokens, rates: EffectiveRates): bigint {
  return (
    times(tokens.uncachedInput, rates.uncachedInput) +
    times(tokens.cacheRead, rates.cacheRead) +
    times(tokens.cacheWrite5m, rates.cacheWrite5m) +
    times(tokens.cacheWrite1h, rates.cacheWrite1h) +
    times(tokens.output, rates.output)
  );
}

/**
 * The least that the reported tokens can have cost, in pico-USD, whatever the split that was not reported: input that
 * may have been cached counts at the cheapest rate it can have had, and reads whose rate is not listed count nothing.
 */
export function leastCharge(tokens: Tokens, rates: EffectiveRates, readsListed: boolean): bigint {
  const write1h = tokens.cacheWrite1h === null ? [rates.cacheWrite1h] : [];
  const write5m = tokens.cacheWrite5m === null ? [rates.cacheWrite5m, ...write1h] : [];
  const read = tokens.cacheRead === null ? [rates.cacheRead] : [];
  return charge(
    { ...tokens, cacheRead: readsListed ? tokens.cacheRead : null },
    {
      ...rates,
      uncachedInput: tokens.cacheRead === null && !readsListed ? 0 : Math.min(rates.uncachedInput, ...read, ...write5m),
      cacheWrite5m: Math.min(rates.cacheWrite5m, ...write1h),
    },
  );
}

/** Whether a part was charged at a rate that is not listed for it, so that the price is an upper bound. */
export function chargedAtMost(tokens: Tokens, rates: FlatRates): boolean {
  return (
    ((tokens.cacheRead ?? 0) > 0 && rates.cacheRead === null) ||
    ((tokens.cacheWrite5m ?? 0) > 0 && rates.cacheWrite5m === null) ||
    ((tokens.cacheWrite1h ?? 0) > 0 && rates.cacheWrite1h === null)
  );
}

/**
 * The part of the split that was not reported and that changes the price, in words; null when none does. Unreported
 * parts are inside `uncachedInput` (records/usage-parts.ts), so a write without a price of its own changes nothing.
 */
export function openPart(tokens: Tokens, rates: FlatRates): string | null {
  if (tokens.cacheRead === null) return 'cached reads were not reported';
  const host = tokens.cacheWrite5m ?? tokens.uncachedInput;
  const hostRate = tokens.cacheWrite5m === null ? rates.input : effectiveRates(rates).cacheWrite5m;
  const differs5m = rates.cacheWrite5m !== null && rates.cacheWrite5m !== rates.input;
  if (tokens.cacheWrite5m === null && differs5m && tokens.uncachedInput !== 0) return 'cache writes were not reported';
  const differs1h = rates.cacheWrite1h !== null && rates.cacheWrite1h !== hostRate;
  if (tokens.cacheWrite1h === null && differs1h && host !== 0) return 'one-hour cache writes were not told apart';
  return null;
}

/** Whether one-hour cache writes were used that the list, which has a price for short ones, has no price for. */
export function unlistedWrite(tokens: Tokens, rates: FlatRates): boolean {
  return (tokens.cacheWrite1h ?? 0) > 0 && rates.cacheWrite1h === null && rates.cacheWrite5m !== null;
}

function times(count: number | null, rate: number): bigint {
  return count === null ? 0n : BigInt(count) * BigInt(rate);
}
