/** Intervals as documents carry them: whole ten-thousandths (I10). */
import type { Interval } from './report.ts';

/** An interval in ten-thousandths; null stays null (nothing was counted, so nothing is known). */
export function storedInterval(
  limits: { readonly low: number; readonly high: number } | null,
  method: string,
  n: number,
): Interval | null {
  return limits === null ? null : { lowE4: tenThousandths(limits.low), highE4: tenThousandths(limits.high), method, n };
}

/** value × 10,000 rounded half-even; 0 never carries a sign. */
function tenThousandths(value: number): number {
  const scaled = value * 10_000;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0);
  return (up ? floor + 1 : floor) + 0;
}
