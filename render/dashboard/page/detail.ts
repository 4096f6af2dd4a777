/** One row in full, in a dialog: verdict, receipt, gate, what changed, how it was run, and the row as recorded. */

import { detailParts, type RowDetail } from './detail-parts.ts';
import { byId, type Child, el, fill } from './dom.ts';

/** What the dialog asks of the page. */
export interface DetailEvents {
  /** The dialog was closed. */
  readonly onClose: () => void;
  /** Another row is wanted. */
  readonly onOpen: (seq: number) => void;
  /** The rows before and after in the same group, among those shown. */
  readonly neighboursOf: (seq: number) => { readonly earlier: number | null; readonly later: number | null };
}

/** The dialog of index.html. */
export class DetailDialog {
  private readonly dialog = byId('detail', HTMLDialogElement);
  private readonly body = byId('detail-body', HTMLElement);
  private readonly title = byId('detail-title', HTMLElement);
  private readonly steps = byId('detail-steps', HTMLElement);
  private readonly events: DetailEvents;

  constructor(events: DetailEvents) {
    this.events = events;
    byId('detail-close', HTMLButtonElement).addEventListener('click', () => this.dialog.close());
    this.dialog.addEventListener('close', () => events.onClose());
    // A click beside the dialog lands on the dialog itself.
    this.dialog.addEventListener('click', (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  /** Shows a row. */
  show(detail: RowDetail): void {
    const { row } = detail;
    fill(this.title, `Row ${row.seq} · ${row.suite.id}`);
    const { earlier, later } = this.events.neighboursOf(row.seq);
    fill(this.steps, this.step('← Earlier run', earlier), this.step('Later run →', later));
    fill(this.body, ...detailParts(detail, (seq) => this.events.onOpen(seq)));
    if (!this.dialog.open) this.dialog.showModal();
    this.body.scrollTop = 0;
    this.body.focus();
  }

  private step(text: string, seq: number | null): Child {
    const button = el('button', { type: 'button', disabled: seq === null }, text);
    button.addEventListener('click', () => {
      if (seq !== null) this.events.onOpen(seq);
    });
    return button;
  }
}
