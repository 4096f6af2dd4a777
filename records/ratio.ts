/**
 * Exact fractions. Rates, bounds and scores are compared as fractions and never as floats, so that a floor of 0.7 is met
 * by 7 of 10 on every machine (I10, I17).
 */
import type { Ratio } from './scalars.ts';

/** A fraction of whole numbers in lowest terms with a positive denominator. */
export interface Fraction {
  readonly num: bigint;
  readonly den: bigint;
}

/** Nothing, as a fraction. */
export const ZERO: Fraction = { num: 0n, den: 1n };

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** num / den in lowest terms. Throws RangeError unless den is positive. */
export function fraction(num: bigint | number, den: bigint | number): Fraction {
  const [n, d] = [BigInt(num), BigInt(den)];
  if (d <= 0n) throw new RangeError(`A denominator must be positive, found ${d}`);
  const divisor = greatestCommonDivisor(n, d);
  return { num: n / divisor, den: d / divisor };
}

/** a + b. */
export function plus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.den + b.num * a.den, a.den * b.den);
}

/** a - b. */
export function minus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.den - b.num * a.den, a.den * b.den);
}

/** Below 0 when a < b, 0 when equal, above 0 when a > b. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const [left, right] = [a.num * b.den, b.num * a.den];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A stored ratio as a fraction. */
export function fractionOf(ratio: Ratio): Fraction {
  return fraction(ratio.num, ratio.den);
}

/** num / den rounded to a whole number, halves to even. `den` must be positive. */
export function roundHalfEven(num: bigint, den: bigint): bigint {
  let quotient = num / den;
  if (quotient * den > num) quotient -= 1n;
  const twice = (num - quotient * den) * 2n;
  const up = twice > den || (twice === den && quotient % 2n !== 0n);
  return up ? quotient + 1n : quotient;
}

const SCALE = 1_000_000_000_000n;

/**
 * A fraction as a stored ratio of safe integers. One that does not fit (thousands of cases with unlike numbers of
 * attempts) is rounded half-even to a twelfth decimal. Throws RangeError beyond about 9,000, which no rate reaches.
 */
export function ratioOf(value: Fraction): Ratio {
  const [num, den] = [Number(value.num), Number(value.den)];
  if (Number.isSafeInteger(num) && Number.isSafeInteger(den)) return { num, den };
  const scaled = fraction(roundHalfEven(value.num * SCALE, value.den), SCALE);
  if (!Number.isSafeInteger(Number(scaled.num))) throw new RangeError(`${value.num}/${value.den} is no rate`);
  return { num: Number(scaled.num), den: Number(scaled.den) };
}

/** The nearest float, for statistics only; never compared with a bound. */
export function approximate(value: Fraction): number {
  const { num, den } = ratioOf(value);
  return num / den;
}

/**
 * The fraction that a decimal number stands for as it is written: 0.1 is 1/10 and not the float beside it.
 * Throws RangeError for a number that is not finite.
 */
export function fractionOfDecimal(value: number): Fraction {
  if (!Number.isFinite(value)) throw new RangeError(`Not a finite number: ${value}`);
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', decimals = ''] = mantissa.split('.');
  const power = Number(exponent) - decimals.length;
  const digits = BigInt(`${whole}${decimals}`);
  return power < 0 ? fraction(digits, 10n ** BigInt(-power)) : fraction(digits * 10n ** BigInt(power), 1n);
}

/** Decimal text with exactly `digits` decimals, rounded half-even; a minus sign only when the rounded value has one. */
export function decimalText(value: Fraction, digits: number): string {
  const scaled = roundHalfEven(value.num * 10n ** BigInt(digits), value.den);
  const size = (scaled < 0n ? -scaled : scaled).toString().padStart(digits + 1, '0');
  const text = digits === 0 ? size : `${size.slice(0, -digits)}.${size.slice(-digits)}`;
  return scaled < 0n ? `-${text}` : text;
}
