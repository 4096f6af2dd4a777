/** How bounds are written in the names of criteria. */
import { decimalText, type Fraction } from '../records/ratio.ts';

const MOST_DECIMALS = 20;

/** A bound with at least `least` decimals and as many more as it has: a name never shows a rounded bound. */
export function boundText(bound: Fraction, least: number): string {
  let digits = least;
  while (digits < MOST_DECIMALS && (bound.num * 10n ** BigInt(digits)) % bound.den !== 0n) digits += 1;
  return decimalText(bound, digits);
}

/** A bound that may be negative, always with its sign; 0 is +0. */
export function signedBoundText(bound: Fraction, least: number): string {
  const text = boundText(bound, least);
  return text.startsWith('-') ? text : `+${text}`;
}
