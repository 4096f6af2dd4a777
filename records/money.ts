/**
 * Money is integers: nano-USD (1e-9 USD) in documents, pico-USD (1e-12 USD) as BigInt inside the pricing rules (I10).
 * Quotients are rounded half-even; a positive amount never becomes 0, because 0 would read as "free" (I4).
 */

/** Pico-USD in one nano-USD. */
export const PICO_PER_NANO = 1000n;

const NANO_PER_USD = 1_000_000_000n;
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** `num / den`, rounded half to even. Throws a RangeError when `den` is not positive. */
export function divideHalfEven(num: bigint, den: bigint): bigint {
  if (den <= 0n) throw new RangeError(`A divisor must be positive, found ${den}`);
  const negative = num < 0n;
  const size = negative ? -num : num;
  const floor = size / den;
  const twice = (size % den) * 2n;
  const up = twice > den || (twice === den && floor % 2n === 1n);
  const quotient = up ? floor + 1n : floor;
  return negative ? -quotient : quotient;
}

/** `num / den` rounded half to even, but at least 1 when `num` is positive: spend never rounds to nothing (I4). */
export function divideSpend(num: bigint, den: bigint): bigint {
  const quotient = divideHalfEven(num, den);
  return quotient === 0n && num > 0n ? 1n : quotient;
}

/** A BigInt as a safe integer, or null when it does not fit into one (over about 9 million USD in nano-USD). */
export function toSafeInteger(value: bigint): number | null {
  return value >= -MAX_SAFE && value <= MAX_SAFE ? Number(value) : null;
}

/**
 * US dollars as a decimal number to nano-USD, by its shortest decimal form and rounded half-even; a positive amount gives
 * at least 1. Null for what is not an amount: NaN, infinite, negative, or too large for a safe integer.
 */
export function nanoFromUsd(usd: number): number | null {
  if (!Number.isFinite(usd) || usd < 0) return null;
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(usd));
  if (match === null) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  // The value is digits × 10^shift nano-USD.
  const digits = BigInt(whole + fraction);
  const shift = 9 - fraction.length + Number(exponent);
  if (shift > 40) return null;
  return toSafeInteger(shift >= 0 ? digits * 10n ** BigInt(shift) : divideSpend(digits, 10n ** BigInt(-shift)));
}

/**
 * An amount for people: `$0.0123`, four decimals, rounded half-even. A positive amount that four decimals cannot show is
 * `<$0.0001`, never `$0.0000`. An unknown amount has no text: callers print its disposition instead of calling this.
 * Throws a RangeError for a negative or unsafe number.
 */
export function formatUsd(nanoUsd: number): string {
  if (!Number.isSafeInteger(nanoUsd) || nanoUsd < 0) {
    throw new RangeError(`An amount is a whole number of nano-USD from 0, found ${nanoUsd}`);
  }
  const tenThousandths = divideHalfEven(BigInt(nanoUsd), NANO_PER_USD / 10_000n);
  if (tenThousandths === 0n && nanoUsd > 0) return '<$0.0001';
  return `$${tenThousandths / 10_000n}.${String(tenThousandths % 10_000n).padStart(4, '0')}`;
}
