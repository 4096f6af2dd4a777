/** What the chart library leaves to its callers: whiskers, the shapes of verdicts, and marks of change. */
import uPlot from 'uplot';
import type { Places } from '../charts.ts';
import { faded, type Palette } from './theme.ts';

/** More marks than this in view are drawn as flags only. */
const MARKS_DRAWN = 40;

function numberAt(plot: uPlot, series: number, place: number): number | null {
  return plot.data[series]?.[place] ?? null;
}

/** Upright lines from the lower to the upper limit of each run. */
export function whiskers(plot: uPlot, low: number, from: number, to: number): uPlot.Series.Points.Paths {
  const stroke = new Path2D();
  for (let place = from; place <= to; place++) {
    const [x, bottom, top] = [0, low, low - 1].map((series) => numberAt(plot, series, place));
    if (x == null || bottom == null || top == null) continue;
    const left = plot.valToPos(x, 'x', true);
    stroke.moveTo(left, plot.valToPos(bottom, 'y', true));
    stroke.lineTo(left, plot.valToPos(top, 'y', true));
  }
  return { stroke };
}

/** Draws a shape of that size around a point. */
export type Shape = (path: Path2D, x: number, y: number, size: number) => void;

/** The shape of a run that failed. */
export function cross(path: Path2D, x: number, y: number, size: number): void {
  path.moveTo(x - size, y - size);
  path.lineTo(x + size, y + size);
  path.moveTo(x + size, y - size);
  path.lineTo(x - size, y + size);
}

/** The shape of a run that is unverifiable. */
export function diamond(path: Path2D, x: number, y: number, size: number): void {
  const reach = size * 1.35;
  path.moveTo(x, y - reach);
  path.lineTo(x + reach, y);
  path.lineTo(x, y + reach);
  path.lineTo(x - reach, y);
  path.closePath();
}

/** The shapes of a series; smaller where they crowd. */
export function shapes(
  plot: uPlot,
  series: number,
  { from, to, shape }: { readonly from: number; readonly to: number; readonly shape: Shape },
): uPlot.Series.Points.Paths {
  const path = new Path2D();
  const size = (to - from > 400 ? 2 : to - from > 150 ? 3 : 4) * uPlot.pxRatio;
  for (let place = from; place <= to; place++) {
    const [x, y] = [numberAt(plot, 0, place), numberAt(plot, series, place)];
    if (x !== null && y !== null) shape(path, plot.valToPos(x, 'x', true), plot.valToPos(y, 'y', true), size);
  }
  return { stroke: path, fill: shape === diamond ? path : null };
}

/** A thin line and a flag where something beside the package changed. */
export function drawMarks(
  plot: uPlot,
  { marks, places, colours }: { readonly marks: readonly number[]; readonly places: Places; readonly colours: Palette },
): void {
  const { ctx, bbox } = plot;
  const { min, max } = plot.scales['x'] ?? {};
  const shown = marks.flatMap((place) => {
    const x = places.xs[place];
    return x === undefined || x < (min ?? x) || x > (max ?? x) ? [] : [plot.valToPos(x, 'x', true)];
  });
  const flag = 4 * uPlot.pxRatio;
  ctx.save();
  ctx.strokeStyle = faded(colours.muted, 0.55);
  ctx.fillStyle = colours.muted;
  ctx.lineWidth = uPlot.pxRatio;
  ctx.setLineDash([2 * uPlot.pxRatio, 3 * uPlot.pxRatio]);
  for (const x of shown) {
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + (shown.length > MARKS_DRAWN ? flag * 2 : bbox.height));
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x - flag, bbox.top - flag * 1.6);
    ctx.lineTo(x + flag, bbox.top - flag * 1.6);
    ctx.lineTo(x, bbox.top);
    ctx.fill();
  }
  ctx.restore();
}
