/** One suite on the page: its groups with their latest numbers, its trends, what changed, and its tasks. */

import { SUBJECTS } from '../../words.ts';
import { type Change, changeText } from '../changes.ts';
import { chartOf, placesOf } from '../charts.ts';
import { METRICS, type Metric, type RowFacts } from '../facts.ts';
import { type FactsSuite, groupName } from '../groups.ts';
import { METRIC_WORDS, markOf, minuteText, rowsText, runText, subjectText } from '../words.ts';
import { changesList } from './changes-list.ts';
import { TrendChart } from './chart.ts';
import { type Child, el, fill } from './dom.ts';
import { glyph } from './glyphs.ts';
import { groupTable } from './group-table.ts';
import { numbersTable } from './numbers-table.ts';
import { TaskStripView } from './task-strip.ts';
import { palette } from './theme.ts';
import type { View } from './view.ts';

/** The card of a suite. Its pictures are drawn when it comes into view. */
export class SuiteCard {
  readonly element: HTMLElement;
  private readonly suite: FactsSuite;
  private readonly view: View;
  private readonly charts: readonly TrendChart[];
  private readonly reading: HTMLElement;
  private readonly strip: TaskStripView;
  private readonly marks: readonly number[];
  private readonly runs: readonly (RowFacts | null)[];
  private readonly observer: IntersectionObserver;
  private drawn = false;
  private at: number | null = null;

  constructor(suite: FactsSuite, view: View) {
    this.suite = suite;
    this.view = view;
    const places = placesOf(suite.groups);
    this.runs = places.runs;
    this.marks = places.runs.flatMap((run, place) => (this.changeAt(run) === null ? [] : [place]));
    this.reading = el('p', { class: 'reading muted' });
    this.charts = METRICS.map((metric) => chartOf(places, suite.groups, metric))
      .filter((chart) => !chart.isEmpty)
      .map((chart, at) => new TrendChart(chart, places, this.eventsFor(chart.metric), at === 0 ? 'large' : 'small'));
    this.strip = new TaskStripView(suite, view);
    this.element = this.build();
    this.observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.draw();
    });
    this.observer.observe(this.element);
    this.read(null);
  }

  /** Draws the pictures, or draws them anew in other colours. */
  draw(): void {
    this.observer.disconnect();
    this.drawn = true;
    const colours = palette();
    for (const chart of this.charts) chart.draw({ colours, marks: this.marks });
    this.strip.load();
  }

  /** Draws again what was drawn. */
  redraw(): void {
    if (this.drawn) this.draw();
  }

  destroy(): void {
    this.observer.disconnect();
    for (const chart of this.charts) chart.destroy();
  }

  private build(): HTMLElement {
    const { suite } = this;
    const id = `suite-${suite.id}`;
    const marked = this.runs.flatMap((run) => {
      const change = this.changeAt(run);
      return run === null || change === null ? [] : [{ run, change }];
    });
    return el(
      'section',
      { class: 'card stack suite', 'aria-labelledby': id },
      el(
        'div',
        { class: 'block-head' },
        el('h2', { id }, suite.id),
        el('span', { class: 'kind' }, SUBJECTS[suite.kind]),
        el('span', { class: 'muted push' }, rowsText(suite.rows.length)),
      ),
      groupTable(suite.groups, this.view, (group, shown) => this.show(group, shown)),
      this.pictures(),
      changesList(marked, this.view),
      this.strip.element,
      numbersTable(suite, this.view),
    );
  }

  private pictures(): HTMLElement {
    if (this.charts.length === 0) return el('p', { class: 'muted' }, 'No run of this suite has a number to draw.');
    const pictures = this.charts.map(({ element }) => element);
    return el('div', { class: 'charts' }, ...pictures, el('div', { class: 'below' }, legend(), this.reading));
  }

  private eventsFor(metric: Metric) {
    return {
      onMove: (place: number | null) => this.moved(place),
      onZoom: (from: number, to: number) => {
        for (const chart of this.charts) chart.zoom(from, to);
      },
      onOpen: (place: number) => {
        const run = this.runs[place];
        if (run !== null && run !== undefined) this.view.open(run.point.row.seq);
      },
      textOf: (place: number) => {
        const run = this.runs[place];
        return run === null || run === undefined ? 'no run' : `${this.nameOf(run)}: ${runText(run, metric)}`;
      },
    };
  }

  private moved(place: number | null): void {
    if (place === this.at) return;
    this.at = place;
    const run = place === null ? null : (this.runs[place] ?? null);
    this.read(run);
    for (const chart of this.charts) chart.point(run === null ? null : place);
  }

  private show(group: string, shown: boolean): void {
    for (const chart of this.charts) chart.show(group, shown);
  }

  private changeAt(run: RowFacts | null): Change | null {
    return run === null ? null : (this.view.changes.get(run.point.row.seq) ?? null);
  }

  private nameOf(run: RowFacts): string {
    const group = this.suite.groups.length > 1 ? `, ${groupName(run.axes)}` : '';
    return `${minuteText(run.point.row.startedAt)}, ${subjectText(run.point)}${group}, ${markOf(run)}`;
  }

  /** Says under the pictures where the cursor stands. */
  private read(run: RowFacts | null): void {
    if (run === null) {
      fill(this.reading, 'Point at a run to read it, drag to zoom, double-click to zoom out, click to open it.');
      return;
    }
    const change = this.changeAt(run);
    const values = this.suite.groups.length === 0 ? [] : METRICS.flatMap((metric) => this.valueText(run, metric));
    const also = change === null ? '' : ` Changed since row ${change.after}: ${changeText(change)}.`;
    fill(this.reading, el('b', {}, `Row ${run.point.row.seq}`), ` ${this.nameOf(run)}. ${values.join(' · ')}.${also}`);
  }

  private valueText(run: RowFacts, metric: Metric): string[] {
    const isDrawn = this.charts.some(({ element }) => element.textContent?.startsWith(METRIC_WORDS[metric]));
    return isDrawn ? [runText(run, metric)] : [];
  }
}

/** What the shapes in the pictures stand for. */
function legend(): HTMLElement {
  const item = (sign: Child, word: string): HTMLElement => el('span', { class: 'legend-item' }, sign, word);
  return el(
    'p',
    { class: 'legend' },
    item(glyph('fail', 12), 'run failed'),
    item(el('span', { class: 'sign unverifiable', 'aria-hidden': 'true' }, '◇'), 'run unverifiable'),
    item(el('span', { class: 'sign', 'aria-hidden': 'true' }, '▾'), 'something else changed'),
    item(el('span', { class: 'patch band', 'aria-hidden': 'true' }), '95 % interval'),
    item(el('span', { class: 'patch beyond', 'aria-hidden': 'true' }), 'beyond the bound of the gate'),
  );
}
