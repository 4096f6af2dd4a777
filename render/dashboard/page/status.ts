/** The top of the page: how far the reading is, and whether the ledger verified. */
import { oneLine } from '../../escape.ts';
import { count } from '../../numbers.ts';
import type { Reading } from '../reading.ts';
import { rowsText } from '../words.ts';
import { copyable } from './copy.ts';
import { byId, type Child, el, fill } from './dom.ts';
import { glyph } from './glyphs.ts';

/** Shows how many rows have verified so far. */
export function showProgress(rows: number, total: number): void {
  const bar = byId('progress', HTMLProgressElement);
  bar.max = Math.max(1, total);
  bar.value = rows;
  fill(byId('progress-text', HTMLElement), `Verified ${count(rows)} of ${rowsText(total)}`);
}

/** Shows how the reading ended, in place of the progress. */
export function showEnd(reading: Reading): void {
  const box = byId('status', HTMLElement);
  box.setAttribute('aria-busy', 'false');
  if (!reading.ok) showBroken(box, reading);
  else if (reading.head !== null) showVerified(box, reading.count, reading.head, reading.origin);
  else show(box, 'none', 'No rows yet', 'This ledger is empty. The first recorded run appears here.');
}

/** Says why there is nothing to show. */
export function showNothing(title: string, text: string): void {
  const box = byId('status', HTMLElement);
  box.setAttribute('aria-busy', 'false');
  show(box, 'unverifiable', title, text);
}

function showVerified(box: HTMLElement, n: number, head: string, origin: string | null): void {
  if (origin !== null) fill(byId('origin', HTMLElement), placeName(origin));
  box.className = 'card status pass';
  fill(
    box,
    seal('pass'),
    el('h1', {}, `${rowsText(n)} verified`),
    el(
      'p',
      {},
      'Every receipt and every link was checked in this browser. Compare the head with one that you trust, from a card or a check: that alone shows that nothing was cut or replaced.',
    ),
    el(
      'dl',
      { class: 'facts' },
      ...term('Head', copyable(head, 'the receipt of the head')),
      ...term('Rows', count(n)),
      ...(origin === null ? [] : term('Origin', oneLine(origin, 200))),
    ),
  );
}

function showBroken(box: HTMLElement, { failure, line, origin }: Extract<Reading, { ok: false }>): void {
  if (origin !== null) fill(byId('origin', HTMLElement), placeName(origin));
  const { row, code, message, place } = failure;
  const shown =
    row === null
      ? 'No single row is to blame, so nothing is drawn.'
      : row === 0
        ? 'Nothing is drawn.'
        : `Rows 0 to ${row - 1} are drawn; nothing is drawn from row ${row} on.`;
  box.className = 'card status fail';
  box.setAttribute('role', 'alert');
  fill(
    box,
    seal('fail'),
    el('h1', {}, row === null ? 'This ledger does not verify' : `Row ${row} does not verify`),
    el('p', {}, el('code', {}, code), `: ${oneLine(message, 500)}. ${shown}`),
    el(
      'dl',
      { class: 'facts' },
      ...(place === null ? [] : term('Place', oneLine(place, 200))),
      ...term(
        'Next',
        'Run operant verify on this ledger, and compare the branch with an anchor: a card, a check, a clone.',
      ),
    ),
    line === ''
      ? null
      : el('pre', { class: 'broken-line', tabindex: 0, 'aria-label': 'The broken row' }, oneLine(line, 4000)),
  );
}

function show(box: HTMLElement, mark: 'none' | 'unverifiable', title: string, text: string): void {
  box.className = `card status ${mark}`;
  fill(box, seal(mark), el('h1', {}, title), el('p', {}, oneLine(text, 600)));
}

function seal(mark: 'pass' | 'fail' | 'none' | 'unverifiable'): HTMLElement {
  return el('span', { class: 'seal' }, glyph(mark, 30));
}

function term(name: string, value: Child): readonly HTMLElement[] {
  return [el('dt', {}, name), el('dd', {}, value)];
}

/** The repository of an origin, for the head line. */
function placeName(origin: string): string {
  return oneLine(origin.replace(/\/refs\/heads\/.*$/, ''), 120);
}
