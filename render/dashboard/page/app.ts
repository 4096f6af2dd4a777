/** The page as a whole: starts the worker, keeps what it says, and shows what the filters ask for. */
import { count } from '../../numbers.ts';
import { markedChanges, precedingRows } from '../changes.ts';
import type { RowFacts } from '../facts.ts';
import { choicesOf, type Filters, filtered, fromFragment, toFragment } from '../filters.ts';
import { byStart, suitesOf } from '../groups.ts';
import type { LedgerKind, Reading } from '../reading.ts';
import { rowsText } from '../words.ts';
import { DetailDialog } from './detail.ts';
import { byId, fill } from './dom.ts';
import { FilterForm } from './filter-form.ts';
import { RowsTable } from './rows-table.ts';
import { showEnd, showNothing, showProgress } from './status.ts';
import { SuiteCard } from './suite-card.ts';
import { onThemeChange } from './theme.ts';
import type { View } from './view.ts';
import { Workers } from './workers.ts';

const HOW_TO_OPEN =
  'A browser does not let a page read the files beside it on a disk. Run: operant dashboard LEDGER, with this folder as LEDGER.';

/** Progress is shown again after so many rows: showing it costs more than verifying a few. */
const PROGRESS_STEP = 500;

/** Starts the page. `script` is the address of this script. */
export function startPage(script: string): void {
  if (location.protocol === 'file:') showNothing('Open this page through Operant', HOW_TO_OPEN);
  else if (!('subtle' in crypto)) {
    const why = 'Browsers compute digests only on https and on this machine. Open the page there.';
    showNothing('This address cannot verify the ledger', why);
  } else void new Page(script).start(document.documentElement.dataset['ledger'] === 'rows' ? 'rows' : 'branch');
}

/** Everything that is shown. */
class Page {
  private readonly workers: Workers;
  private readonly rows: RowFacts[] = [];
  private readonly form = new FilterForm((filters) => this.filter(filters));
  private readonly dialog = new DetailDialog({
    onClose: () => this.remember(null),
    onOpen: (seq) => this.open(seq),
    neighboursOf: (seq) => this.neighboursOf(seq),
  });
  private cards: readonly SuiteCard[] = [];
  private shown: readonly RowFacts[] = [];
  private preceding: ReadonlyMap<number, RowFacts> = new Map();
  private table: RowsTable | null = null;
  private view: View = this.viewOf(new Map());
  private filters: Filters = fromFragment(location.hash).filters;

  constructor(script: string) {
    this.workers = new Workers(script);
  }

  /** Reads the ledger beside the page, and shows it. */
  async start(kind: LedgerKind): Promise<void> {
    const take = (rows: readonly RowFacts[], total: number): void => {
      const before = this.rows.length;
      this.rows.push(...rows);
      const steps = [before, this.rows.length].map((n) => Math.floor(n / PROGRESS_STEP));
      if (before === 0 || steps[0] !== steps[1]) showProgress(this.rows.length, total);
    };
    try {
      this.end(await this.workers.read(kind, take));
    } catch (error) {
      showNothing('The ledger cannot be read', error instanceof Error ? error.message : String(error));
    }
  }

  private end(reading: Reading): void {
    showEnd(reading);
    // From the broken row on nothing is drawn; when no single row is to blame, none of them can be trusted.
    const limit = reading.ok ? Infinity : (reading.failure.row ?? 0);
    const sound = this.rows.filter(({ point }) => point.row.seq < limit);
    this.rows.length = 0;
    this.rows.push(...sound);
    this.preceding = precedingRows(this.rows);
    this.view = this.viewOf(markedChanges(this.rows));
    if (this.rows.length > 0 || !reading.ok) this.table = new RowsTable(this.view);
    if (!reading.ok) this.table?.showBroken(reading.failure);
    if (this.rows.length > 0) this.begin();
    document.documentElement.dataset['state'] = reading.ok ? 'verified' : 'broken';
  }

  private viewOf(changes: View['changes']): View {
    return { changes, open: (seq) => this.open(seq), tasksOf: (seqs) => this.workers.tasks(seqs) };
  }

  /** Shows the rows for the first time, and from then on what the reader asks for. */
  private begin(): void {
    this.form.offer(choicesOf(this.rows));
    this.followFragment();
    addEventListener('hashchange', () => this.followFragment());
    onThemeChange(() => {
      for (const card of this.cards) card.redraw();
    });
  }

  private followFragment(): void {
    const { filters, row } = fromFragment(location.hash);
    this.form.write(filters);
    this.show(filters);
    if (row !== null) void this.showRow(row);
  }

  private filter(filters: Filters): void {
    this.show(filters);
    this.remember(null);
  }

  private show(filters: Filters): void {
    this.filters = filters;
    this.shown = filtered(this.rows, filters).sort(byStart);
    for (const card of this.cards) card.destroy();
    this.cards = suitesOf(this.shown).map((suite) => new SuiteCard(suite, this.view));
    fill(byId('suites', HTMLElement), ...this.cards.map(({ element }) => element));
    this.table?.show(this.shown);
    const all = this.shown.length === this.rows.length;
    this.form.tell(
      all ? `All ${rowsText(this.rows.length)}` : `${count(this.shown.length)} of ${rowsText(this.rows.length)}`,
    );
  }

  private open(seq: number): void {
    this.remember(seq);
    void this.showRow(seq);
  }

  private async showRow(seq: number): Promise<void> {
    const facts = this.rows.find(({ point }) => point.row.seq === seq);
    const found = facts === undefined ? null : await this.workers.row(seq);
    if (facts === undefined || found === null) return;
    const before = this.preceding.get(seq);
    const earlier = before === undefined ? null : await this.workers.row(before.point.row.seq);
    this.dialog.show({ ...found, facts, before: before ?? null, earlier: earlier?.row ?? null });
  }

  /** Puts the view into the address, so that it can be linked; the history of the browser stays as it is. */
  private remember(row: number | null): void {
    const fragment = toFragment(this.filters, row);
    history.replaceState(null, '', fragment === '' ? location.pathname : `#${fragment}`);
  }

  private neighboursOf(seq: number): { readonly earlier: number | null; readonly later: number | null } {
    const own = this.rows.find(({ point }) => point.row.seq === seq);
    const group = this.shown.filter((row) => row.group === own?.group && row.suite.id === own.suite.id);
    const at = group.findIndex(({ point }) => point.row.seq === seq);
    const seqAt = (place: number): number | null => group[place]?.point.row.seq ?? null;
    return at < 0 ? { earlier: null, later: null } : { earlier: seqAt(at - 1), later: seqAt(at + 1) };
  }
}
