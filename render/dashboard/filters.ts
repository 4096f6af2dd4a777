/** Which rows are shown. Filters live in the fragment of the address, so that a view can be linked and reloaded. */
import { Lane, Verdict } from '../../records/terms.ts';
import type { RowFacts } from './facts.ts';
import { agentName, modelName } from './groups.ts';

/** What is asked for; an empty text asks for everything. */
export interface Filters {
  readonly suite: string;
  /** Agent and model, as agentOf spells them. */
  readonly agent: string;
  readonly lane: string;
  readonly verdict: string;
  /** First and last day, `2026-03-01`, both included. */
  readonly from: string;
  readonly to: string;
  /** Rows of pull requests, of their base and derived rows too. */
  readonly all: boolean;
}

/** Everything that speaks for the project as it stands. */
export const NO_FILTERS: Filters = { suite: '', agent: '', lane: '', verdict: '', from: '', to: '', all: false };

/** The verdict of a row without thresholds. */
export const NO_THRESHOLDS = 'none';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TEXTS = ['suite', 'agent', 'lane', 'verdict', 'from', 'to'] as const;

/** Agent and model of a row, as the filter lists them. */
export function agentOf({ axes }: RowFacts): string {
  return `${agentName(axes)} · ${modelName(axes)}`;
}

/** The rows that pass the filters. */
export function filtered(rows: readonly RowFacts[], filters: Filters): RowFacts[] {
  return rows.filter((row) => {
    const day = row.point.row.startedAt.slice(0, 10);
    return (
      (filters.all || row.isMain) &&
      matches(filters.suite, row.suite.id) &&
      matches(filters.lane, row.axes.lane) &&
      matches(filters.verdict, row.point.verdict ?? NO_THRESHOLDS) &&
      (filters.from === '' || day >= filters.from) &&
      (filters.to === '' || day <= filters.to) &&
      (filters.agent === '' || agentOf(row) === filters.agent)
    );
  });
}

function matches(wanted: string, found: string): boolean {
  return wanted === '' || wanted === found;
}

/** The words that each list of the form offers: what the rows hold, sorted. */
export interface Choices {
  readonly suites: readonly string[];
  readonly agents: readonly string[];
  readonly lanes: readonly string[];
  readonly verdicts: readonly string[];
  /** Whether any row is hidden unless all are asked for. */
  readonly hasOthers: boolean;
}

/** What there is to choose from. */
export function choicesOf(rows: readonly RowFacts[]): Choices {
  const lanes = new Set<string>(rows.map((row) => row.axes.lane));
  const verdicts = new Set<string>(rows.map((row) => row.point.verdict ?? NO_THRESHOLDS));
  return {
    suites: [...new Set(rows.map((row) => row.suite.id))].sort(),
    agents: [...new Set(rows.map(agentOf))].sort(),
    lanes: Lane.options.filter((lane) => lanes.has(lane)),
    verdicts: [...Verdict.options, NO_THRESHOLDS].filter((verdict) => verdicts.has(verdict)),
    hasOthers: rows.some((row) => !row.isMain),
  };
}

/** The fragment of an address, without `#`; empty when nothing is asked for. */
export function toFragment(filters: Filters, row: number | null): string {
  const parameters = new URLSearchParams();
  for (const name of TEXTS) if (filters[name] !== '') parameters.set(name, filters[name]);
  if (filters.all) parameters.set('all', '1');
  if (row !== null) parameters.set('row', String(row));
  return parameters.toString();
}

/** What a fragment asks for. What it says that cannot be read asks for nothing. */
export function fromFragment(fragment: string): { readonly filters: Filters; readonly row: number | null } {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const text = (name: (typeof TEXTS)[number]): string => (parameters.get(name) ?? '').slice(0, 300);
  const day = (name: 'from' | 'to'): string => (DAY.test(text(name)) ? text(name) : '');
  const row = parameters.get('row') ?? '';
  return {
    filters: {
      suite: text('suite'),
      agent: text('agent'),
      lane: text('lane'),
      verdict: text('verdict'),
      from: day('from'),
      to: day('to'),
      all: parameters.get('all') === '1',
    },
    row: /^(?:0|[1-9]\d{0,14})$/.test(row) ? Number(row) : null,
  };
}
