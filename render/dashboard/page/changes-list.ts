/** What else changed between neighbouring runs, in words: the marks on the pictures, the latest first. */

import { oneLine } from '../../escape.ts';
import { count } from '../../numbers.ts';
import { type Change, certainChanges, confounderText } from '../changes.ts';
import type { RowFacts } from '../facts.ts';
import { groupName } from '../groups.ts';
import { minuteText } from '../words.ts';
import { el } from './dom.ts';
import type { View } from './view.ts';

const SHOWN = 20;

/** A run and the change that leads to it. */
export interface Marked {
  readonly run: RowFacts;
  readonly change: Change;
}

/** The folded list; null when nothing changed beside the package. */
export function changesList(marked: readonly Marked[], view: View): HTMLElement | null {
  if (marked.length === 0) return null;
  const latest = marked.slice(-SHOWN).reverse();
  const more = marked.length - latest.length;
  return el(
    'details',
    {},
    el(
      'summary',
      {},
      `Something else changed too: ${count(marked.length)} marked ${marked.length === 1 ? 'run' : 'runs'}`,
    ),
    el(
      'div',
      { class: 'inside' },
      el(
        'p',
        { class: 'muted' },
        'A difference across a mark may come from what changed there as well as from the package under test.',
      ),
      el('ul', { class: 'list' }, ...latest.map((one) => item(one, view))),
      more === 0
        ? null
        : el('p', { class: 'muted' }, `${count(more)} earlier ones stand on the pictures and in the rows.`),
    ),
  );
}

function item({ run, change }: Marked, view: View): HTMLElement {
  const open = el('button', { type: 'button', class: 'plain' }, minuteText(run.point.row.startedAt));
  open.addEventListener('click', () => view.open(run.point.row.seq));
  const what = [
    ...(change.comparable ? [] : ['the suite, its tasks or its attempts: not comparable']),
    ...certainChanges(change).map((one) => oneLine(confounderText(one), 160)),
  ];
  return el('li', {}, open, ` ${groupName(run.axes)}: ${what.join('; ')}`);
}
