/** The parts of the HTML report that are words and tables. */
import type { Calibration, Report } from '../../records/report.ts';
import { html, isSafeTarget } from '../escape.ts';
import * as facts from '../facts.ts';
import { costFacts } from '../facts-cost.ts';
import { nextStep, provenanceFacts, recordingFacts } from '../facts-record.ts';
import { count, decimal, intervalText, outOf, plural, shortDigest, signedDecimal } from '../numbers.ts';
import { ISOLATION_WORDS, LOGIN_WORDS, RATE_WORDS } from '../words.ts';
import { axisInterval } from './axes.ts';
import { dataTable, tag } from './elements.ts';
import { badge } from './glyphs.ts';

/** Inline code. */
export function mono(text: string): string {
  return tag('code', {}, html(text, 300));
}

/** A titled part of a report's card. */
export function part(...children: readonly string[]): string {
  const inside = children.filter((child) => child !== '');
  return inside.length === 0 ? '' : tag('div', { class: 'part' }, ...inside);
}

/** A bullet list of markup. */
export function list(items: readonly string[]): string {
  return items.length === 0 ? '' : tag('ul', { class: 'list' }, ...items.map((item) => tag('li', {}, item)));
}

/** Where links to files of the run folder lead: relative, below a prefix, or nowhere. */
export type LinkBase = string | null;

/** A file of the run folder, as a link where links lead somewhere and the path is harmless. */
export function fileLink(path: string, text: string, base: LinkBase): string {
  const target = base === null ? null : `${base}${path}`;
  return target !== null && isSafeTarget(target) ? tag('a', { href: target }, html(text, 300)) : mono(text);
}

/** Where the report is recorded and what comes next. */
export function entryFacts(entry: facts.Entry, base: LinkBase): string {
  const { lead, code, receipt, rest } = recordingFacts(entry.recording);
  const { text, path } = nextStep(entry);
  const row = (name: string, ...value: readonly string[]): string => tag('dt', {}, name) + tag('dd', {}, ...value);
  const where = entry.recording.state === 'unrecorded' ? null : base;
  return tag(
    'dl',
    { class: 'facts' },
    row('Ledger', html(`${lead}${code === null ? '' : ` (${code})`}: ${rest}`, 500)),
    receipt === null ? '' : row('Receipt', mono(receipt)),
    row('Next', html(text, 300), path === null ? '' : ` ${fileLink(path, path, where)}`),
  );
}

/** A folded part. */
export function folded(summary: string, ...inside: readonly string[]): string {
  return tag('details', {}, tag('summary', {}, html(summary)), tag('div', { class: 'inside' }, ...inside));
}

/** The gate's criteria. */
export function gate(report: Report): string {
  const { thresholds, criteria } = report.gate;
  const name =
    thresholds === null ? 'Gate: no thresholds' : `Gate: ${thresholds.id} (${shortDigest(thresholds.digest)})`;
  const rows = facts
    .criteriaByConcern(criteria)
    .map((c) => [badge(c.verdict), mono(c.name), html(facts.observedText(c)), html(c.because, 300)]);
  if (rows.length === 0) return tag('p', {}, html(`${name}. No criterion was judged.`));
  return dataTable(
    name,
    [{ head: 'Verdict' }, { head: 'Criterion' }, { head: 'Observed', numeric: true }, { head: 'Why' }],
    rows,
    'stacked gate',
  );
}

/** Confusion counts and what qualifies OCS. */
export function calibration(report: Report): string {
  const c = report.calibration;
  if (c === null) return '';
  const rate = (ratio: Calibration['tpr'], name: string): string =>
    ratio === null ? 'none' : `${decimal(ratio)} (${name})`;
  const rows = [
    [html(`must withhold (${count(c.tp + c.fn)})`), `${count(c.tp)} right`, `${count(c.fn)} wrong`, rate(c.tpr, 'TPR')],
    [html(`may act (${count(c.fp + c.tn)})`), `${count(c.fp)} wrong`, `${count(c.tn)} right`, rate(c.fpr, 'FPR')],
  ];
  const columns = [
    { head: 'Graded' },
    { head: 'Withheld', numeric: true },
    { head: 'Acted', numeric: true },
    { head: 'Rate of withholding', numeric: true },
  ];
  return dataTable('Decisions by class', columns, rows) + list(qualifiers(report, c).map((text) => html(text)));
}

function qualifiers(report: Report, c: Calibration): readonly string[] {
  const { right, graded } = c.exactLabel;
  const without = c.withoutUnparseable === null ? 'undefined' : signedDecimal(c.withoutUnparseable);
  const bounded = report.counts.ungraded > 0 && c.worst !== null && c.best !== null;
  return [
    graded === 0
      ? 'Exact-label accuracy: nothing graded.'
      : `Exact-label accuracy: ${outOf(right, graded)} (${decimal({ num: right, den: graded })}).`,
    `Pairs graded on both sides: ${outOf(c.pairs.graded, c.pairs.graded + c.pairs.dropped)}.`,
    ...(c.interval === null ? [] : [`Interval: ${c.interval.method}, n = ${count(c.interval.n)}.`]),
    ...(c.unparseable === 0
      ? []
      : [
          `Unparseable answers: ${count(c.unparseable)}, each counted as wrong for its class. OCS without them: ${without}.`,
        ]),
    ...(bounded && c.worst !== null && c.best !== null
      ? [
          `With every ungraded trial at its worst OCS is ${signedDecimal(c.worst)}, at its best ${signedDecimal(c.best)}.`,
        ]
      : []),
    ...(report.successInterval === null
      ? []
      : [`Success rate: ${report.successInterval.method} interval ${intervalText(report.successInterval, false)}.`]),
  ];
}

/** The numbers behind the picture of axes. */
export function axesTable(report: Report): string {
  const rows = (report.calibration?.axes ?? []).map((axis) => [
    html(axis.axis, 60),
    axis.ocs === null ? 'none' : signedDecimal(axis.ocs),
    axisInterval(axis, report.suite.attempts),
    outOf(axis.tp, axis.tp + axis.fn),
    outOf(axis.fp, axis.fp + axis.tn),
    count(axis.ungraded),
  ]);
  if (rows.length === 0) return '';
  const columns = ['OCS', '95 % interval', 'Withheld rightly', 'Withheld wrongly', 'Ungraded'].map((head) => ({
    head,
    numeric: true,
  }));
  return folded(
    'Numbers by axis',
    dataTable('Counts behind the picture', [{ head: 'Axis' }, ...columns], rows, 'stacked'),
  );
}

/** Cost, with coverage; what is unpriced is never an amount. */
export function cost(report: Report): string {
  const shown = costFacts(report.cost);
  const total = report.cost.nanoUsd === null ? '' : `Total ${shown.total}; `;
  const lead = shown.cpaoKnown
    ? html(`${shown.cpao} per accepted outcome, failures included. Total ${shown.total}; ${shown.coverage}.`)
    : `No cost per accepted outcome, ${mono(shown.cpao)}: ${html(`${shown.why}. ${total}${shown.coverage}.`)}`;
  const lines = [
    ...(report.cost.rateBasis === null ? [] : [html(`Rates: ${RATE_WORDS[report.cost.rateBasis]}.`)]),
    ...shown.unpriced.map(
      ({ code, n, words }) => `${plural(n, 'trial')} ${mono(code)}${words === null ? '' : `: ${html(words)}`}.`,
    ),
    ...(shown.lowerBound === null ? [] : [html(`At least ${shown.lowerBound} was spent. This is no total.`)]),
  ];
  return tag('h3', {}, 'Cost') + tag('p', {}, lead) + list(lines);
}

/** Ungraded trials by cause. */
export function ungraded(report: Report): string {
  if (report.counts.ungraded === 0) return '';
  const items = facts
    .ungradedFacts(report)
    .map(({ cause, n, words }) => `${plural(n, 'trial')} ${mono(cause)}${words === null ? '' : `: ${html(words)}`}.`);
  return tag('h3', {}, html(`Ungraded: ${outOf(report.counts.ungraded, report.counts.trials)} trials`)) + list(items);
}

/** Isolation, login, what did not run, notes. */
export function conditions(report: Report): string {
  const items = [
    `Isolation ${mono(report.isolation)}: ${html(ISOLATION_WORDS[report.isolation])}.`,
    `Login ${mono(report.agent.login)}: ${html(LOGIN_WORDS[report.agent.login])}.`,
    ...[...facts.notRunFacts(report), ...report.notes].map((note) => html(note)),
  ];
  return tag('h3', {}, 'Conditions') + list(items);
}

/** Digests and versions, folded. */
export function provenance(report: Report): string {
  const rows = provenanceFacts(report).map(([name, value]) => [html(name), mono(value)]);
  const inside = dataTable('Digests and versions', [{ head: 'What' }, { head: 'Value' }], rows, 'stacked');
  return folded('Where this comes from', inside);
}
