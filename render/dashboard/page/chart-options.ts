/** How uPlot draws a trend: scales, lines with their intervals, the gate's band, verdicts and marks of change. */
import uPlot from 'uplot';
import type { Chart, Places } from '../charts.ts';
import type { Metric } from '../facts.ts';
import { cross, diamond, drawMarks, type Shape, shapes, whiskers } from './chart-shapes.ts';
import { faded, type Palette, seriesColour, seriesDash } from './theme.ts';

/** What is drawn, and where. */
export interface Drawing {
  readonly chart: Chart;
  readonly places: Places;
  readonly colours: Palette;
  /** Places of runs before which something else changed too. */
  readonly marks: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly onMove: (place: number | null) => void;
  /** The range of time that is shown, in seconds. */
  readonly onZoom: (from: number, to: number) => void;
}

const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
/** Fewer runs than this in view show their intervals as whiskers too. */
const WHISKERS = 80;

/** The first series of a line is its upper limit, then the lower one, then the values. */
const FIRST_LINE = 2;

/** The series that holds the values of a line. */
export function valueSeries(line: number): number {
  return FIRST_LINE + line * 3 + 2;
}

/** The options of a chart. */
export function chartOptions(drawing: Drawing): uPlot.Options {
  const { chart, width, height } = drawing;
  return {
    width,
    height,
    padding: [12, 10, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    cursor: cursorOptions(drawing),
    scales: {
      x: { time: true, range: (_, from, to) => rangeOfTime(drawing.places.xs, from, to) },
      y: { range: [chart.low, chart.high] },
    },
    axes: axes(drawing),
    series: [
      {},
      boundSeries(drawing),
      ...chart.lines.flatMap((_, line) => lineSeries(drawing, line)),
      ...verdicts(drawing),
    ],
    bands: chart.lines.map((_, line) => ({
      series: [valueSeries(line) - 2, valueSeries(line) - 1],
      fill: faded(seriesColour(drawing.colours, line), 0.14),
    })),
    hooks: {
      draw: [(plot) => drawMarks(plot, drawing)],
      setCursor: [(plot) => drawing.onMove(plot.cursor.idx ?? null)],
      setScale: [(plot, key) => zoomed(plot, key, drawing)],
    },
  };
}

function zoomed(plot: uPlot, key: string, { onZoom }: Drawing): void {
  const { min, max } = plot.scales['x'] ?? {};
  if (key === 'x' && min != null && max != null) onZoom(min, max);
}

/** Everything with a little room at both ends (a single run in the middle of a day), or what was zoomed into. */
function rangeOfTime(xs: readonly number[], from: number, to: number): [number, number] {
  const [first = from, last = to] = [xs[0], xs.at(-1)];
  // The library widens a single moment to years, so that its own range is no guide there.
  if (first === last) return [first - 43_200, last + 43_200];
  const room = (last - first) * 0.02;
  return from === first && to === last ? [from - room, to + room] : [from, to];
}

function cursorOptions({ colours, chart }: Drawing): uPlot.Cursor {
  const values = new Set(chart.lines.map((_, line) => valueSeries(line)));
  return {
    y: false,
    drag: { x: true, y: false, dist: 8 },
    points: {
      size: (_, series) => (values.has(series) ? 11 : 0),
      width: (_, series) => (values.has(series) ? 2.5 : 0),
      stroke: (_, series) => seriesColour(colours, Math.floor((series - FIRST_LINE) / 3)),
      fill: () => colours.card,
    },
  };
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Dates without an order to guess: by the distance of ticks in seconds, what a tick says, and what a new year or day adds. */
const DATES: uPlot.Axis.TimeValuesConfig = [
  [365 * DAY, '{YYYY}', null, null, null, null, null, null, 1],
  [28 * DAY, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [DAY, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [HOUR, '{HH}:{mm}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
];

function axes({ colours, chart }: Drawing): uPlot.Axis[] {
  const common = {
    stroke: colours.muted,
    font: FONT,
    grid: { stroke: colours.line, width: 1 },
    ticks: { show: false },
  };
  return [
    { ...common, space: 76, size: 34, values: DATES },
    {
      ...common,
      space: 36,
      size: chart.metric === 'cpao' ? 66 : 50,
      values: (_, splits) => splits.map(tickText(chart.metric)),
    },
  ];
}

function tickText(metric: Metric): (value: number) => string {
  return (value) => {
    const digits = String(Number(Math.abs(value).toPrecision(6)));
    if (metric === 'cpao') return `$${digits}`;
    if (metric !== 'ocs' || value === 0) return digits;
    return `${value < 0 ? '−' : '+'}${digits}`;
  };
}

/** The bound as a stepped line, and everything beyond it shaded: below a floor, above a ceiling. */
function boundSeries({ chart, colours }: Drawing): uPlot.Series {
  const stepped = uPlot.paths.stepped?.({ align: 1, extend: true });
  return {
    stroke: faded(colours.bad, 0.75),
    dash: [5, 4],
    width: 1.25,
    fill: faded(colours.bad, 0.08),
    fillTo: () => (chart.metric === 'cpao' ? chart.high : chart.low),
    spanGaps: true,
    points: { show: false },
    ...(stepped === undefined ? {} : { paths: stepped }),
  };
}

function lineSeries({ colours, chart }: Drawing, line: number): uPlot.Series[] {
  const colour = seriesColour(colours, line);
  const low = valueSeries(line) - 1;
  const limit = { stroke: 'transparent', width: 0 };
  return [
    {
      ...limit,
      points: {
        show: (_, __, from, to) => to - from < WHISKERS,
        paths: (plot, _, from, to) => whiskers(plot, low, from, to),
        stroke: faded(colour, 0.55),
        width: 1.5,
      },
    },
    { ...limit, points: { show: false } },
    {
      stroke: colour,
      width: chart.lines.length > 3 ? 1.5 : 2,
      dash: seriesDash(line),
      points: { size: 7, fill: colour, stroke: colours.card, width: 1.5, space: 9 },
    },
  ];
}

/** Runs that failed as crosses and unverifiable ones as open diamonds: shapes, not colour alone. */
function verdicts({ colours, chart }: Drawing): uPlot.Series[] {
  const first = FIRST_LINE + chart.lines.length * 3;
  const marked = (series: number, colour: string, shape: Shape): uPlot.Series => ({
    paths: () => null,
    points: {
      show: true,
      paths: (plot, _, from, to) => shapes(plot, series, { from, to, shape }),
      stroke: colour,
      fill: colours.card,
      width: 2,
    },
  });
  return [marked(first, colours.bad, cross), marked(first + 1, colours.unsure, diamond)];
}
