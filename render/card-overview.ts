/** The table of several groups on the Markdown card: one line a group, with the columns that these groups fill. */
import { code, prose } from './escape.ts';
import { type Entry, ocsFacts } from './facts.ts';
import { conformanceFacts } from './facts-conformance.ts';
import { costFacts } from './facts-cost.ts';
import { overviewShows } from './facts-overview.ts';
import { recordingFacts } from './facts-record.ts';
import { type Align, table } from './markdown.ts';
import { count, outOf, shortDigest } from './numbers.ts';
import { VERDICTS } from './words.ts';

const MAX_ROWS = 100;

interface OverviewColumn {
  readonly head: string;
  readonly align: Align;
  readonly cell: (entry: Entry) => string;
}

/** One line a group; those beyond a hundred are counted. `short` cuts receipts, where each block shows the whole one. */
export function overview(entries: readonly Entry[], short: boolean): string {
  const shown = columnsOf(entries, short);
  const rows = entries.slice(0, MAX_ROWS);
  const left = entries.length - rows.length;
  const body = table(
    shown.map(({ head }) => head),
    shown.map(({ align }) => align),
    rows.map((entry) => shown.map(({ cell }) => cell(entry))),
  );
  return left > 0 ? `${body}\n\nand ${count(left)} more groups` : body;
}

function columnsOf(entries: readonly Entry[], short: boolean): readonly OverviewColumn[] {
  const shows = overviewShows(entries);
  const when = (holds: boolean, column: OverviewColumn): readonly OverviewColumn[] => (holds ? [column] : []);
  return [
    { head: 'Verdict', align: 'l', cell: verdictCell },
    { head: 'Agent and group', align: 'l', cell: ({ report }) => `${code(report.agent.name)} ${code(report.group)}` },
    ...when(shows.condition, {
      head: 'Condition',
      align: 'l',
      cell: ({ report }) => report.agent.condition,
    }),
    ...when(shows.ocs, { head: 'OCS', align: 'r', cell: ({ report }) => ocsFacts(report)?.shown ?? 'none' }),
    ...when(shows.conformance, {
      head: 'Required checks passed',
      align: 'r',
      cell: ({ report }) => conformanceFacts(report)?.shown ?? 'none',
    }),
    { head: 'Accepted', align: 'r', cell: ({ report: { counts } }) => outOf(counts.accepted, counts.graded) },
    { head: 'Cost per accepted outcome', align: 'l', cell: costCell },
    { head: 'Receipt', align: 'l', cell: ({ recording }) => receiptCell(recording, short) },
  ];
}

function verdictCell({ report }: Entry): string {
  const { shape, word } = VERDICTS[report.gate.verdict];
  return `${shape} ${word}`;
}

function costCell({ report }: Entry): string {
  const { cpao, cpaoKnown } = costFacts(report.cost);
  return cpaoKnown ? cpao : code(cpao);
}

function receiptCell(recording: Entry['recording'], short: boolean): string {
  const { lead, receipt } = recordingFacts(recording);
  return receipt === null ? prose(lead) : code(short ? shortDigest(receipt) : receipt, 100);
}
