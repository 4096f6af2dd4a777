/** A comparison in GitHub's Markdown: for a job's page, a comment or a README. */
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
import { code } from './escape.ts';
import { type Align, bullets, details, page, table } from './markdown.ts';
import { outOf, plural, shortDigest } from './numbers.ts';

/** Rows and tasks that are shown; JSON has all. */
const SHOWN = { points: 30, tasks: 30, pullRequests: 30 } as const;

const HEAD = ['Started (UTC)', 'Row', 'Verdict', 'Success', 'OCS', 'CPAO'];
const ALIGN: readonly Align[] = ['l', 'l', 'l', 'l', 'l', 'l'];

/** The whole comparison; ends with a line feed. */
export function compareMarkdown(comparison: Comparison): string {
  const { count, head } = comparison.ledger;
  const verified = `${plural(count, 'row')} verified${head === null ? '' : `, head ${code(head)}`}.`;
  return page([
    '# Comparison',
    comparison.suites.length === 0 ? `${verified} There is nothing to compare yet.` : verified,
    ...comparison.suites.flatMap(suiteBlocks),
    ...leftOutBlocks(comparison.leftOut),
    comparison.suites.length === 0 ? '' : `Marks: ${text.legend()}.`,
  ]);
}

function suiteBlocks(suite: SuiteComparison): string[] {
  return [
    `## ${text.suiteText(suite, code)}`,
    ...(suite.trend?.lines.flatMap((line) => trendBlocks(suite, line)) ?? []),
    ...pullRequestBlocks(suite, suite.trend?.pullRequests ?? []),
    ...(suite.lanes === null ? [] : lanesBlocks(suite, suite.lanes)),
    ...otherKeyBlocks(suite),
  ];
}

function groupName(suite: SuiteComparison, place: number): string {
  const group = suite.groups[place];
  return group === undefined ? 'an unnamed group' : text.groupText(group, code);
}

function cells(point: Point, step: RowComparison | null): string[] {
  return [
    text.startText(point.row),
    text.rowText(point.row, code),
    text.verdictText(point),
    text.marked(text.successText(point), step?.success ?? null),
    text.marked(text.ocsText(point) ?? '–', step?.ocs ?? null),
    text.marked(text.cpaoText(point), step?.cpao ?? null),
  ];
}

function trendBlocks(suite: SuiteComparison, { group, points, steps }: TrendLine): string[] {
  const from = Math.max(0, points.length - SHOWN.points);
  const rows = points.slice(from).map((point, at) => cells(point, steps[from + at - 1] ?? null));
  const last = steps.at(-1);
  return [
    `### Trend: ${groupName(suite, group)}`,
    table(HEAD, ALIGN, rows),
    from === 0 ? '' : `The last ${outOf(points.length - from, points.length)} rows.`,
    ...(last === undefined ? [] : [stepBlock('Last step', last)]),
  ];
}

function stepBlock(title: string, step: RowComparison): string {
  const confounders = text.confounderLines(step, code);
  const tasks = text.taskLines(step, code, SHOWN.tasks);
  const facts = [
    `Success: ${text.rateText(step.success)}`,
    ...(step.ocs === null ? [] : [`OCS: ${text.rateText(step.ocs)}`]),
    `CPAO: ${text.costText(step.cpao)}`,
    `Tasks: ${text.transitionCounts(step)}`,
    confounders.length === 0 ? 'Confounders: none known' : `Confounders: ${confounders.join('; ')}`,
  ];
  const blocks = [bullets(facts), ...(tasks.length === 0 ? [] : [bullets(tasks)])];
  // A summary line is HTML, in which code spans are not read: rows are named by their place there.
  return details(`${title}: row ${step.from.seq} to row ${step.to.seq}`, blocks);
}

function pullRequestBlocks(suite: SuiteComparison, lines: readonly PullRequestLine[]): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(-SHOWN.pullRequests);
  const rows = shown.map(({ point, comparison, reason }) => [
    ...cells(point, comparison),
    comparison === null ? NO_BASE[reason ?? 'no_base_row'] : text.rowText(comparison.from, code),
  ]);
  return [
    '### Pull requests against their base',
    table([...HEAD, 'Base'], [...ALIGN, 'l'], rows),
    shown.length === lines.length ? '' : `The last ${outOf(shown.length, lines.length)} rows.`,
    ...shown.flatMap(({ group, comparison }) =>
      comparison === null ? [] : [`${groupName(suite, group)}:`, stepBlock('Pull request', comparison)],
    ),
  ];
}

function lanesBlocks(suite: SuiteComparison, { reference, lines }: LanesView): string[] {
  const all = [
    { group: reference.group, point: reference.point, comparison: null },
    ...lines.map(({ group, point, comparison }) => ({ group, point, comparison })),
  ];
  const rows = all.map(({ group, point, comparison }) => [
    groupName(suite, group),
    ...cells(point, comparison),
    comparison === null ? 'reference' : text.axesText(comparison),
  ]);
  return [
    `### Lanes against ${text.rowText(reference.point.row, code)}`,
    `Reference: ${REFERENCES[reference.because]}.`,
    table(['Group', ...HEAD, 'Differs in'], ['l', ...ALIGN, 'l'], rows),
    ...lines.flatMap(({ group, comparison }) => [`${groupName(suite, group)}:`, stepBlock('Compared', comparison)]),
  ];
}

function otherKeyBlocks({ notComparable }: SuiteComparison): string[] {
  if (notComparable.length === 0) return [];
  const lines = notComparable.map(({ suiteKey, because, seqs, firstStartedAt, lastStartedAt }) => {
    const days = `${firstStartedAt.slice(0, 10)} to ${lastStartedAt.slice(0, 10)}`;
    return `${code(shortDigest(suiteKey))}: ${plural(seqs.length, 'row')}, ${days}, ${OTHER_KEYS[because]}`;
  });
  return ['### Not comparable, another suite key', bullets(lines)];
}

function leftOutBlocks(leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.map(
    ({ suite, group, rows, reason }) =>
      `${code(suite)}: ${text.groupText(group, code)}, ${plural(rows, 'row')}: ${LEFT_OUT[reason]}`,
  );
  return ['## Left out', bullets(lines)];
}
