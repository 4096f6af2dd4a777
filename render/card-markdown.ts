/**
 * The report card in Markdown: comment, job summary and card.md. The verdict with its reason stands first, the
 * receipt second. When the card would be too long it is cut in fixed steps, never in the middle of a block, and
 * verdict and receipt are never among what is dropped.
 */
import type { Recording, Report } from '../records/report.ts';
import { conformance } from './card-conformance.ts';
import { overview } from './card-overview.ts';
import * as sections from './card-sections.ts';
import { type LinkBase, trialsNotAccepted } from './card-trials.ts';
import { code, fenced, isSafeTarget, link, prose } from './escape.ts';
import { type Entry, entriesOf, overall } from './facts.ts';
import { nextStep, recordingFacts } from './facts-record.ts';
import { page } from './markdown.ts';
import { count } from './numbers.ts';
import { SUBJECTS, verdictMark } from './words.ts';

/** How a card is written. */
export interface CardOptions {
  /** Link to docs/limits.md: what the results do and do not say. */
  readonly limitsUrl: string;
  /** One command that repeats the run; null when there is none. */
  readonly reproduce: string | null;
  /** Longest card, in UTF-16 units; 60,000 leaves room under GitHub's limit of 65,536. */
  readonly maxChars: number;
  /** Prefix of links to trial reports: '' (default) for a card in the run folder, null for no links. */
  readonly linkBase?: LinkBase;
}

/** The default of `maxChars`. */
export const CARD_MAX_CHARS = 60_000;

/** One step of the ladder: what is still shown. */
interface Step {
  readonly trials: number;
  /** Tables by axis and by layer. */
  readonly axes: boolean;
  readonly notes: boolean;
  readonly provenance: boolean;
  readonly blocks: number;
}

const FULL: Step = { trials: 200, axes: true, notes: true, provenance: true, blocks: 100 };

const LADDER: readonly Step[] = [
  FULL,
  { ...FULL, trials: 50 },
  { ...FULL, trials: 10 },
  { ...FULL, trials: 0 },
  { ...FULL, trials: 0, provenance: false },
  { ...FULL, trials: 0, provenance: false, axes: false },
  { ...FULL, trials: 0, provenance: false, axes: false, notes: false },
  { ...FULL, trials: 0, provenance: false, axes: false, notes: false, blocks: 10 },
  { ...FULL, trials: 0, provenance: false, axes: false, notes: false, blocks: 3 },
  { ...FULL, trials: 0, provenance: false, axes: false, notes: false, blocks: 1 },
  { ...FULL, trials: 0, provenance: false, axes: false, notes: false, blocks: 0 },
];

/** The report card of one or several reports; recordings belong to reports by position. */
export function cardMarkdown(
  reports: readonly Report[],
  recordings: readonly Recording[],
  options: CardOptions,
): string {
  const entries = entriesOf(reports, recordings);
  for (const [at, step] of LADDER.entries()) {
    const card = renderStep(entries, options, step, at > 0);
    if (card.length <= options.maxChars) return card;
  }
  return smallest(entries, options);
}

function renderStep(entries: readonly Entry[], options: CardOptions, step: Step, shortened: boolean): string {
  const shown = entries.slice(0, step.blocks);
  const left = entries.length - shown.length;
  return page([
    verdictLine(entries),
    ...receiptLines(entries, linkBase(options)),
    ...(entries.length > 1 ? [overview(entries, left === 0)] : []),
    ...shown.flatMap((entry) => block(entry, options, step, entries.length > 1)),
    left > 0
      ? `The blocks of ${count(left)} of ${count(entries.length)} groups are left out here; they are in card.md of the run folder.`
      : '',
    shortened ? 'Shortened to fit; the whole report is in report.html of the run folder.' : '',
    reproduction(options),
    footer(options),
  ]);
}

/** The last resort: verdict, as many receipts as fit, and the limits link. */
function smallest(entries: readonly Entry[], options: CardOptions): string {
  const head = verdictLine(entries);
  const lines = entries.map((entry) => recordingLine(entry, true));
  const build = (n: number): string => {
    const left = lines.length - n;
    const rest = left > 0 ? [`and ${count(left)} more groups`] : [];
    return page([head, lines.slice(0, n).join('\n\n'), ...rest, footer(options)]);
  };
  // The first receipt is always kept.
  let n = Math.min(lines.length, 200);
  while (n > 1 && build(n).length > options.maxChars) n -= 1;
  return build(n);
}

function verdictLine(entries: readonly Entry[]): string {
  const { verdict, because } = overall(entries.map((entry) => entry.report));
  return `## ${verdictMark(verdict)}: ${prose(because, 300)}`;
}

function receiptLines(entries: readonly Entry[], base: LinkBase): readonly string[] {
  const [only] = entries;
  return entries.length === 1 && only !== undefined ? [recordingLine(only, false), nextLine(only, base)] : [];
}

function nextLine(entry: Entry, base: LinkBase): string {
  const { text, path } = nextStep(entry);
  if (path === null) return `**Next**: ${prose(text)}`;
  return `**Next**: ${prose(text)} ${base === null || entry.recording.state === 'unrecorded' ? code(path, 300) : link(path, `${base}${path}`)}`;
}

function recordingLine({ report, recording }: Entry, named: boolean): string {
  const { lead, code: refusal, receipt, rest } = recordingFacts(recording);
  const what = named ? `${code(report.suite.id)} ${code(report.group)}: ` : '';
  if (receipt !== null) return `${what}**${lead}** ${code(receipt, 100)}, ${prose(rest, 400)}`;
  return `${what}**${lead}**${refusal === null ? '' : ` ${code(refusal)}`}: ${prose(rest, 400)}`;
}

function block(entry: Entry, options: CardOptions, step: Step, several: boolean): readonly string[] {
  const { report } = entry;
  const mark = several ? `${verdictMark(report.gate.verdict)} · ${prose(report.agent.name, 80)} · ` : '';
  return [
    `### ${mark}${SUBJECTS[report.suite.kind]}: ${prose(report.suite.title, 120)}`,
    sections.subjectLine(report),
    ...(several ? [`Verdict reason: ${prose(report.gate.because, 300)}`, recordingLine(entry, false)] : []),
    sections.headline(report),
    sections.gate(report),
    ...sections.calibration(report, step.axes),
    ...conformance(report, step.axes),
    sections.success(report),
    ...sections.cost(report, step.notes),
    sections.ungraded(report),
    sections.conditions(report, step.notes),
    trialsNotAccepted(report, step.trials, linkBase(options)),
    ...(step.provenance ? [sections.provenance(report)] : []),
  ];
}

function linkBase(options: CardOptions): LinkBase {
  return options.linkBase === undefined ? '' : options.linkBase;
}

function reproduction(options: CardOptions): string {
  return options.reproduce === null ? '' : `Reproduce:\n\n${fenced(options.reproduce, 'sh', 600)}`;
}

function footer(options: CardOptions): string {
  const words = 'what this result does and does not say';
  const target = isSafeTarget(options.limitsUrl)
    ? `[${words}](${options.limitsUrl})`
    : `${words}: ${code(options.limitsUrl)}`;
  return `<sub>Self-reported receipts, comparable under the same suite · ${target}</sub>`;
}
