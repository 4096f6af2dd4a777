/** Whole-number helpers of the exact tests. */

/** Throws RangeError unless every value is a whole number of 0 or more that a double holds exactly. */
export function requireCounts(name: string, ...values: readonly number[]): void {
  if (values.every((value) => Number.isSafeInteger(value) && value >= 0)) return;
  throw new RangeError(`${name} needs whole numbers of 0 or more, found ${values.join(', ')}`);
}

/** The binomial coefficients C(n, 0), C(n, 1), … C(n, upTo), exactly. */
export function binomialRow(n: number, upTo: number): bigint[] {
  const row = [1n];
  let coefficient = 1n;
  for (let k = 1; k <= upTo; k += 1) {
    coefficient = (coefficient * BigInt(n - k + 1)) / BigInt(k);
    row.push(coefficient);
  }
  return row;
}

/**
 * numerator / denominator of two whole numbers (numerator >= 0, denominator > 0) as a double, good to 16 digits.
 * A quotient above 0 that is too small for a double becomes the smallest double, so that it is never reported as 0.
 */
export function quotient(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  const shift = Math.max(0, 4 * (denominator.toString(16).length - numerator.toString(16).length) + 64);
  const scaled = Number((numerator << BigInt(shift)) / denominator);
  const half = Math.floor(shift / 2);
  return Math.max(Number.MIN_VALUE, scaled * 2 ** -half * 2 ** (half - shift));
}

/** Greatest common divisor of two whole numbers of 0 or more; gcd(0, b) = b. */
export function gcd(a: number, b: number): number {
  let [one, two] = [a, b];
  while (two !== 0) [one, two] = [two, one % two];
  return one;
}
