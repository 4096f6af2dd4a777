/** Exact rates, and intervals as documents carry them. */
import { type Fraction, fraction, plus, ratioOf, ZERO } from '../records/ratio.ts';
import type { Ratio } from '../records/scalars.ts';
import { gcd } from '../statistics/exact.ts';

/** A rate: `part` of `whole`, which is above 0. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/** Common denominators above this are not computed with as plain numbers. */
const LARGEST_COMMON = 1_000_000;

/** The least common multiple of some wholes; null when it is too large to compute with as a plain number. */
export function commonWhole(wholes: readonly number[]): number | null {
  let common = 1;
  for (const whole of wholes) {
    if (common % whole === 0) continue;
    common = (common / gcd(common, whole)) * whole;
    if (common > LARGEST_COMMON) return null;
  }
  return common;
}

/** num / den in lowest terms; `den` is above 0. Exact for whole numbers that a double holds. */
export function ratio(num: number, den: number): Ratio {
  if (!Number.isSafeInteger(num) || !Number.isSafeInteger(den)) return ratioOf(fraction(BigInt(num), BigInt(den)));
  const divisor = gcd(Math.abs(num), den);
  return { num: num / divisor + 0, den: den / divisor };
}

/** The mean of some rates, exactly; null of none. */
export function meanRate(shares: readonly Share[]): Fraction | null {
  if (shares.length === 0) return null;
  const common = commonWhole(shares.map(({ whole }) => whole));
  if (common !== null) {
    const plain = shares.reduce((total, { part, whole }) => total + part * (common / whole), 0);
    if (Number.isSafeInteger(plain)) return fraction(plain, common * shares.length);
  }
  const sum = shares.reduce((total, { part, whole }) => plus(total, fraction(part, whole)), ZERO);
  return fraction(sum.num, sum.den * BigInt(shares.length));
}
