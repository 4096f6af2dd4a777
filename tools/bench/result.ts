/** One measured figure, how it is judged and how it is printed. */

/** Numbers of one side of a comparison. */
export interface Side {
  readonly name: string;
  readonly unit: string;
  readonly samples: readonly number[];
}

/** A figure and its limit; it is judged by medians, since machines are noisy. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The most it may be; null: shown, not judged. */
  readonly limit: number | null;
  readonly sides: readonly Side[];
}

/** The middle value; of two in the middle their mean. Throws on no numbers. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new RangeError('The median of no numbers is not known');
  return (low + high) / 2;
}

/** True when the limit holds or there is none. What is not a number holds no limit. */
export function holds({ value, limit }: Figure): boolean {
  return limit === null || value <= limit;
}

/** A figure on one line, and each of its sides on one more. */
export function figureText(figure: Figure): string {
  const { name, value, unit, limit, sides } = figure;
  const mark = limit === null ? '·' : holds(figure) ? '✔' : '✖';
  const suffix = unit === '' ? '' : ` ${unit}`;
  const bound = limit === null ? 'no limit' : `limit ${rounded(limit)}${suffix}`;
  const first = `${mark} ${name}: ${rounded(value)}${suffix}, ${bound}`;
  return [first, ...sides.map((side) => `    ${sideText(side)}`)].join('\n');
}

function sideText({ name, unit, samples }: Side): string {
  const [least, middle, most] = [Math.min(...samples), median(samples), Math.max(...samples)].map(rounded);
  return `${name}: n ${samples.length}, min ${least}, median ${middle}, max ${most} ${unit}`;
}

function rounded(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}
