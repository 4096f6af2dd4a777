/** The groups of a suite with their latest run: the legend of its pictures, and the answer at a glance. */
import { METRICS, type Metric, type RowFacts } from '../facts.ts';
import { agentName, type FactsGroup, groupName, modelName } from '../groups.ts';
import { boundText, gradedText, isKnown, limitsText, METRIC_WORDS, markOf, measureText, minuteText } from '../words.ts';
import { type Child, el, hidden, svg } from './dom.ts';
import { badge } from './glyphs.ts';
import { seriesDash } from './theme.ts';
import type { View } from './view.ts';

/** Calls back with a group and whether its line is to be shown. */
type OnShow = (group: string, shown: boolean) => void;

/** The table. Each group with a box that shows or hides its line. */
export function groupTable(groups: readonly FactsGroup[], view: View, onShow: OnShow): HTMLElement {
  const latest = groups.flatMap(({ rows }) => rows.at(-1) ?? []);
  const metrics = METRICS.filter((metric) => latest.some(({ point }) => measureText(point, metric) !== null));
  const heads = ['Agent', 'Lane', 'Verdict', ...metrics.map((metric) => METRIC_WORDS[metric]), 'Graded', 'Latest run'];
  return el(
    'table',
    { class: 'stacked groups' },
    el('caption', { class: 'hidden' }, 'Latest run of each agent'),
    el('thead', {}, el('tr', {}, ...heads.map((head) => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, ...groups.flatMap((group, place) => groupRow(group, { place, metrics, view, onShow }) ?? [])),
  );
}

interface RowOptions {
  readonly place: number;
  readonly metrics: readonly Metric[];
  readonly view: View;
  readonly onShow: OnShow;
}

function groupRow(group: FactsGroup, { place, metrics, view, onShow }: RowOptions): HTMLElement | null {
  const latest = group.rows.at(-1);
  if (latest === undefined) return null;
  const { axes } = group;
  const called = [axes.condition, ...(axes.invocation === 'none' ? [] : [axes.invocation])].join(' · ');
  const open = el('button', { type: 'button', class: 'plain' }, minuteText(latest.point.row.startedAt));
  open.addEventListener('click', () => view.open(latest.point.row.seq));
  return el(
    'tr',
    {},
    el(
      'th',
      { scope: 'row' },
      toggle(group, place, onShow),
      el('span', { class: 'sub' }, `${modelName(axes)} · ${called}`),
    ),
    cell('Lane', axes.lane),
    cell('Verdict', badge(markOf(latest))),
    ...metrics.map((metric) => measureCell(latest, metric)),
    cell('Graded', gradedText(latest.point)),
    cell('Latest run', open),
  );
}

function toggle({ key, axes }: FactsGroup, place: number, onShow: OnShow): HTMLElement {
  const box = el('input', { type: 'checkbox', checked: true });
  box.addEventListener('change', () => onShow(key, box.checked));
  const label = el('label', { class: 'toggle' }, box, swatch(place), agentName(axes));
  label.append(hidden(`: show the line of ${groupName(axes)}`));
  return label;
}

/** The colour and the dash of a group's line. */
function swatch(place: number): SVGElement {
  const dash = seriesDash(place).join(' ');
  const line = { x1: 1, y1: 5, x2: 21, y2: 5, class: `stroke-${(place % 6) + 1}`, 'stroke-width': 3 };
  return svg(
    'svg',
    { width: 22, height: 10, viewBox: '0 0 22 10', 'aria-hidden': 'true', focusable: 'false' },
    svg('line', { ...line, 'stroke-dasharray': dash === '' ? null : dash }),
  );
}

function measureCell(row: RowFacts, metric: Metric): HTMLElement {
  const text = measureText(row.point, metric) ?? 'none';
  const limits = limitsText(row.point, metric);
  const bound = row.bounds[metric];
  const notes = [
    ...(limits === null ? [] : [limits]),
    ...(bound === null ? [] : [`${metric === 'cpao' ? 'ceiling' : 'floor'} ${boundText(bound, metric)}`]),
  ].map((note) => el('span', { class: 'sub' }, note));
  const value = el('span', { class: isKnown(row.point, metric) ? 'value' : 'code' }, text);
  return cell(METRIC_WORDS[metric], value, ...notes);
}

function cell(head: string, ...children: readonly Child[]): HTMLElement {
  return el('td', { 'data-label': head }, ...children);
}
