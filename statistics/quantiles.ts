/** Quantiles of the normal and Student t distributions, and the confidence that intervals share. */
import { betaQuantile } from './special.ts';

/** Default two-sided confidence of every interval in Operant. */
export const DEFAULT_CONFIDENCE = 0.95;

/** Probability left outside at one end of a two-sided interval. RangeError unless confidence lies in (0, 1). */
export function oneTail(confidence: number): number {
  if (confidence > 0 && confidence < 1) return (1 - confidence) / 2;
  throw new RangeError(`confidence must lie strictly between 0 and 1, found ${confidence}`);
}

type Rational = readonly [numerator: readonly number[], denominator: readonly number[]];

/** Wichura's three rational approximations (algorithm AS 241, PPND16), constants rounded to doubles, highest power first. */
const CENTRE: Rational = [
  [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
];
const TAIL: Rational = [
  [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
];
const FAR_TAIL: Rational = [
  [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
];

function evaluate([numerator, denominator]: Rational, x: number): number {
  const horner = (coefficients: readonly number[]) => coefficients.reduce((sum, term) => sum * x + term, 0);
  return horner(numerator) / horner(denominator);
}

/** Quantile of the standard normal distribution for p in (0, 1): Wichura 1988, algorithm AS 241, about 16 digits. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`normalQuantile needs p in (0, 1), found ${p}`);
  const centred = p - 0.5;
  if (Math.abs(centred) <= 0.425) return centred * evaluate(CENTRE, 0.180625 - centred * centred);
  const root = Math.sqrt(-Math.log(centred < 0 ? p : 1 - p));
  const size = root <= 5 ? evaluate(TAIL, root - 1.6) : evaluate(FAR_TAIL, root - 5);
  return centred < 0 ? -size : size;
}

/** Two-sided critical value of the standard normal distribution: 1.95996… at 0.95. */
export function normalCritical(confidence: number): number {
  return -normalQuantile(oneTail(confidence));
}

/**
 * Quantile of Student's t distribution with df > 0 degrees of freedom, for p in (0, 1), through the beta quantile:
 * with x = df / (df + t^2), P(|T| > t) = I_x(df/2, 1/2). About 12 digits up to df = 10,000, 8 at 10^9.
 */
export function studentQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`studentQuantile needs p in (0, 1), found ${p}`);
  if (!(df > 0)) throw new RangeError(`studentQuantile needs df > 0, found ${df}`);
  if (p === 0.5) return 0;
  if (p < 0.5) return -studentQuantile(1 - p, df);
  const outside = 2 * (1 - p);
  const x = betaQuantile(outside, df / 2, 0.5);
  if (x < 0.5) return Math.sqrt((df * (1 - x)) / x);
  const y = betaQuantile(1 - outside, 0.5, df / 2);
  return Math.sqrt((df * y) / (1 - y));
}
