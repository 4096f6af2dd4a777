/** Special functions behind the intervals and tests: gamma, binomial and beta. Doubles in, doubles out. */

const HALF_LOG_TWO_PI = 0.9189385332046727;
/** Coefficients B(2j) / (2j (2j - 1)) of Stirling's series. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156] as const;
const STIRLING_FROM = 12;

/** Stirling's series for the logarithm of the gamma function, x >= 12 (Abramowitz and Stegun 6.1.41). */
function stirlingSeries(x: number): number {
  const square = 1 / (x * x);
  return STIRLING.reduceRight((sum, coefficient) => sum * square + coefficient, 0) / x;
}

/**
 * Natural logarithm of the gamma function for x > 0, by Stirling's series after shifting x above 12.
 * Error about 1e-14.
 */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`logGamma needs x > 0, found ${x}`);
  let shifted = x;
  let product = 1;
  while (shifted < STIRLING_FROM) {
    product *= shifted;
    shifted += 1;
  }
  const base = (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI;
  return base + stirlingSeries(shifted) - Math.log(product);
}

/** Natural logarithm of the binomial coefficient C(n, k) for 0 <= k <= n. */
export function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

/** What Stirling's formula leaves out of log x!: log x! - ((x + 1/2) log x - x + log(2 pi)/2), for x > 0. */
function stirlingError(x: number): number {
  if (x < STIRLING_FROM) return logGamma(x + 1) - (x + 0.5) * Math.log(x) + x - HALF_LOG_TWO_PI;
  return stirlingSeries(x);
}

/** x log(x / mean) - gap, where gap = x - mean, without the cancellation near x = mean; x, mean > 0. */
function deviance(x: number, mean: number, gap: number): number {
  if (Math.abs(gap) >= 0.1 * (x + mean)) return x * Math.log(x / mean) - gap;
  const ratio = gap / (x + mean);
  let sum = gap * ratio;
  let term = 2 * x * ratio;
  for (let odd = 3; odd < 1000; odd += 2) {
    term *= ratio * ratio;
    const next = sum + term / odd;
    if (next === sum) break;
    sum = next;
  }
  return sum;
}

/**
 * Probability of exactly k successes in n trials of probability p, by Loader's saddle-point expansion (Loader 2000,
 * Fast and accurate computation of binomial probabilities): 14 digits at any n. Real k between 0 and n are accepted,
 * with factorials continued by the gamma function; outside that range the probability is 0.
 */
export function binomialPmf(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  if (p <= 0) return k === 0 ? 1 : 0;
  if (p >= 1) return k === n ? 1 : 0;
  if (k === 0) return Math.exp(n * Math.log1p(-p));
  if (k === n) return Math.exp(n * Math.log(p));
  const failures = n - k;
  const errors = stirlingError(n) - stirlingError(k) - stirlingError(failures);
  const gap = k - n * p;
  const exponent = errors - deviance(k, n * p, gap) - deviance(failures, n * (1 - p), -gap);
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * k * failures));
}

/** Continued fraction of the incomplete beta function (DLMF 8.17.22), evaluated by the modified Lentz method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const guard = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / guard(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 100_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guard(1 + even * d);
    c = guard(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guard(1 + odd * d);
    c = guard(1 + odd / c);
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-16) return fraction;
  }
  return fraction;
}

/**
 * Regularised incomplete beta function I_x(a, b), the distribution function of Beta(a, b), for a, b > 0.
 * P(X >= k) for X binomial (n, p) is `betaCdf(p, k, n - k + 1)`.
 */
export function betaCdf(x: number, a: number, b: number): number {
  if (!(a > 0 && b > 0)) throw new RangeError(`betaCdf needs a, b > 0, found ${a}, ${b}`);
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = (binomialPmf(a, a + b, x) * a * b) / (a + b);
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a;
  return 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/**
 * The x in [low, high] where an increasing function crosses zero, by bisection until the doubles run out.
 * Returns an end of the bracket when the crossing lies beyond it.
 */
export function bisect(increasing: (x: number) => number, low: number, high: number): number {
  let [left, right] = [low, high];
  for (let step = 0; step < 2000; step += 1) {
    const middle = left + (right - left) / 2;
    if (middle <= left || middle >= right) break;
    if (increasing(middle) < 0) left = middle;
    else right = middle;
  }
  return left + (right - left) / 2;
}

/** Quantile of Beta(a, b): the x with I_x(a, b) = p, for p in [0, 1]. */
export function betaQuantile(p: number, a: number, b: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`betaQuantile needs p in [0, 1], found ${p}`);
  if (p === 0 || p === 1) return p;
  return bisect((x) => betaCdf(x, a, b) - p, 0, 1);
}
