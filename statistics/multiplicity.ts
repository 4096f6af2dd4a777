/** Adjusted p-values for families of tests (suites × lanes), in the order they were given. */

/** The order of the p-values from the smallest, checked to be probabilities. */
function ascending(values: readonly number[]): { readonly p: number; readonly index: number }[] {
  const bad = values.find((p) => !(p >= 0 && p <= 1));
  if (bad !== undefined) throw new RangeError(`a p-value lies between 0 and 1, found ${bad}`);
  return values.map((p, index) => ({ p, index })).sort((one, other) => one.p - other.p || one.index - other.index);
}

/**
 * Holm's step-down adjustment: reject where the adjusted p is at most alpha and the chance of any false alarm in the
 * family is at most alpha, whatever the dependence (Holm 1979). For gates. RangeError on a value outside 0 to 1.
 */
export function holm(values: readonly number[]): number[] {
  const adjusted = values.slice();
  let running = 0;
  for (const [rank, { p, index }] of ascending(values).entries()) {
    running = Math.max(running, Math.min(1, (values.length - rank) * p));
    adjusted[index] = running;
  }
  return adjusted;
}

/**
 * Benjamini and Hochberg's step-up adjustment (1995): bounds the expected share of false alarms among the rejected of
 * independent tests. For exploratory tables, not for gates. RangeError on a value outside 0 to 1.
 */
export function benjaminiHochberg(values: readonly number[]): number[] {
  const adjusted = values.slice();
  let running = 1;
  for (const [rank, { p, index }] of [...ascending(values).entries()].reverse()) {
    running = Math.min(running, p * (values.length / (rank + 1)));
    adjusted[index] = running;
  }
  return adjusted;
}
