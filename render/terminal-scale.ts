/** OCS on its scale from −1 to +1 in one line of text: the interval, the point and the floor. */
import type { Report } from '../records/report.ts';
import type { Ratio } from '../records/scalars.ts';
import { signedDecimal } from './numbers.ts';

/** The floor that OCS is judged against, or null when no criterion bounds it. */
export function ocsFloor(report: Report): Ratio | null {
  return report.gate.criteria.find((criterion) => criterion.name.startsWith('ocs>='))?.bound ?? null;
}

/** The place of a value of −1…+1 among `width` places. */
function place(value: number, width: number): number {
  return Math.round(((Math.max(-1, Math.min(1, value)) + 1) / 2) * (width - 1));
}

/** Two lines: the scale with interval and point, and the floor below it where there is one. */
export function scaleBar(report: Report, width: number): readonly string[] {
  const c = report.calibration;
  if (c === null || c.ocs === null || width < 20) return [];
  const cells: string[] = Array.from({ length: width }, () => '─');
  cells[place(0, width)] = '┼';
  if (c.interval !== null) {
    for (let at = place(c.interval.lowE4 / 10_000, width); at <= place(c.interval.highE4 / 10_000, width); at += 1)
      cells[at] = '━';
  }
  cells[place(c.ocs.num / c.ocs.den, width)] = '●';
  const floor = ocsFloor(report);
  const below =
    floor === null ? [] : [`   ${' '.repeat(place(floor.num / floor.den, width))}▲ floor ${signedDecimal(floor)}`];
  return [`-1 ${cells.join('')} +1`, ...below];
}
