/** One trend on the page: a canvas drawn by uPlot, and a slider over its runs for the keyboard and screen readers. */
import uPlot from 'uplot';
import type { Chart, Places } from '../charts.ts';
import { METRIC_WORDS } from '../words.ts';
import { chartOptions, type Drawing, valueSeries } from './chart-options.ts';
import { el } from './dom.ts';

/** What a chart tells the card that holds it. */
export interface ChartEvents {
  /** The cursor stands at that place, or nowhere. */
  readonly onMove: (place: number | null) => void;
  /** Another range of time is shown. */
  readonly onZoom: (from: number, to: number) => void;
  /** A run was chosen. */
  readonly onOpen: (place: number) => void;
  /** A run in words, for screen readers. */
  readonly textOf: (place: number) => string;
}

const HEIGHT = { large: 250, small: 170 } as const;
const PAGE_STEP = 10;

/** A drawn chart. */
export class TrendChart {
  readonly element: HTMLElement;
  private readonly chart: Chart;
  private readonly places: Places;
  private readonly events: ChartEvents;
  private readonly size: keyof typeof HEIGHT;
  private readonly slider: HTMLElement;
  private readonly observer: ResizeObserver;
  private readonly runs: readonly number[];
  private plot: uPlot | null = null;
  private hiddenGroups: ReadonlySet<string> = new Set();
  private at: number;

  constructor(chart: Chart, places: Places, events: ChartEvents, size: keyof typeof HEIGHT) {
    this.chart = chart;
    this.places = places;
    this.events = events;
    this.size = size;
    this.runs = places.runs.flatMap((run, place) => (run === null ? [] : [place]));
    this.at = this.runs.length - 1;
    const name = METRIC_WORDS[chart.metric];
    this.slider = el('div', {
      class: `plot ${size}`,
      tabindex: 0,
      role: 'slider',
      'aria-label': `${name} by run`,
      'aria-valuemin': 1,
      'aria-valuemax': Math.max(1, this.runs.length),
    });
    this.element = el('figure', { class: 'chart' }, el('figcaption', {}, name), this.slider);
    this.slider.addEventListener('keydown', (event) => this.onKey(event));
    this.slider.addEventListener('click', () => this.onClick());
    this.observer = new ResizeObserver(() => this.fit());
    this.announce();
  }

  /** Draws it; the element must stand in the page by now. */
  draw(drawing: Omit<Drawing, 'chart' | 'places' | 'width' | 'height' | 'onMove' | 'onZoom'>): void {
    this.plot?.destroy();
    const { width, height } = this.room();
    const { chart, places } = this;
    const { onMove, onZoom } = this.events;
    const options = chartOptions({ ...drawing, chart, places, width, height, onMove, onZoom });
    const lines = chart.lines.flatMap(({ high, low, values }) => [[...high], [...low], [...values]]);
    const data: uPlot.AlignedData = [
      [...places.xs],
      [...chart.bound],
      ...lines,
      [...chart.failed],
      [...chart.unverifiable],
    ];
    this.plot = new uPlot(options, data, this.slider);
    for (const group of this.hiddenGroups) this.show(group, false);
    this.observer.observe(this.slider);
  }

  /** Shows or hides the line of a group. */
  show(group: string, shown: boolean): void {
    const hidden = new Set(this.hiddenGroups);
    if (shown) hidden.delete(group);
    else hidden.add(group);
    this.hiddenGroups = hidden;
    const line = this.chart.lines.findIndex((one) => one.group === group);
    if (line < 0 || this.plot === null) return;
    const value = valueSeries(line);
    for (const series of [value - 2, value - 1, value]) this.plot.setSeries(series, { show: shown });
  }

  /** Shows that range of time. */
  zoom(from: number, to: number): void {
    const { min, max } = this.plot?.scales['x'] ?? {};
    if (min !== from || max !== to) this.plot?.setScale('x', { min: from, max: to });
  }

  /** Puts the cursor on a run without telling anybody. */
  point(place: number | null): void {
    if (this.plot === null) return;
    const x = place === null ? undefined : this.places.xs[place];
    const left = x === undefined ? -10 : this.plot.valToPos(x, 'x');
    this.plot.setCursor({ left, top: left < 0 ? -10 : this.plot.bbox.height / uPlot.pxRatio / 2 }, false);
    if (place !== null) this.stand(this.runs.indexOf(place));
  }

  destroy(): void {
    this.observer.disconnect();
    this.plot?.destroy();
    this.plot = null;
  }

  private room(): { readonly width: number; readonly height: number } {
    return { width: Math.max(200, Math.floor(this.slider.clientWidth)), height: HEIGHT[this.size] };
  }

  private fit(): void {
    const room = this.room();
    if (this.plot !== null && this.plot.width !== room.width) this.plot.setSize(room);
  }

  private onClick(): void {
    const place = this.plot?.cursor.idx ?? null;
    if (place !== null && this.places.runs[place] !== null) this.events.onOpen(place);
  }

  private onKey(event: KeyboardEvent): void {
    const last = this.runs.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: this.next(-1),
      ArrowDown: this.next(-1),
      ArrowRight: this.next(1),
      ArrowUp: this.next(1),
      PageDown: Math.max(0, this.at - PAGE_STEP),
      PageUp: Math.min(last, this.at + PAGE_STEP),
      Home: 0,
      End: last,
    };
    const place = this.runs[this.at];
    const target = steps[event.key];
    if (event.key === 'Enter' && place !== undefined) this.events.onOpen(place);
    else if (target === undefined) return;
    else this.stand(target);
    event.preventDefault();
    const moved = this.runs[this.at];
    if (moved !== undefined) this.events.onMove(moved);
  }

  /** The next run to a side whose line is shown; the current one where there is none. */
  private next(step: number): number {
    for (let at = this.at + step; at >= 0 && at < this.runs.length; at += step) {
      const place = this.runs[at];
      if (place !== undefined && !this.hiddenGroups.has(this.places.groups[place] ?? '')) return at;
    }
    return this.at;
  }

  private stand(at: number): void {
    if (at < 0 || at === this.at) return;
    this.at = at;
    this.announce();
  }

  private announce(): void {
    const place = this.runs[this.at];
    this.slider.setAttribute('aria-valuenow', String(this.at + 1));
    this.slider.setAttribute('aria-valuetext', place === undefined ? 'no run' : this.events.textOf(place));
  }
}
