/** What every rendering says of a report, derived once: no rendering decides for itself. Plain text, unescaped. */
import { divideHalfEven, formatUsd } from '../records/money.ts';
import type { Recording, Report, TrialLine } from '../records/report.ts';
import type { Ratio } from '../records/scalars.ts';
import type { Verdict } from '../records/terms.ts';
import type { Criterion } from '../records/thresholds.ts';
import { order, tally } from './facts-cost.ts';
import { decimal, duration, outOf, plural, signedDecimal } from './numbers.ts';
import { CAUSE_WORDS, WITHHELD_WORDS, wordsFor } from './words.ts';

const SEVERITY: readonly Verdict[] = ['fail', 'unverifiable', 'pass'];

/** A report with its recording; a report whose recording is unknown counts as not recorded. */
export interface Entry {
  readonly report: Report;
  readonly recording: Recording;
}

/** Pairs reports with recordings by position. */
export function entriesOf(reports: readonly Report[], recordings: readonly Recording[]): readonly Entry[] {
  return reports.map((report, at) => ({ report, recording: recordings[at] ?? { state: 'none' } }));
}

/** The reports that decide: the head side, or all when there is no head side. */
function judged(reports: readonly Report[]): readonly Report[] {
  const head = reports.filter((report) => report.side === 'head');
  return head.length > 0 ? head : reports;
}

/** A verdict over several reports, with its reason. */
export interface Overall {
  readonly verdict: Verdict;
  readonly because: string;
}

/** The verdict over several reports: fail before unverifiable before pass (I6); none at all is unverifiable (I2). */
export function overall(reports: readonly Report[]): Overall {
  const deciding = judged(reports);
  const verdict = SEVERITY.find((word) => deciding.some((report) => report.gate.verdict === word));
  const first = deciding.find((report) => report.gate.verdict === verdict);
  if (verdict === undefined || first === undefined)
    return { verdict: 'unverifiable', because: 'there is no report to judge' };
  if (deciding.length === 1) return { verdict, because: first.gate.because };
  const agreeing = deciding.filter((report) => report.gate.verdict === verdict).length;
  const scope = `${outOf(agreeing, deciding.length)} groups`;
  return { verdict, because: `${scope}; ${groupLabel(first, deciding)}: ${first.gate.because}` };
}

/** The agent's name where it tells a report from the others, else the id of its group. */
export function groupLabel(report: Report, among: readonly Report[]): string {
  const { name } = report.agent;
  return among.filter((other) => other.agent.name === name).length === 1 ? name : report.group;
}

/** `decision-core · explicit · head` and the like: what a block is about. */
export function agentFacts(report: Report): readonly string[] {
  const { agent } = report;
  const version = report.harnessVersion === null ? agent.harness : `${agent.harness} ${report.harnessVersion}`;
  return [
    agent.name === agent.harness ? version : `${agent.name} (${version})`,
    `model ${agent.modelRequested ?? 'not named (host default)'}`,
    `lane ${agent.lane}`,
    `condition ${agent.condition}`,
    ...(report.side === 'base' ? ['base side'] : []),
  ];
}

/** `56 of 56 trials graded in 6.2 s` */
export function runFacts(report: Report): readonly string[] {
  const { counts, suite } = report;
  const time = report.wallMs === null ? [] : [duration(report.wallMs)];
  const again = counts.reexecuted > 0 ? [`${plural(counts.reexecuted, 'trial')} run again after an interruption`] : [];
  return [
    `${outOf(counts.graded, counts.trials)} ${counts.trials === 1 ? 'trial' : 'trials'} graded`,
    `${plural(suite.attempts, 'attempt')} a case`,
    ...time,
    ...again,
  ];
}

/** The observed value of a criterion in the unit of its name; a word where it could not be measured. */
export function observedText(criterion: Criterion): string {
  if (criterion.observed === null) return criterion.bound === null ? '' : 'not measured';
  if (criterion.name.startsWith('ocs')) return signedDecimal(criterion.observed);
  if (criterion.name.startsWith('cost_per_accepted_outcome')) return dollars(criterion.observed);
  const isCount = /^(?:graded_trials|bypass_leaks|integrity_alarms)/.test(criterion.name);
  return isCount ? decimal(criterion.observed, 0) : decimal(criterion.observed);
}

/** An exact amount in dollars; what is too small to show is `<$0.0001`, never nothing (I4). */
function dollars(amount: Ratio): string {
  const nano = divideHalfEven(BigInt(amount.num) * 1_000_000_000n, BigInt(amount.den));
  return formatUsd(amount.num > 0 && nano === 0n ? 1 : Number(nano));
}

/** The criteria in order of concern: failed, unverifiable, passed. */
export function criteriaByConcern(criteria: readonly Criterion[]): readonly Criterion[] {
  return SEVERITY.flatMap((verdict) => criteria.filter((criterion) => criterion.verdict === verdict));
}

/** `+0.643`, or `withheld: class_empty` with the reason. */
export function ocsFacts(report: Report): { readonly shown: string; readonly why: string | null } | null {
  const { calibration } = report;
  if (calibration === null) return null;
  if (calibration.ocs !== null && calibration.withheld === null)
    return { shown: signedDecimal(calibration.ocs), why: null };
  if (calibration.withheld === null) return { shown: 'withheld', why: 'it could not be measured' };
  return { shown: `withheld: ${calibration.withheld}`, why: WITHHELD_WORDS[calibration.withheld] };
}

/** Trials that were not accepted: leaks, then rejected, then ungraded, each by case and attempt. */
export function notAccepted(report: Report): readonly TrialLine[] {
  const concern = (trial: TrialLine): number => {
    if (trial.leak === true) return 0;
    return trial.outcome.state === 'rejected' ? 1 : 2;
  };
  return report.trials
    .filter((trial) => trial.outcome.state !== 'accepted' || trial.leak === true)
    .sort(
      (a, b) => concern(a) - concern(b) || order(a.case, b.case) || a.attempt - b.attempt || a.execution - b.execution,
    );
}

/** `rejected`, `ungraded (deadline)`; a leak is named first. */
export function outcomeText(trial: TrialLine): string {
  const state = trial.outcome.state === 'ungraded' ? `ungraded (${trial.outcome.cause})` : trial.outcome.state;
  return trial.leak === true ? `bypass leak, ${state}` : state;
}

/** `PROCEED, expected REFUSE or ESCALATE`; null outside decision suites. */
export function saidText(trial: TrialLine): string | null {
  if (trial.said === null && trial.expected.length === 0) return null;
  return `${trial.said ?? 'no answer'}, expected ${trial.expected.join(' or ')}`;
}

/** Ungraded trials by cause, with the words of each. */
export function ungradedFacts(
  report: Report,
): readonly { readonly cause: string; readonly n: number; readonly words: string | null }[] {
  return tally(report.counts.causes).map(([cause, n]) => ({ cause, n, words: wordsFor(CAUSE_WORDS, cause) }));
}

/** What was planned and not run, and why the run is smoke: sentences for the reader. */
export function notRunFacts(report: Report): readonly string[] {
  const missing = report.counts.planned - report.counts.trials;
  return [
    ...(missing > 0 ? [`${plural(missing, 'planned trial')} did not run.`] : []),
    ...(report.tier === 'smoke'
      ? [
          `Smoke run, never stored as a score${report.smokeBecause.length > 0 ? `: ${report.smokeBecause.join('; ')}` : ''}.`,
        ]
      : []),
  ];
}
