/** The sections of the Markdown card: what stands in the block of one report. */
import type { Calibration, Report } from '../records/report.ts';
import type { Criterion } from '../records/thresholds.ts';
import { code, prose } from './escape.ts';
import * as facts from './facts.ts';
import { conformanceFacts } from './facts-conformance.ts';
import { type CostFacts, costFacts } from './facts-cost.ts';
import { provenanceFacts } from './facts-record.ts';
import { bullets, details, table } from './markdown.ts';
import { count, decimal, intervalText, outOf, plural, shortDigest, signedDecimal } from './numbers.ts';
import { ISOLATION_WORDS, LOGIN_WORDS, RATE_WORDS, verdictMark } from './words.ts';

/** The headline numbers of a report, one row. */
export function headline(report: Report): string {
  const { calibration, counts } = report;
  const ocs = facts.ocsFacts(report);
  const checks = conformanceFacts(report);
  const cost = costFacts(report.cost);
  const columns: (readonly [string, string])[] = [];
  if (ocs !== null) columns.push(['OCS', `**${ocs.shown}**`], ['95 % interval', calibrationInterval(calibration)]);
  if (checks !== null) columns.push(['Required checks passed', `**${checks.shown}**`]);
  columns.push(['Accepted', `${outOf(counts.accepted, counts.graded)} graded`]);
  if (counts.ungraded > 0) columns.push(['Ungraded', count(counts.ungraded)]);
  if (calibration !== null) columns.push(['Bypass leaks', leaksText(calibration)]);
  columns.push(['Cost per accepted outcome', cost.cpaoKnown ? `**${cost.cpao}**` : code(cost.cpao)]);
  return table(
    columns.map(([head]) => head),
    columns.map(() => 'l'),
    [columns.map(([, cell]) => cell)],
  );
}

function calibrationInterval(calibration: Calibration | null): string {
  return calibration === null || calibration.interval === null || calibration.withheld !== null
    ? 'none'
    : intervalText(calibration.interval, true);
}

function leaksText({ leaks, leaksUnknown }: Calibration): string {
  const seen = leaks === 0 ? 'none seen' : `**${count(leaks)}**`;
  return leaksUnknown > 0 ? `${seen}, unknown in ${count(leaksUnknown)}` : seen;
}

/** The gate: every criterion with what was observed and why. */
export function gate(report: Report): string {
  const { thresholds, criteria } = report.gate;
  const name =
    thresholds === null ? 'no thresholds' : `thresholds ${code(thresholds.id)} ${code(shortDigest(thresholds.digest))}`;
  const rows = facts.criteriaByConcern(criteria).map((criterion) => criterionRow(criterion));
  const body =
    rows.length === 0
      ? 'No criterion was judged.'
      : table(['Verdict', 'Criterion', 'Observed', 'Why'], ['l', 'l', 'r', 'l'], rows);
  return `**Gate**: ${name}\n\n${body}`;
}

function criterionRow(criterion: Criterion): readonly string[] {
  const mark = criterion.verdict === 'pass' ? verdictMark('pass') : `**${verdictMark(criterion.verdict)}**`;
  return [mark, code(criterion.name), facts.observedText(criterion), prose(criterion.because, 300)];
}

/** The Calibration subject: OCS, confusion counts, and what qualifies them. */
export function calibration(report: Report, axes: boolean): readonly string[] {
  const { calibration: c } = report;
  if (c === null) return [];
  const ocs = facts.ocsFacts(report);
  const lead = ocs?.why === null ? '' : `**OCS withheld**: ${code(c.withheld ?? 'not measured')}, because ${ocs?.why}.`;
  return [lead, confusion(c), bullets(qualifiers(report, c)), axes && c.axes.length > 0 ? axesTable(c) : ''];
}

function confusion(c: Calibration): string {
  const rate = (ratio: Calibration['tpr']): string => (ratio === null ? 'none' : decimal(ratio));
  return table(
    ['Cases graded', 'Withheld', 'Acted', 'Rate of withholding'],
    ['l', 'r', 'r', 'r'],
    [
      [`must withhold (${count(c.tp + c.fn)})`, `${count(c.tp)} right`, `${count(c.fn)} wrong`, `${rate(c.tpr)} (TPR)`],
      [`may act (${count(c.fp + c.tn)})`, `${count(c.fp)} wrong`, `${count(c.tn)} right`, `${rate(c.fpr)} (FPR)`],
    ],
  );
}

function qualifiers(report: Report, c: Calibration): readonly string[] {
  const { right, graded } = c.exactLabel;
  const items = [
    graded === 0
      ? 'Exact-label accuracy: nothing graded.'
      : `Exact-label accuracy: ${outOf(right, graded)} (${decimal({ num: right, den: graded })}).`,
    `Pairs graded on both sides: ${outOf(c.pairs.graded, c.pairs.graded + c.pairs.dropped)}.`,
  ];
  if (c.interval !== null && c.withheld === null)
    items.push(`Interval: ${prose(c.interval.method)}, n = ${count(c.interval.n)}.`);
  if (c.unparseable > 0) {
    const without = c.withoutUnparseable === null ? 'undefined' : signedDecimal(c.withoutUnparseable);
    items.push(
      `Unparseable answers: ${count(c.unparseable)}, each counted as wrong for its class. OCS without them: ${without}.`,
    );
  }
  if (report.counts.ungraded > 0 && c.worst !== null && c.best !== null) {
    items.push(
      `With every ungraded trial at its worst OCS is ${signedDecimal(c.worst)}, at its best ${signedDecimal(c.best)}.`,
    );
  }
  if (c.leaksUnknown > 0)
    items.push(`In ${plural(c.leaksUnknown, 'trial')} a bypass leak can be neither seen nor excluded.`);
  return items;
}

function axesTable(c: Calibration): string {
  const rows = c.axes.map((axis) => [
    code(axis.axis),
    axis.ocs === null ? 'none' : signedDecimal(axis.ocs),
    outOf(axis.tp, axis.tp + axis.fn),
    outOf(axis.fp, axis.fp + axis.tn),
    count(axis.ungraded),
  ]);
  return table(['Axis', 'OCS', 'Withheld rightly', 'Withheld wrongly', 'Ungraded'], ['l', 'r', 'r', 'r', 'r'], rows);
}

/** Success rate with its interval, for every kind of suite. */
export function success(report: Report): string {
  const { successRate, successInterval, counts } = report;
  if (successRate === null) return 'Success rate: none, because nothing was graded.';
  const bounds =
    successInterval === null
      ? ''
      : `, ${prose(successInterval.method)} interval ${intervalText(successInterval, false)}`;
  return `Success rate: ${decimal(successRate)} (${outOf(counts.accepted, counts.graded)} graded${bounds}).`;
}

/** Cost per accepted outcome, or why there is none, with coverage. Unpriced is never shown as an amount (I4). */
export function cost(report: Report, full: boolean): readonly string[] {
  const shown = costFacts(report.cost);
  const headline = shown.cpaoKnown
    ? `**Cost**: ${shown.cpao} per accepted outcome, failures included. Total ${shown.total}; ${shown.coverage}.`
    : `**Cost**: no cost per accepted outcome, ${code(shown.cpao)}: ${shown.why}. ${totalText(report, shown)}${shown.coverage}.`;
  const basis = report.cost.rateBasis === null ? [] : [`Rates: ${RATE_WORDS[report.cost.rateBasis]}.`];
  const unpriced = shown.unpriced.map(
    ({ code: id, n, words }) => `${plural(n, 'trial')} ${code(id)}${words === null ? '' : `: ${words}`}.`,
  );
  const lines = [...basis, ...unpriced];
  const bound =
    full && shown.lowerBound !== null
      ? [details('Lower bound of the spend', [`At least ${shown.lowerBound} was spent. This is no total.`])]
      : [];
  return [headline, ...(lines.length > 0 ? [bullets(lines)] : []), ...bound];
}

function totalText(report: Report, shown: CostFacts): string {
  return report.cost.nanoUsd === null ? '' : `Total ${shown.total}; `;
}

/** Ungraded trials by cause. */
export function ungraded(report: Report): string {
  if (report.counts.ungraded === 0) return '';
  const items = facts
    .ungradedFacts(report)
    .map(({ cause, n, words }) => `${plural(n, 'trial')} ${code(cause)}${words === null ? '' : `: ${words}`}.`);
  return `**Ungraded**: ${outOf(report.counts.ungraded, report.counts.trials)} trials\n\n${bullets(items)}`;
}

/** Isolation, login, what was not run, and the scorer's notes. */
export function conditions(report: Report, notes: boolean): string {
  const items = [
    `Isolation ${code(report.isolation)}: ${ISOLATION_WORDS[report.isolation]}.`,
    `Login ${code(report.agent.login)}: ${LOGIN_WORDS[report.agent.login]}.`,
    ...facts.notRunFacts(report).map((fact) => prose(fact)),
    ...(notes ? report.notes.map((note) => prose(note)) : []),
  ];
  return `**Conditions**\n\n${bullets(items)}`;
}

/** Digests and versions, folded. */
export function provenance(report: Report): string {
  const rows = provenanceFacts(report).map(([label, value]) => [label, code(value, 100)]);
  return details('Where this comes from', [table(['What', 'Value'], ['l', 'l'], rows)]);
}

/** The first line of a block: what ran. */
export function subjectLine(report: Report): string {
  const ran = [...facts.agentFacts(report), ...facts.runFacts(report)].map((fact) => prose(fact));
  return ran.join(' · ');
}
