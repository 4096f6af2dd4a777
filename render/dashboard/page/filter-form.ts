/** The form that chooses rows. */
import { type Choices, type Filters, NO_FILTERS, NO_THRESHOLDS } from '../filters.ts';
import { byId, el, fill } from './dom.ts';

type ListName = 'suite' | 'agent' | 'lane' | 'verdict';

/** The form of index.html, filled with what there is to choose. */
export class FilterForm {
  private readonly form = byId('filters', HTMLFormElement);
  private readonly lists: Readonly<Record<ListName, HTMLSelectElement>> = {
    suite: byId('filter-suite', HTMLSelectElement),
    agent: byId('filter-agent', HTMLSelectElement),
    lane: byId('filter-lane', HTMLSelectElement),
    verdict: byId('filter-verdict', HTMLSelectElement),
  };
  private readonly from = byId('filter-from', HTMLInputElement);
  private readonly to = byId('filter-to', HTMLInputElement);
  private readonly all = byId('filter-all', HTMLInputElement);
  private readonly result = byId('filter-result', HTMLElement);

  constructor(onChange: (filters: Filters) => void) {
    this.form.addEventListener('change', () => onChange(this.read()));
    this.form.addEventListener('submit', (event) => event.preventDefault());
    byId('filter-reset', HTMLButtonElement).addEventListener('click', () => {
      this.write(NO_FILTERS);
      onChange(NO_FILTERS);
    });
  }

  /** Fills the lists and shows the form. */
  offer(choices: Choices): void {
    this.list('suite', 'All suites', choices.suites);
    this.list('agent', 'All agents', choices.agents);
    this.list('lane', 'All lanes', choices.lanes);
    this.list('verdict', 'All verdicts', choices.verdicts);
    byId('filter-all-label', HTMLElement).hidden = !choices.hasOthers;
    this.form.hidden = false;
  }

  /** Puts filters into the form. */
  write(filters: Filters): void {
    for (const [name, list] of Object.entries(this.lists)) {
      const value = name === 'suite' || name === 'agent' || name === 'lane' || name === 'verdict' ? filters[name] : '';
      // A linked view may ask for a suite that this ledger does not have: it is shown as asked, with no rows.
      if (value !== '' && ![...list.options].some((option) => option.value === value)) {
        list.append(el('option', { value }, value));
      }
      list.value = value;
    }
    this.from.value = filters.from;
    this.to.value = filters.to;
    this.all.checked = filters.all;
  }

  /** Says how many rows passed. */
  tell(text: string): void {
    fill(this.result, text);
  }

  private read(): Filters {
    const { suite, agent, lane, verdict } = this.lists;
    return {
      suite: suite.value,
      agent: agent.value,
      lane: lane.value,
      verdict: verdict.value,
      from: this.from.value,
      to: this.to.value,
      all: this.all.checked,
    };
  }

  private list(name: ListName, everything: string, values: readonly string[]): void {
    const options = values.map((value) => el('option', { value }, value === NO_THRESHOLDS ? 'no thresholds' : value));
    fill(this.lists[name], el('option', { value: '' }, everything), ...options);
  }
}
