/** A comparison for a terminal: tables of what was measured, then what the last steps say. */
import type {
  Comparison,
  LanesView,
  LeftOut,
  PullRequestLine,
  SuiteComparison,
  TrendLine,
} from '../records/comparison.ts';
import type { Point, RowComparison } from '../records/comparison-parts.ts';
import * as text from './compare-text.ts';
import { LEFT_OUT, NO_BASE, OTHER_KEYS, REFERENCES } from './compare-words.ts';
import { forTerminal } from './escape.ts';
import { outOf, plural, shortDigest } from './numbers.ts';
import { columns, type Paint, paint, wrap } from './terminal-blocks.ts';

/** How it is written. */
export interface CompareTerminalOptions {
  readonly color: boolean;
  readonly width: number;
}

/** Rows of a trend, tasks of a step and pull requests that are shown; JSON has all. */
const SHOWN = { points: 20, tasks: 12, pullRequests: 20 } as const;

interface Page {
  readonly ink: Paint;
  readonly width: number;
}

/** The whole comparison; ends with a line feed. */
export function compareTerminal(comparison: Comparison, options: CompareTerminalOptions): string {
  const page = { ink: paint(options.color), width: Math.max(60, Math.min(options.width, 120)) };
  const { count, head } = comparison.ledger;
  const first = `${plural(count, 'row')} verified${head === null ? '' : `, head ${shortDigest(head)}`}`;
  const nothing = comparison.suites.length === 0 ? ['There is nothing to compare yet.'] : [];
  const lines = [
    first,
    ...nothing,
    ...comparison.suites.flatMap((suite) => suiteLines(suite, page)),
    ...leftOutLines(comparison.leftOut, page),
    ...(comparison.suites.length === 0 ? [] : ['', ...wrapped(text.legend(), page, page.ink.dim)]),
  ];
  return `${lines.join('\n')}\n`;
}

function suiteLines(suite: SuiteComparison, page: Page): string[] {
  return [
    '',
    ...wrapped(text.suiteText(suite, forTerminal), page, page.ink.bold),
    ...(suite.trend?.lines.flatMap((line) => trendLines(suite, line, page)) ?? []),
    ...pullRequestLines(suite, suite.trend?.pullRequests ?? [], page),
    ...(suite.lanes === null ? [] : lanesLines(suite, suite.lanes, page)),
    ...otherKeyLines(suite, page),
  ];
}

const plain = (line: string): string => line;

/** A line in the width of the page. */
function wrapped(line: string, { width }: Page, style: (line: string) => string, indent = ''): string[] {
  return wrap(line, width - indent.length).map((part) => `${indent}${style(part)}`);
}

function groupName(suite: SuiteComparison, place: number): string {
  const group = suite.groups[place];
  return group === undefined ? 'an unnamed group' : text.groupText(group, forTerminal);
}

const HEAD = ['STARTED (UTC)', 'ROW', 'VERDICT', 'SUCCESS', 'OCS', 'CPAO'];

function trendLines(suite: SuiteComparison, { group, points, steps }: TrendLine, page: Page): string[] {
  const from = Math.max(0, points.length - SHOWN.points);
  const rows = points.slice(from).map((point, at) => pointCells(point, steps[from + at - 1] ?? null));
  const hidden = from === 0 ? [] : [page.ink.dim(`the last ${outOf(points.length - from, points.length)} rows`)];
  const last = steps.at(-1);
  return [
    '',
    ...wrapped(`Trend  ${groupName(suite, group)}`, page, page.ink.bold),
    ...table(HEAD, rows, page),
    ...hidden,
    ...(last === undefined ? [] : stepLines('Last step', last, page)),
  ];
}

function pointCells(point: Point, step: RowComparison | null): string[] {
  return [
    text.startText(point.row),
    text.rowText(point.row, forTerminal),
    text.verdictText(point),
    text.marked(text.successText(point), step?.success ?? null),
    text.marked(text.ocsText(point) ?? '-', step?.ocs ?? null),
    text.marked(text.cpaoText(point), step?.cpao ?? null),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[], { ink, width }: Page): readonly string[] {
  const align = head.map(() => 'l' as const);
  return columns([head.map(ink.dim), ...rows], align, width - 2).map((line) => `  ${line}`);
}

/** One comparison in full. */
function stepLines(title: string, step: RowComparison, page: Page): string[] {
  const name = `${title}: ${text.rowText(step.from, forTerminal)} → ${text.rowText(step.to, forTerminal)}`;
  const confounders = text.confounderLines(step, forTerminal);
  return [
    ...wrapped(name, page, plain, '  '),
    ...field('success', text.rateText(step.success), page),
    ...(step.ocs === null ? [] : field('OCS', text.rateText(step.ocs), page)),
    ...field('CPAO', text.costText(step.cpao), page),
    ...field('tasks', text.transitionCounts(step), page),
    ...text.taskLines(step, forTerminal, SHOWN.tasks).flatMap((line) => field('', line, page)),
    ...field('package', PACKAGE[step.package], page),
    ...confounders.flatMap((line, at) => field(at === 0 ? 'confounders' : '', line, page)),
    ...(confounders.length === 0 ? field('confounders', 'none known', page) : []),
  ];
}

const PACKAGE: Readonly<Record<RowComparison['package'], string>> = {
  same: 'the same package under test',
  changed: 'the package under test changed',
  unknown: 'no digest of the package under test on a side',
};

const LABEL = 13;

function field(label: string, value: string, { width }: Page): string[] {
  return wrap(value, width - LABEL - 4).map((line, at) => `    ${(at === 0 ? label : '').padEnd(LABEL)}${line}`);
}

function pullRequestLines(suite: SuiteComparison, lines: readonly PullRequestLine[], page: Page): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(-SHOWN.pullRequests);
  const hidden = lines.length - shown.length;
  const rows = shown.map(({ point, comparison, reason }) => [
    ...pointCells(point, comparison),
    comparison === null ? NO_BASE[reason ?? 'no_base_row'] : text.rowText(comparison.from, forTerminal),
  ]);
  const last = shown.findLast(({ comparison }) => comparison !== null);
  return [
    '',
    page.ink.bold('Pull requests against their base'),
    ...table([...HEAD, 'BASE'], rows, page),
    ...(hidden > 0 ? [page.ink.dim(`the last ${outOf(shown.length, lines.length)} rows`)] : []),
    ...(last?.comparison == null ? [] : stepLines(groupName(suite, last.group), last.comparison, page)),
  ];
}

function lanesLines(suite: SuiteComparison, { reference, lines }: LanesView, page: Page): string[] {
  const { point } = reference;
  return [
    '',
    ...wrapped(
      `Lanes  against ${text.rowText(point.row, forTerminal)}: ${groupName(suite, reference.group)}`,
      page,
      page.ink.bold,
    ),
    `  ${REFERENCES[reference.because]}`,
    ...table(HEAD, [pointCells(point, null), ...lines.map((line) => pointCells(line.point, line.comparison))], page),
    ...lines.flatMap(({ group, comparison }) => [
      '',
      ...wrapped(groupName(suite, group), page, plain, '  '),
      ...field('differs in', text.axesText(comparison), page),
      ...stepLines('Compared', comparison, page),
    ]),
  ];
}

function otherKeyLines({ notComparable }: SuiteComparison, page: Page): string[] {
  if (notComparable.length === 0) return [];
  const lines = notComparable.map(({ suiteKey, because, seqs, firstStartedAt, lastStartedAt }) => {
    const days = `${firstStartedAt.slice(0, 10)} to ${lastStartedAt.slice(0, 10)}`;
    return `${shortDigest(suiteKey)}: ${plural(seqs.length, 'row')}, ${days}, ${OTHER_KEYS[because]}`;
  });
  const title = page.ink.bold('Not comparable, another suite key');
  return ['', title, ...lines.flatMap((line) => wrapped(line, page, plain, '  '))];
}

function leftOutLines(leftOut: readonly LeftOut[], page: Page): string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.flatMap(({ suite, group, rows, reason }) => {
    const name = `${forTerminal(suite, 60)}: ${text.groupText(group, forTerminal)}, ${plural(rows, 'row')}`;
    return wrapped(`${name}: ${LEFT_OUT[reason]}`, page, plain, '  ');
  });
  return ['', page.ink.bold('Left out'), ...lines];
}
