/** The numbers behind a suite's pictures as a table, built when it is opened. */

import type { RowFacts } from '../facts.ts';
import { METRICS } from '../facts.ts';
import { type FactsSuite, groupName } from '../groups.ts';
import { boundText, limitsText, METRIC_WORDS, markOf, measureText, minuteText, rowsText } from '../words.ts';
import { el } from './dom.ts';
import { badge } from './glyphs.ts';
import { Pager } from './pager.ts';
import type { View } from './view.ts';

const PAGE = 50;

/** A folded table of all runs of a suite, the latest first. */
export function numbersTable(suite: FactsSuite, view: View): HTMLElement {
  const inside = el('div', { class: 'inside' });
  const folded = el('details', {}, el('summary', {}, `Numbers as a table (${rowsText(suite.rows.length)})`), inside);
  const build = (): void => {
    if (folded.open && inside.childElementCount === 0) inside.append(...tableOf(suite, view));
  };
  folded.addEventListener('toggle', build);
  return folded;
}

function tableOf(suite: FactsSuite, view: View): readonly HTMLElement[] {
  const metrics = METRICS.filter((metric) => suite.rows.some(({ point }) => measureText(point, metric) !== null));
  const heads = metrics.flatMap((metric) => [METRIC_WORDS[metric], ...boundHeads(suite, metric)]);
  const pager = new Pager<RowFacts>((row) => numbersRow(row, { suite, metrics, view }), PAGE);
  pager.show(suite.rows.toReversed());
  const table = el(
    'table',
    { class: 'stacked' },
    el('caption', { class: 'hidden' }, `Runs of ${suite.id}`),
    el(
      'thead',
      {},
      el('tr', {}, ...['Run', 'Group', 'Verdict', ...heads].map((head) => el('th', { scope: 'col' }, head))),
    ),
    pager.body,
  );
  return [table, pager.buttons];
}

type Metrics = readonly (typeof METRICS)[number][];

function hasBounds(suite: FactsSuite, metric: Metrics[number]): boolean {
  return suite.rows.some(({ bounds }) => bounds[metric] !== null);
}

function boundHeads(suite: FactsSuite, metric: Metrics[number]): string[] {
  return hasBounds(suite, metric) ? [metric === 'cpao' ? 'Ceiling' : 'Floor'] : [];
}

function numbersRow(
  row: RowFacts,
  { suite, metrics, view }: { readonly suite: FactsSuite; readonly metrics: Metrics; readonly view: View },
): HTMLElement {
  const { point } = row;
  const open = el('button', { type: 'button', class: 'plain' }, `${point.row.seq}: ${minuteText(point.row.startedAt)}`);
  open.addEventListener('click', () => view.open(point.row.seq));
  const cells = metrics.flatMap((metric) => {
    const limits = limitsText(point, metric);
    const bound = row.bounds[metric];
    const value = `${measureText(point, metric) ?? 'none'}${limits === null ? '' : ` (${limits})`}`;
    const heads = boundHeads(suite, metric);
    return [
      el('td', { 'data-label': METRIC_WORDS[metric] }, value),
      ...heads.map((head) => el('td', { 'data-label': head }, bound === null ? 'none' : boundText(bound, metric))),
    ];
  });
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, open),
    el('td', { 'data-label': 'Group' }, groupName(row.axes)),
    el('td', { 'data-label': 'Verdict' }, badge(markOf(row))),
    ...cells,
  );
}
