/** What stands in the dialog of a row. */

import { formatUsd } from '../../../records/money.ts';
import type { Row } from '../../../records/row.ts';
import type { RowCriterion } from '../../../records/row-parts.ts';
import { oneLine } from '../../escape.ts';
import { tally } from '../../facts-cost.ts';
import { repositoryUrl } from '../../github-links.ts';
import { count, decimal, duration, outOf, plural, shortDigest, signedDecimal } from '../../numbers.ts';
import {
  CAUSE_WORDS,
  DISPOSITION_WORDS,
  ISOLATION_WORDS,
  LOGIN_WORDS,
  RATE_WORDS,
  WITHHELD_WORDS,
  wordsFor,
} from '../../words.ts';
import { changeBetween, confounderText, transitionsBetween } from '../changes.ts';
import { METRICS, type RowFacts } from '../facts.ts';
import { agentName, modelName } from '../groups.ts';
import { limitsText, METRIC_WORDS, measureText, minuteText, subjectText } from '../words.ts';
import { copyable } from './copy.ts';
import { type Child, el, link } from './dom.ts';
import { badge } from './glyphs.ts';
import type { WholeRow } from './protocol.ts';

/** A row in full, with the one that it is held against. */
export interface RowDetail extends WholeRow {
  readonly facts: RowFacts;
  readonly before: RowFacts | null;
  /** The row before in full. */
  readonly earlier: Row | null;
}

/** Everything about a row, part by part. */
export function detailParts(detail: RowDetail, open: (seq: number) => void): readonly Child[] {
  return [
    numbers(detail),
    receipts(detail.row),
    gate(detail.row),
    changes(detail, open),
    conditions(detail.row),
    costs(detail.row),
    raw(detail.row),
  ];
}

/** Name and value of a fact; null leaves it out. */
type Fact = readonly [name: string, value: Child] | null;

function facts(...pairs: readonly Fact[]): HTMLElement {
  const shown = pairs.filter((pair) => pair !== null);
  return el('dl', { class: 'facts' }, ...shown.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

function part(title: string, ...children: readonly Child[]): HTMLElement {
  return el('section', { class: 'part' }, el('h3', {}, title), ...children);
}

function numbers({ row, facts: { point } }: RowDetail): HTMLElement {
  const measures = METRICS.flatMap((metric): Fact[] => {
    const value = measureText(point, metric);
    const limits = limitsText(point, metric);
    if (value === null) return [];
    return [[METRIC_WORDS[metric], limits === null ? value : `${value} (95 % interval ${limits})`]];
  });
  const withheld = point.ocs?.withheld ?? null;
  const { counts } = row;
  const causes = tally(counts.causes).map(([cause, n]) => `${n} ${wordsFor(CAUSE_WORDS, cause) ?? cause}`);
  return el(
    'section',
    { class: 'stack' },
    el(
      'p',
      { class: 'lead' },
      badge(row.gate?.verdict ?? 'none'),
      ` ${subjectText(point)}, executed ${minuteText(row.startedAt)} UTC`,
    ),
    facts(
      ...measures,
      withheld === null ? null : ['OCS withheld', WITHHELD_WORDS[withheld]],
      [
        'Trials',
        `${outOf(counts.accepted, counts.graded)} graded accepted, ${count(counts.ungraded)} ungraded, ${count(counts.planned)} planned`,
      ],
      causes.length === 0 ? null : ['Ungraded because', causes.join('; ')],
      counts.reexecuted === 0 ? null : ['Executed again', plural(counts.reexecuted, 'trial')],
      row.integrityAlarms === 0 ? null : ['Integrity alarms', count(row.integrityAlarms)],
    ),
  );
}

function receipts(row: Row): HTMLElement {
  return part(
    'Receipt',
    facts(
      ['Receipt', copyable(row.receipt, 'the receipt')],
      ['Previous', el('code', {}, row.previous)],
      ['Execution', el('code', {}, shortDigest(row.executionDigest))],
      row.derivedFrom === null ? null : ['Derived from', el('code', {}, row.derivedFrom)],
    ),
    el(
      'p',
      { class: 'muted' },
      'A receipt proves that this row was not altered relative to a head that you already trust.',
    ),
  );
}

function gate({ gate, thresholds }: Row): HTMLElement {
  if (gate === null || thresholds === null)
    return part('Gate', el('p', {}, 'There were no thresholds, so nothing was judged.'));
  const heads = ['Verdict', 'Criterion', 'Observed', 'Judged by'];
  return part(
    `Gate: ${thresholds.id} (${shortDigest(thresholds.digest)})`,
    el(
      'table',
      { class: 'stacked' },
      el('thead', {}, el('tr', {}, ...heads.map((head) => el('th', { scope: 'col' }, head)))),
      el('tbody', {}, ...gate.criteria.map(criterion)),
    ),
  );
}

function criterion({ name, verdict, observed, mode }: RowCriterion): HTMLElement {
  return el(
    'tr',
    {},
    el('td', { 'data-label': 'Verdict' }, badge(verdict)),
    el('th', { scope: 'row' }, el('code', {}, oneLine(name, 120))),
    el('td', { 'data-label': 'Observed' }, observedText(name, observed)),
    el('td', { 'data-label': 'Judged by' }, mode === 'point' ? 'the value' : 'its interval'),
  );
}

function observedText(name: string, observed: RowCriterion['observed']): string {
  if (observed === null) return 'not known';
  if (typeof observed === 'object') {
    if (name.startsWith('cost_')) return `$${decimal(observed, 4)}`;
    return name.startsWith('ocs') ? signedDecimal(observed) : decimal(observed);
  }
  return typeof observed === 'number' ? count(observed) : observed;
}

function changes({ row, facts, before, earlier }: RowDetail, open: (seq: number) => void): HTMLElement | null {
  if (before === null || earlier === null) return null;
  const transitions = transitionsBetween(earlier, row);
  const button = el('button', { type: 'button', class: 'plain' }, `row ${earlier.seq}`);
  button.addEventListener('click', () => open(earlier.seq));
  const confounders = changeBetween(before, facts).confounders.map((one) =>
    el('li', {}, oneLine(confounderText(one), 200)),
  );
  const tasks =
    transitions === null
      ? 'Another suite, or other tasks or attempts: nothing is comparable.'
      : `Tasks: ${count(transitions.fixed)} fixed, ${count(transitions.newly_broken)} newly broken, ${count(transitions.still_passing)} still passing, ${count(transitions.still_failing)} still failing, ${count(transitions.not_comparable)} not comparable.`;
  return part(
    'Since the run before',
    el('p', {}, 'Against ', button, ` of ${minuteText(earlier.startedAt)}. ${tasks}`),
    confounders.length === 0
      ? el('p', { class: 'muted' }, 'Nothing else is known to have changed.')
      : el('ul', { class: 'list' }, ...confounders),
  );
}

function conditions(row: Row): HTMLElement {
  const { agent, settings, evaluator, runner, subject } = row;
  const version = (name: string | null): string => (name === null ? 'not named' : oneLine(name, 80));
  const observed = agent.modelsObserved.map((name) => oneLine(name, 80)).join(', ');
  return part(
    'How it was run',
    facts(
      ['Agent', `${agentName(agent)}, version ${version(agent.agentVersion)}`],
      ['Harness', `${agent.harness}, version ${version(agent.harnessVersion)}`],
      ['Model', `${modelName(agent)}${observed === '' ? '' : `; answered: ${observed}`}`],
      ['Lane', `${agent.lane} · ${agent.condition} · invocation ${agent.invocation}`],
      ['Package', agent.packageDigest === null ? 'none' : el('code', {}, shortDigest(agent.packageDigest))],
      ['Subject', commitLink(subject)],
      ['Origin', row.origin],
      ['Isolation', `${row.isolation}: ${ISOLATION_WORDS[row.isolation]}`],
      ['Login', `${agent.login}: ${LOGIN_WORDS[agent.login]}`],
      ['Settings', settingsText(settings)],
      ['Wall time', row.wallMs === null ? 'not known' : `${duration(row.wallMs)}, all trials together`],
      [
        'Evaluator',
        `${oneLine(evaluator.version, 40)} (${shortDigest(evaluator.digest)}), ${oneLine(evaluator.runtime, 40)}`,
      ],
      ['Machine', oneLine(`${runner.os} ${runner.arch}, ${runner.environment}`, 80)],
    ),
  );
}

function settingsText({ attempts, concurrency, seed, timeoutMs }: Row['settings']): string {
  const deadline = timeoutMs === null ? 'deadline of each task' : `deadline ${duration(timeoutMs)}`;
  const drawn = seed === null ? '' : `, seed ${seed}`;
  return `${plural(attempts, 'attempt')} a task, ${deadline}, ${count(concurrency)} at a time${drawn}`;
}

/** The commit and the pull request; linked where the repository has the form that GitHub's have. */
function commitLink({ repository, sha, number, ref, kind }: Row['subject']): Child {
  const base = repositoryUrl(repository);
  const parts: Child[] = [oneLine(`${kind}${ref === null ? '' : ` ${ref}`}`, 120)];
  if (sha !== null) parts.push(' ', base === null ? sha : link(`${base}/commit/${sha}`, sha.slice(0, 12)));
  if (number !== null) parts.push(' ', base === null ? `#${number}` : link(`${base}/pull/${number}`, `#${number}`));
  return el('span', {}, ...parts);
}

function costs({ cost, cpao, catalog, counts }: Row): HTMLElement {
  const money = (nanoUsd: number | null, code: string): string => (nanoUsd === null ? code : formatUsd(nanoUsd));
  const dispositions = tally(cost.dispositions).map(([code, n]) => `${n} ${wordsFor(DISPOSITION_WORDS, code) ?? code}`);
  return part(
    'Cost',
    facts(
      ['Total', money(cost.nanoUsd, cost.disposition)],
      ['Per accepted outcome', money(cpao.nanoUsd, cpao.disposition)],
      ['Coverage', `${outOf(cost.priced, counts.trials)} trials priced`],
      dispositions.length === 0 ? null : ['Trials', dispositions.join('; ')],
      cost.rateBasis === null ? null : ['Rates', RATE_WORDS[cost.rateBasis]],
      catalog === null ? null : ['Catalog', `${oneLine(catalog.source, 100)} (${shortDigest(catalog.digest)})`],
      cost.graderNanoUsd === null ? null : ['Graders', formatUsd(cost.graderNanoUsd)],
    ),
  );
}

function raw(row: Row): HTMLElement {
  const inside = el('div', { class: 'inside' });
  const folded = el('details', { class: 'part-fold' }, el('summary', {}, 'The row as recorded'), inside);
  folded.addEventListener('toggle', () => {
    if (!folded.open || inside.childElementCount > 0) return;
    inside.append(el('pre', { tabindex: 0, 'aria-label': 'The row as JSON' }, JSON.stringify(row, null, 2)));
  });
  return folded;
}
