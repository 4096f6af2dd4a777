/** Long tables a page at a time: the page holds thousands of rows and a document should not. */
import { rowsText } from '../words.ts';
import { el, fill } from './dom.ts';

/** Makes the table row of an item. */
type MakeRow<T> = (item: T) => HTMLElement;

/** A table body with its buttons. */
export class Pager<T> {
  readonly body = el('tbody');
  readonly buttons: HTMLElement;
  private readonly makeRow: MakeRow<T>;
  private readonly size: number;
  private readonly place = el('span', { role: 'status' });
  private readonly older: HTMLButtonElement;
  private readonly newer: HTMLButtonElement;
  private items: readonly T[] = [];
  private page = 0;

  constructor(makeRow: MakeRow<T>, size: number) {
    this.makeRow = makeRow;
    this.size = size;
    this.newer = this.button('← Newer', -1);
    this.older = this.button('Older →', 1);
    this.buttons = el('div', { class: 'pager' }, this.newer, this.place, this.older);
  }

  /** Shows the first page of these items. */
  show(items: readonly T[]): void {
    this.items = items;
    this.turn(0);
  }

  private turn(page: number): void {
    const pages = Math.max(1, Math.ceil(this.items.length / this.size));
    this.page = Math.max(0, Math.min(pages - 1, page));
    const first = this.page * this.size;
    const shown = this.items.slice(first, first + this.size);
    fill(this.body, ...shown.map(this.makeRow));
    const range = shown.length === 0 ? 'none' : `${first + 1} to ${first + shown.length}`;
    fill(this.place, `${range} of ${rowsText(this.items.length)}`);
    this.newer.disabled = this.page === 0;
    this.older.disabled = this.page === pages - 1;
    this.buttons.hidden = pages === 1;
  }

  private button(text: string, step: number): HTMLButtonElement {
    const button = el('button', { type: 'button' }, text);
    button.addEventListener('click', () => this.turn(this.page + step));
    return button;
  }
}
