/**
 * JUnit XML for test viewers. Viewers know passed, failure, error and skipped, and read skipped as green; so whatever
 * is ungraded or unverifiable is an error, never skipped and never passed (I1). Numbers that the format has no place
 * for are properties, and an unknown number is left out, never 0 (I3).
 */
import type { Recording, Report, TrialLine } from '../records/report.ts';
import type { Criterion } from '../records/thresholds.ts';
import { oneLine } from './escape.ts';
import { type Entry, entriesOf } from './facts.ts';
import { conformanceFacts, requiredOf } from './facts-conformance.ts';
import { recordingFacts } from './facts-record.ts';
import { decimal, outOf, signedDecimal } from './numbers.ts';

/** JUnit XML: per report one suite of its trials and one of its gate's criteria. */
export function junit(reports: readonly Report[], recordings: readonly Recording[]): string {
  const suites = entriesOf(reports, recordings).flatMap((entry) => [trialSuite(entry), gateSuite(entry)]);
  const total = sum(suites);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="operant"${counters(total)} time="${seconds(total.ms)}">`,
    ...suites.map((suite) => suite.xml),
    '</testsuites>',
    '',
  ].join('\n');
}

interface Tallies {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly ms: number;
}

interface Suite extends Tallies {
  readonly xml: string;
}

function sum(suites: readonly Tallies[]): Tallies {
  const add = (pick: (suite: Tallies) => number): number => suites.reduce((total, suite) => total + pick(suite), 0);
  return {
    tests: add((s) => s.tests),
    failures: add((s) => s.failures),
    errors: add((s) => s.errors),
    ms: add((s) => s.ms),
  };
}

function counters({ tests, failures, errors }: Tallies): string {
  return ` tests="${tests}" failures="${failures}" errors="${errors}" skipped="0"`;
}

/** Text for XML: what XML 1.0 cannot hold is gone, the rest is encoded. */
function xml(text: string, max = 1000): string {
  return oneLine(text, max)
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

function seconds(ms: number): string {
  return decimal({ num: ms, den: 1000 });
}

function testcase(classname: string, name: string, ms: number, body: string): string {
  const open = `    <testcase classname="${xml(classname)}" name="${xml(name)}" time="${seconds(ms)}"`;
  return body === '' ? `${open}/>` : `${open}>${body}</testcase>`;
}

function trialSuite({ report, recording }: Entry): Suite {
  const name = `${report.suite.id} ${report.group}`;
  const tallies = {
    tests: report.trials.length,
    failures: report.trials.filter((trial) => isFailure(trial)).length,
    errors: report.trials.filter((trial) => trial.outcome.state === 'ungraded' && !isFailure(trial)).length,
    ms: report.trials.reduce((total, trial) => total + trial.wallMs, 0),
  };
  const cases = report.trials.map((trial) =>
    testcase(name, `${trial.case} #${trial.attempt}`, trial.wallMs, trialBody(trial)),
  );
  const listed = properties(report, recording).map(
    ([key, value]) => `      <property name="${xml(key)}" value="${xml(value)}"/>`,
  );
  return suiteOf(name, tallies, report.startedAt, ['    <properties>', ...listed, '    </properties>', ...cases]);
}

function isFailure(trial: TrialLine): boolean {
  return trial.leak === true || trial.outcome.state === 'rejected';
}

function trialBody(trial: TrialLine): string {
  const { outcome } = trial;
  if (outcome.state === 'rejected')
    return `<failure type="${xml(outcome.failed.join(' '))}" message="${xml(trial.because)}"/>`;
  if (trial.leak === true) return `<failure type="no_bypass_leak" message="${xml(trial.because)}"/>`;
  if (outcome.state === 'ungraded')
    return `<error type="${xml(outcome.cause)}" message="${xml(`ungraded: ${outcome.detail}`)}"/>`;
  return '';
}

function gateSuite({ report }: Entry): Suite {
  const name = `${report.suite.id} ${report.group} gate`;
  const { criteria, verdict, because } = report.gate;
  const verdicts = [...criteria.map((criterion) => criterion.verdict), verdict];
  const tallies = {
    tests: verdicts.length,
    failures: verdicts.filter((word) => word === 'fail').length,
    errors: verdicts.filter((word) => word === 'unverifiable').length,
    ms: 0,
  };
  const cases = criteria.map((criterion) => testcase(name, criterion.name, 0, gateBody(criterion)));
  return suiteOf(name, tallies, report.finishedAt, [
    ...cases,
    testcase(name, 'verdict', 0, gateBody({ verdict, because })),
  ]);
}

function gateBody({ verdict, because }: Pick<Criterion, 'verdict' | 'because'>): string {
  if (verdict === 'pass') return '';
  const tag = verdict === 'fail' ? 'failure' : 'error';
  return `<${tag} type="${verdict}" message="${xml(`${verdict}: ${because}`)}"/>`;
}

function suiteOf(name: string, tallies: Tallies, at: string, lines: readonly string[]): Suite {
  const open = `  <testsuite name="${xml(name)}"${counters(tallies)} time="${seconds(tallies.ms)}" timestamp="${xml(at)}">`;
  return { ...tallies, xml: [open, ...lines, '  </testsuite>'].join('\n') };
}

/** What the format has no field for. Unknown numbers are left out. */
function properties(report: Report, recording: Recording): readonly (readonly [string, string])[] {
  const { calibration } = report;
  const { cpao } = report.cost;
  const { receipt } = recordingFacts(recording);
  return [
    ['verdict', report.gate.verdict],
    ['suite-digest', report.suite.digest],
    ['tier', report.tier],
    ...(calibration !== null && calibration.ocs !== null ? [['ocs', signedDecimal(calibration.ocs)] as const] : []),
    ...(calibration !== null && calibration.withheld !== null ? [['ocs-withheld', calibration.withheld] as const] : []),
    ...conformanceProperties(report),
    ['cpao-disposition', cpao.disposition],
    ...(cpao.nanoUsd === null ? [] : [['cpao-usd', decimal({ num: cpao.nanoUsd, den: 1_000_000_000 }, 9)] as const]),
    ['ungraded', String(report.counts.ungraded)],
    ...(receipt === null ? [] : [['receipt', receipt] as const]),
  ];
}

/** Counts of required checks, and their share where no trial is missing: with one it is not known. */
function conformanceProperties(report: Report): readonly (readonly [string, string])[] {
  const facts = conformanceFacts(report);
  if (facts === null) return [];
  const { totals, required, missing, layers } = facts;
  return [
    ...(required === 0 || missing > 0
      ? []
      : [['conformance', decimal({ num: totals.passed, den: required })] as const]),
    ['checks-required', String(required)],
    ['checks-passed', String(totals.passed)],
    ['checks-failed', String(totals.failed)],
    ['checks-unobservable', String(totals.unobservable)],
    ['checks-unsupported', String(totals.unsupported)],
    ['trials-missing', String(missing)],
    ...layers
      .filter((layer) => requiredOf(layer) > 0)
      .map((layer) => [`checks-${layer.layer}`, outOf(layer.passed, requiredOf(layer))] as const),
  ];
}
