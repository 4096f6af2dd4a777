/** The table of several groups on the HTML page: one line a group, each with a link to its block. */
import { html } from '../escape.ts';
import { type Entry, ocsFacts } from '../facts.ts';
import { conformanceFacts } from '../facts-conformance.ts';
import { costFacts } from '../facts-cost.ts';
import { overviewShows } from '../facts-overview.ts';
import { count, outOf } from '../numbers.ts';
import { mono } from './blocks.ts';
import { type Column, dataTable, tag } from './elements.ts';
import { badge } from './glyphs.ts';

const MAX_ROWS = 200;

interface OverviewColumn extends Column {
  readonly cell: (entry: Entry, at: number) => string;
}

/** Empty for a single group. `id` names the block of a group by its position. */
export function overview(entries: readonly Entry[], id: (at: number) => string): string {
  if (entries.length < 2) return '';
  const columns = columnsOf(entries, id);
  const rows = entries.slice(0, MAX_ROWS).map((entry, at) => columns.map(({ cell }) => cell(entry, at)));
  const left = entries.length - rows.length;
  const rest = left > 0 ? tag('p', { class: 'muted' }, `and ${count(left)} more groups below`) : '';
  return tag('section', { class: 'card stack' }, dataTable('Groups', columns, rows, 'stacked'), rest);
}

function columnsOf(entries: readonly Entry[], id: (at: number) => string): readonly OverviewColumn[] {
  const shows = overviewShows(entries);
  const when = (holds: boolean, column: OverviewColumn): readonly OverviewColumn[] => (holds ? [column] : []);
  return [
    {
      head: 'Group',
      cell: ({ report }, at) => tag('a', { href: `#${id(at)}` }, html(report.group, 100)),
    },
    { head: 'Verdict', cell: ({ report }) => badge(report.gate.verdict) },
    ...when(shows.condition, { head: 'Condition', cell: ({ report }) => html(report.agent.condition) }),
    ...when(shows.ocs, { head: 'OCS', numeric: true, cell: ({ report }) => html(ocsFacts(report)?.shown ?? 'none') }),
    ...when(shows.conformance, {
      head: 'Required checks passed',
      numeric: true,
      cell: ({ report }) => conformanceFacts(report)?.shown ?? 'none',
    }),
    { head: 'Accepted', numeric: true, cell: ({ report: { counts } }) => outOf(counts.accepted, counts.graded) },
    { head: 'Cost per accepted outcome', cell: costCell },
  ];
}

function costCell({ report }: Entry): string {
  const { cpao, cpaoKnown } = costFacts(report.cost);
  return cpaoKnown ? html(cpao) : mono(cpao);
}
