/** The picture of OCS: the point with its interval between −1 and +1, and the floor it is judged against. */
import type { Report } from '../../records/report.ts';
import type { Ratio } from '../../records/scalars.ts';
import { html } from '../escape.ts';
import { intervalText, signedDecimal } from '../numbers.ts';
import { ocsFloor } from '../terminal-scale.ts';
import { empty, picture, tag } from './elements.ts';
import { round } from './glyphs.ts';

/** A width for wide pages and one for phones: text keeps its size instead of shrinking with the picture. */
export const WIDTHS = [
  { className: 'wide', width: 858 },
  { className: 'narrow', width: 340 },
] as const;

const TICKS = [-1, -0.5, 0, 0.5, 1] as const;

/** The place of −1…+1 on a line from `from` to `to`; values outside are drawn at the end. */
export function placer(from: number, to: number): (value: number) => number {
  return (value) => round(from + ((Math.max(-1, Math.min(1, value)) + 1) / 2) * (to - from));
}

/** A tick as printed: `−1`, `0`, `+0.5`. */
export function tickLabel(tick: number): string {
  if (tick === 0) return '0';
  return `${tick > 0 ? '+' : '−'}${Math.abs(tick)}`;
}

const fraction = (ratio: Ratio): number => ratio.num / ratio.den;

/** Text at a place that keeps inside the picture: anchored at the side where there is room. */
export function label(x: number, y: number, width: number, className: string, text: string): string {
  const half = text.length * 4;
  const anchor = x < half ? 'start' : x > width - half ? 'end' : 'middle';
  const at = anchor === 'start' ? Math.min(x, 4) : anchor === 'end' ? width - 4 : x;
  return tag('text', { x: round(at), y, 'text-anchor': anchor, class: className }, html(text));
}

/** Both widths of the picture; empty when OCS is withheld, because there is nothing to draw. */
export function ocsScale(report: Report, id: string): string {
  const c = report.calibration;
  if (c === null || c.ocs === null || c.withheld !== null) return '';
  const { ocs } = c;
  return WIDTHS.map((size) => scaleOf(report, ocs, `${id}-${size.className}`, size)).join('');
}

function scaleOf(report: Report, ocs: Ratio, id: string, { className, width }: (typeof WIDTHS)[number]): string {
  const interval = report.calibration?.interval ?? null;
  const floor = ocsFloor(report);
  const x = placer(18, width - 18);
  const y = 58;
  const words = `OCS ${signedDecimal(ocs)}${interval === null ? '' : `, 95 % interval ${intervalText(interval, true)}`}`;
  const against = floor === null ? 'no floor' : `floor ${signedDecimal(floor)}`;
  return picture(
    {
      id,
      class: `scale ${className}`,
      title: `${words}, ${against}`,
      desc: 'A line from −1 to +1. At 0 the agent is no better than one that always withholds or always acts.',
    },
    { width, height: floor === null ? 96 : 122 },
    empty('line', { x1: x(-1), x2: x(1), y1: y, y2: y, class: 'axis' }),
    ...TICKS.map((tick) => ticked(x(tick), y, tick)),
    ...(interval === null ? [] : [band(x(interval.lowE4 / 10_000), x(interval.highE4 / 10_000), y)]),
    ...(floor === null ? [] : [floorMark(x(fraction(floor)), y, width, floor)]),
    empty('circle', { cx: x(fraction(ocs)), cy: y, r: 8, class: `point ${ocsVerdict(report)}` }),
    label(x(fraction(ocs)), y - 24, width, 'value', signedDecimal(ocs)),
  );
}

/** The verdict of the criterion that judges OCS; `none` when nothing does. */
function ocsVerdict(report: Report): string {
  return report.gate.criteria.find((criterion) => criterion.name.startsWith('ocs>='))?.verdict ?? 'none';
}

function ticked(x: number, y: number, tick: number): string {
  const size = tick === 0 ? 9 : 5;
  return (
    empty('line', { x1: x, x2: x, y1: y - size, y2: y + size, class: tick === 0 ? 'axis zero' : 'axis' }) +
    tag('text', { x, y: y + 30, 'text-anchor': 'middle', class: 'tick' }, tickLabel(tick))
  );
}

function band(from: number, to: number, y: number): string {
  return empty('rect', { x: from, y: y - 6, width: Math.max(2, round(to - from)), height: 12, rx: 6, class: 'band' });
}

function floorMark(x: number, y: number, width: number, floor: Ratio): string {
  const tip = y + 36;
  return (
    empty('line', { x1: x, x2: x, y1: y - 16, y2: tip, class: 'floor' }) +
    empty('path', { d: `M${x} ${tip} l-6 9 h12 z`, class: 'floor-tip' }) +
    label(x, tip + 24, width, 'floor-text', `floor ${signedDecimal(floor)}`)
  );
}
