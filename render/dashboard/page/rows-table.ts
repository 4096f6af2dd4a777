/** All rows that pass the filters, the latest first; a broken row stands above them in red. */
import type { VerifyFailure } from '../../../bench-results/chain-verifier.ts';
import { oneLine } from '../../escape.ts';
import type { RowFacts } from '../facts.ts';
import { agentName, modelName } from '../groups.ts';
import {
  gradedText,
  headlineMetric,
  isKnown,
  METRIC_WORDS,
  markOf,
  measureText,
  minuteText,
  subjectText,
} from '../words.ts';
import { byId, type Child, el, fill } from './dom.ts';
import { badge, glyph } from './glyphs.ts';
import { Pager } from './pager.ts';
import type { View } from './view.ts';

const PAGE = 25;
const HEADS = [
  'Row',
  'Executed (UTC)',
  'Suite',
  'Agent',
  'Lane',
  'Verdict',
  'Headline',
  'Success',
  'CPAO',
  'Graded',
  'Subject',
];

/** The table of rows. */
export class RowsTable {
  private readonly pager: Pager<RowFacts>;
  private readonly broken = el('tbody');

  constructor(view: View) {
    this.pager = new Pager<RowFacts>((row) => tableRow(row, view), PAGE);
    fill(
      byId('rows-table', HTMLElement),
      el(
        'table',
        { class: 'stacked rows' },
        el('caption', { class: 'hidden' }, 'Rows of the ledger, the latest first'),
        el('thead', {}, el('tr', {}, ...HEADS.map((head) => el('th', { scope: 'col' }, head)))),
        this.broken,
        this.pager.body,
      ),
      this.pager.buttons,
    );
    byId('rows', HTMLElement).hidden = false;
  }

  /** Shows these rows, which are in the order of their execution. */
  show(rows: readonly RowFacts[]): void {
    this.pager.show(rows.toReversed());
  }

  /** Shows the row at which verification ended. */
  showBroken({ row, code, message }: VerifyFailure): void {
    const name = row === null ? '?' : String(row);
    const words = `does not verify, and nothing is shown from it on: ${oneLine(message, 300)}`;
    fill(
      this.broken,
      el(
        'tr',
        { class: 'broken' },
        el('th', { scope: 'row' }, name),
        el('td', { colspan: HEADS.length - 1 }, glyph('fail', 14), ' ', el('code', {}, code), ` ${words}`),
      ),
    );
  }
}

function tableRow(row: RowFacts, view: View): HTMLElement {
  const { point, suite, axes } = row;
  const open = el(
    'button',
    { type: 'button', class: 'plain', 'aria-label': `Open row ${point.row.seq}` },
    String(point.row.seq),
  );
  open.addEventListener('click', () => view.open(point.row.seq));
  const lead = headlineMetric(point);
  const leadText = lead === 'cpao' ? 'none' : `${METRIC_WORDS[lead]} ${measureText(point, lead) ?? 'none'}`;
  return el(
    'tr',
    {},
    el('th', { scope: 'row', 'data-label': 'Row' }, open),
    cell('Executed (UTC)', minuteText(point.row.startedAt)),
    cell('Suite', suite.id),
    cell('Agent', agentName(axes), el('span', { class: 'sub' }, modelName(axes))),
    cell('Lane', axes.lane),
    cell('Verdict', badge(markOf(row))),
    cell('Headline', value(leadText, lead !== 'cpao' && isKnown(point, lead))),
    cell('Success', value(measureText(point, 'success') ?? 'none', isKnown(point, 'success'))),
    cell('CPAO', value(measureText(point, 'cpao') ?? 'none', isKnown(point, 'cpao'))),
    cell('Graded', gradedText(point)),
    cell('Subject', oneLine(subjectText(point), 60)),
  );
}

function value(text: string, known: boolean): HTMLElement {
  return el('span', { class: known ? 'value' : 'code' }, text);
}

function cell(head: string, ...children: readonly Child[]): HTMLElement {
  return el('td', { 'data-label': head }, ...children);
}
