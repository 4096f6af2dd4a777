/** The picture of OCS by axis: a dot for each axis with its interval, on one common scale. */
import type { AxisLine, Report } from '../../records/report.ts';
import { newcombeIndependent } from '../../statistics/difference.ts';
import { html } from '../escape.ts';
import { fromE4, plural, signedDecimal } from '../numbers.ts';
import { empty, picture, tag } from './elements.ts';
import { round } from './glyphs.ts';
import { placer, tickLabel, WIDTHS } from './scale.ts';

const TICKS = [-1, -0.5, 0, 0.5, 1] as const;
const MAX_AXES = 40;

/** An axis with its Newcombe interval, or null where its counts allow none. */
interface Plotted {
  readonly line: AxisLine;
  readonly limits: { readonly low: number; readonly high: number } | null;
}

/**
 * Newcombe interval of an axis from its counts. With several attempts the trials of one case are not independent, so
 * there is none to draw.
 */
function plotted(line: AxisLine, attempts: number): Plotted {
  const p = line.tp + line.fn;
  const n = line.fp + line.tn;
  return { line, limits: attempts > 1 || p === 0 || n === 0 ? null : newcombeIndependent(line.tp, p, line.fp, n) };
}

/** An interval of an axis in words: `-0.120 to +0.382`, or why there is none. */
export function axisInterval(line: AxisLine, attempts: number): string {
  const { limits } = plotted(line, attempts);
  if (limits === null) return 'none';
  return `${fromE4(Math.round(limits.low * 10_000), true)} to ${fromE4(Math.round(limits.high * 10_000), true)}`;
}

/** Both widths of the picture; empty when no axis has an OCS. */
export function axesPlot(report: Report, id: string): string {
  const axes = (report.calibration?.axes ?? []).slice(0, MAX_AXES).map((line) => plotted(line, report.suite.attempts));
  if (!axes.some(({ line }) => line.ocs !== null)) return '';
  return WIDTHS.map((size) => plot(axes, `${id}-${size.className}`, size)).join('');
}

function plot(axes: readonly Plotted[], id: string, { className, width }: (typeof WIDTHS)[number]): string {
  const wide = className === 'wide';
  const step = wide ? 40 : 58;
  const area = wide ? { from: 210, to: width - 84 } : { from: 18, to: width - 18 };
  const x = placer(area.from, area.to);
  const bottom = 14 + axes.length * step;
  const words = axes
    .map(({ line }) => `${line.axis} ${line.ocs === null ? 'none' : signedDecimal(line.ocs)}`)
    .join(', ');
  return picture(
    {
      id,
      class: `axes ${className}`,
      title: `OCS by axis: ${words}`,
      desc: `${plural(axes.length, 'axis', 'axes')} on a scale from −1 to +1, each a dot with its 95 % interval.`,
    },
    { width, height: bottom + 34 },
    ...TICKS.map((tick) => gridLine(x(tick), bottom, tick)),
    ...axes.map((axis, at) => row(axis, x, { y: 14 + at * step + (wide ? step / 2 : 38), wide, width })),
  );
}

function gridLine(x: number, bottom: number, tick: number): string {
  return (
    empty('line', { x1: x, x2: x, y1: 8, y2: bottom, class: tick === 0 ? 'grid zero' : 'grid' }) +
    tag('text', { x, y: bottom + 22, 'text-anchor': 'middle', class: 'tick' }, tickLabel(tick))
  );
}

interface RowPlace {
  readonly y: number;
  readonly wide: boolean;
  readonly width: number;
}

function row({ line, limits }: Plotted, x: (value: number) => number, { y, wide, width }: RowPlace): string {
  const value = line.ocs === null ? 'none' : signedDecimal(line.ocs);
  const textY = wide ? y + 5 : y - 20;
  const name = tag('text', { x: wide ? 0 : 4, y: textY, class: 'name' }, html(line.axis, wide ? 26 : 30));
  const amount = tag('text', { x: width - 4, y: textY, 'text-anchor': 'end', class: 'amount' }, value);
  if (line.ocs === null) return name + amount;
  return (
    name +
    amount +
    (limits === null ? '' : whisker(x(limits.low), x(limits.high), y)) +
    empty('circle', { cx: x(line.ocs.num / line.ocs.den), cy: y, r: 6, class: 'dot' })
  );
}

function whisker(from: number, to: number, y: number): string {
  return empty('path', {
    d: `M${from} ${y - 5} V${y + 5} M${from} ${y} H${round(to)} M${to} ${y - 5} V${y + 5}`,
    class: 'whisker',
  });
}
