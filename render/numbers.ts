/**
 * Numbers as every rendering prints them. Integers and exact fractions come in; rounding is half-even and done on
 * integers, so that no machine, locale or float changes a digit (I17).
 */
import { divideHalfEven } from '../records/money.ts';
import type { Interval } from '../records/report.ts';
import type { Ratio } from '../records/scalars.ts';

/** Digits of a scaled integer: 643 with three places is 0.643. */
function placePoint(scaled: bigint, places: number): string {
  const size = scaled < 0n ? -scaled : scaled;
  const digits = size.toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return places === 0 ? whole : `${whole}.${digits.slice(digits.length - places)}`;
}

function scaled(num: number, den: number, places: number): bigint {
  return divideHalfEven(BigInt(num) * 10n ** BigInt(places), BigInt(den));
}

function signOf(value: number): '+' | '-' | '' {
  if (value === 0) return '';
  return value > 0 ? '+' : '-';
}

/** A fraction with a fixed number of decimals: 20/56 is `0.357`. A minus sign only where it is negative. */
export function decimal(ratio: Ratio, places = 3): string {
  return `${ratio.num < 0 ? '-' : ''}${placePoint(scaled(ratio.num, ratio.den, places), places)}`;
}

/** A signed fraction, for OCS: `+0.643`, `-0.143`; exactly nought is `0.000` without a sign. */
export function signedDecimal(ratio: Ratio, places = 3): string {
  return `${signOf(ratio.num)}${placePoint(scaled(ratio.num, ratio.den, places), places)}`;
}

/** A number in ten-thousandths with three decimals; signed like OCS where asked. */
export function fromE4(e4: number, signed: boolean): string {
  const ratio = { num: e4, den: 10_000 };
  return signed ? signedDecimal(ratio) : decimal(ratio);
}

/** An interval from its ten-thousandths: `0.234 to 0.489`, or signed `-0.120 to +0.382`. */
export function intervalText(interval: Interval, signed: boolean): string {
  return `${fromE4(interval.lowE4, signed)} to ${fromE4(interval.highE4, signed)}`;
}

/** A count with thousands separated by commas, on every machine alike. */
export function count(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 trial`, `2 trials`, `0 trials`; `many` where adding an s is wrong. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** `12 of 56`. */
export function outOf(n: number, total: number): string {
  return `${count(n)} of ${count(total)}`;
}

/** A duration: `850 ms`, `6.2 s`, `6 min 12 s`, `2 h 05 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 60_000) {
    const tenths = scaled(ms, 1000, 1);
    if (tenths < 600n) return `${placePoint(tenths, 1)} s`;
  }
  const seconds = Number(scaled(ms, 1000, 0));
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
  const minutes = Number(scaled(ms, 60_000, 0));
  return `${count(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** A digest or receipt cut for reading: the scheme and the first 12 hex digits. */
export function shortDigest(digest: string): string {
  const at = digest.indexOf(':');
  return digest.length > at + 13 ? `${digest.slice(0, at + 13)}…` : digest;
}
