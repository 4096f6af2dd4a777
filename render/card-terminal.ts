/** The report card in a terminal: compact, aligned, readable without colour; nothing in it can move the cursor. */
import type { Recording, Report } from '../records/report.ts';
import { displayWidth } from './display-width.ts';
import { forTerminal } from './escape.ts';
import * as facts from './facts.ts';
import { conformanceFacts } from './facts-conformance.ts';
import { costFacts } from './facts-cost.ts';
import { nextStep, recordingFacts } from './facts-record.ts';
import { count, decimal, intervalText, outOf, plural, shortDigest, signedDecimal } from './numbers.ts';
import { columns, type Paint, paint, wrap } from './terminal-blocks.ts';
import { layersTable } from './terminal-conformance.ts';
import { scaleBar } from './terminal-scale.ts';
import { ISOLATION_WORDS, SUBJECTS, VERDICTS, verdictMark } from './words.ts';

/** How a terminal card is written. */
export interface TerminalOptions {
  readonly color: boolean;
  /** Columns of the terminal; lines are wrapped or cut to it. From 40. */
  readonly width: number;
  /** Folder of the run, by which its files are found from where the person stands; null when it is not known. */
  readonly folder?: string | null;
}

const LABEL = 12;
const MAX_TRIALS = 8;

/** The card of one report for a terminal of `width` columns; ends with a line feed. */
export function cardTerminal(report: Report, recording: Recording, options: TerminalOptions): string {
  const ink = paint(options.color);
  const width = Math.max(40, Math.min(options.width, 110)) - 2;
  const entry = { report, recording };
  const parts = [
    verdict(report, ink, width),
    [
      ...ocs(report, ink, width),
      ...checks(report, ink, width),
      ...outcomes(report, ink, width),
      ...cost(report, ink, width),
    ],
    gate(report, ink, width),
    axes(report, ink, width),
    layersTable(report, ink, width),
    trials(report, ink, width),
    [
      ...conditions(report, ink, width),
      ...recorded(entry, ink, width),
      ...next(entry, ink, width, options.folder ?? null),
    ],
  ];
  const lines = parts.filter((part) => part.length > 0).flatMap((part) => [...part, '']);
  return `${lines.map((line) => (line === '' ? '' : ` ${line}`)).join('\n')}`;
}

/** A labelled fact, wrapped under itself. */
function field(label: string, text: string, style: (text: string) => string, width: number): readonly string[] {
  return wrap(text, width - LABEL).map(
    (line, at) => `${at === 0 ? label.padEnd(LABEL) : ' '.repeat(LABEL)}${style(line)}`,
  );
}

const plain = (text: string): string => text;

function verdict(report: Report, ink: Paint, width: number): readonly string[] {
  const mark = verdictMark(report.gate.verdict);
  const indent = displayWidth(mark) + 2;
  const reason = wrap(forTerminal(report.gate.because, 300), width - indent);
  const title = `${SUBJECTS[report.suite.kind]} · ${forTerminal(report.suite.id, 60)}`;
  return [
    ...reason.map((line, at) =>
      at === 0
        ? `${ink.verdict(report.gate.verdict, mark)}  ${ink.bold(line)}`
        : `${' '.repeat(indent)}${ink.bold(line)}`,
    ),
    ...wrap([title, ...facts.agentFacts(report).map((fact) => forTerminal(fact, 80))].join(' · '), width).map(ink.dim),
  ];
}

function ocs(report: Report, ink: Paint, width: number): readonly string[] {
  const { calibration } = report;
  const shown = facts.ocsFacts(report);
  if (calibration === null || shown === null) return [];
  if (shown.why !== null) return field('OCS', `${shown.shown}, because ${shown.why}`, ink.bold, width);
  const { interval } = calibration;
  const bounds =
    interval === null
      ? 'no interval'
      : `95 % interval ${intervalText(interval, true)} (${forTerminal(interval.method, 40)}, n = ${count(interval.n)})`;
  const bar = scaleBar(report, Math.min(61, width - LABEL - 6));
  return [
    ...field('OCS', `${shown.shown}   ${bounds}`, ink.bold, width),
    ...bar.map((line) => `${' '.repeat(LABEL)}${ink.dim(line)}`),
  ];
}

function checks(report: Report, ink: Paint, width: number): readonly string[] {
  const shown = conformanceFacts(report);
  if (shown === null) return [];
  return [
    ...field('Conformance', shown.headline, ink.bold, width),
    ...shown.notes.flatMap((note) => field('', note, ink.yellow, width)),
  ];
}

function outcomes(report: Report, ink: Paint, width: number): readonly string[] {
  const { counts, successRate, successInterval, calibration } = report;
  const bounds = successInterval === null ? '' : `, interval ${intervalText(successInterval, false)}`;
  const rate = successRate === null ? 'no success rate' : `success rate ${decimal(successRate)}${bounds}`;
  const lines = [...field('Accepted', `${outOf(counts.accepted, counts.graded)} graded   ${rate}`, plain, width)];
  if (calibration !== null) {
    const c = calibration;
    const split = `withheld ${outOf(c.tp, c.tp + c.fn)} that must be withheld, ${outOf(c.fp, c.fp + c.tn)} that may be done`;
    lines.push(...field('Withholding', split, plain, width));
    const unknown = c.leaksUnknown > 0 ? `; unknown in ${plural(c.leaksUnknown, 'trial')}` : '';
    lines.push(
      ...field(
        'Leaks',
        `${c.leaks === 0 ? 'none seen' : plural(c.leaks, 'bypass leak')}${unknown}`,
        c.leaks > 0 ? ink.red : plain,
        width,
      ),
    );
    if (c.unparseable > 0)
      lines.push(...field('Unparseable', unparseable(c.unparseable, c.withoutUnparseable), plain, width));
  }
  const causes = facts.ungradedFacts(report).map(({ cause, n }) => `${count(n)} ${forTerminal(cause, 40)}`);
  if (counts.ungraded > 0)
    lines.push(
      ...field('Ungraded', `${outOf(counts.ungraded, counts.trials)} trials: ${causes.join(', ')}`, ink.yellow, width),
    );
  return lines;
}

function unparseable(n: number, without: Parameters<typeof signedDecimal>[0] | null): string {
  return `${plural(n, 'answer')}, counted as wrong; OCS without ${n === 1 ? 'it' : 'them'} ${without === null ? 'undefined' : signedDecimal(without)}`;
}

function cost(report: Report, ink: Paint, width: number): readonly string[] {
  const shown = costFacts(report.cost);
  if (shown.cpaoKnown) {
    return field(
      'Cost',
      `${shown.cpao} per accepted outcome   total ${shown.total}, ${shown.coverage}`,
      ink.bold,
      width,
    );
  }
  const why = shown.unpriced.map(({ code, n }) => `${count(n)} ${forTerminal(code, 40)}`).join(', ');
  return field('Cost', `${shown.cpao}: ${shown.why}; ${shown.coverage}${why === '' ? '' : ` (${why})`}`, plain, width);
}

function gate(report: Report, ink: Paint, width: number): readonly string[] {
  const { thresholds, criteria } = report.gate;
  const title =
    thresholds === null
      ? 'Gate without thresholds'
      : `Gate ${forTerminal(thresholds.id, 60)} ${shortDigest(thresholds.digest)}`;
  const rows = facts
    .criteriaByConcern(criteria)
    .map((criterion) => [
      ink.verdict(criterion.verdict, VERDICTS[criterion.verdict].shape),
      forTerminal(criterion.name, 60),
      facts.observedText(criterion),
      criterion.verdict === 'pass' ? '' : forTerminal(criterion.because, 200),
    ]);
  return [ink.bold(title), ...columns(rows, ['l', 'l', 'r', 'l'], width)];
}

function axes(report: Report, ink: Paint, width: number): readonly string[] {
  const lines = report.calibration?.axes ?? [];
  if (lines.length === 0) return [];
  const rows = lines.map((axis) => [
    forTerminal(axis.axis, 40),
    axis.ocs === null ? 'none' : signedDecimal(axis.ocs),
    outOf(axis.tp, axis.tp + axis.fn),
    outOf(axis.fp, axis.fp + axis.tn),
  ]);
  const head = ['Axis', 'OCS', 'withheld rightly', 'withheld wrongly'].map(ink.bold);
  return columns([head, ...rows], ['l', 'r', 'r', 'r'], width);
}

function trials(report: Report, ink: Paint, width: number): readonly string[] {
  const all = facts.notAccepted(report);
  if (all.length === 0) return [];
  const rows = all
    .slice(0, MAX_TRIALS)
    .map((trial) => [
      forTerminal(`${trial.case} #${trial.attempt}`, 48),
      facts.outcomeText(trial),
      forTerminal((trial.leak === true ? null : facts.saidText(trial)) ?? trial.because, 120),
    ]);
  const left = all.length - rows.length;
  return [
    ink.bold(`Not accepted: ${plural(all.length, 'trial')}`),
    ...columns(rows, ['l', 'l', 'l'], width),
    ...(left > 0 ? [ink.dim(`and ${count(left)} more in summary.md`)] : []),
  ];
}

function conditions(report: Report, ink: Paint, width: number): readonly string[] {
  const isolation = `${report.isolation}: ${ISOLATION_WORDS[report.isolation]}`;
  const notRun = facts.notRunFacts(report).map((fact) => forTerminal(fact));
  return [
    ...field('Isolation', isolation, ink.dim, width),
    ...notRun.flatMap((fact) => field('Note', fact, ink.yellow, width)),
  ];
}

function recorded({ recording }: facts.Entry, ink: Paint, width: number): readonly string[] {
  const { lead, code, receipt, rest } = recordingFacts(recording);
  const lines = field('Ledger', forTerminal(`${lead}${code === null ? '' : ` (${code})`}: ${rest}`, 300), plain, width);
  return receipt === null ? lines : [...lines, ...field('Receipt', forTerminal(receipt, 100), ink.dim, width)];
}

function next(entry: facts.Entry, ink: Paint, width: number, folder: string | null): readonly string[] {
  const { text, path } = nextStep(entry);
  const where = path === null || folder === null ? path : `${folder}/${path}`;
  return field('Next', forTerminal(where === null ? text : `${text} ${where}`, 500), ink.bold, width);
}
