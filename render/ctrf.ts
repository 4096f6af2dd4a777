/**
 * CTRF, the Common Test Report Format (JSON): one test for each trial and one for each criterion of the gate. Ungraded
 * and unverifiable are `other` with the word in `rawStatus`; they are never passed or skipped (I1).
 */
import type { Report, TrialLine } from '../records/report.ts';
import type { Criterion } from '../records/thresholds.ts';
import { oneLine } from './escape.ts';
import { outcomeText } from './facts.ts';
import { conformanceFacts } from './facts-conformance.ts';

type Status = 'passed' | 'failed' | 'other';

interface Test {
  readonly name: string;
  readonly status: Status;
  readonly duration: number;
  readonly suite: readonly string[];
  readonly rawStatus: string;
  readonly message?: string;
  readonly extra?: Readonly<Record<string, string | number>>;
}

/** A CTRF document over these reports, as JSON text. Times span all of them; without a report both are 0. */
export function ctrf(reports: readonly Report[], version: string): string {
  const tests = reports.flatMap((report) => [
    ...report.trials.map((trial) => trialTest(report, trial)),
    ...gateTests(report),
  ]);
  const of = (status: Status): number => tests.filter((test) => test.status === status).length;
  const starts = reports.map((report) => Date.parse(report.startedAt));
  const stops = reports.map((report) => Date.parse(report.finishedAt));
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: 'operant',
    results: {
      tool: { name: 'operant', version },
      summary: {
        tests: tests.length,
        passed: of('passed'),
        failed: of('failed'),
        skipped: 0,
        pending: 0,
        other: of('other'),
        suites: new Set(reports.map((report) => `${report.suite.id} ${report.group}`)).size,
        start: starts.length === 0 ? 0 : Math.min(...starts),
        stop: stops.length === 0 ? 0 : Math.max(...stops),
      },
      tests,
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function trialTest(report: Report, trial: TrialLine): Test {
  return {
    name: `${trial.case} #${trial.attempt}`,
    status: trialStatus(trial),
    duration: trial.wallMs,
    suite: [report.suite.id, report.group, 'trials'],
    rawStatus: outcomeText(trial),
    message: oneLine(trial.because),
    extra: {
      trialId: trial.trialId,
      execution: trial.execution,
      costDisposition: trial.cost.disposition,
      ...(trial.cost.nanoUsd === null ? {} : { nanoUsd: trial.cost.nanoUsd }),
    },
  };
}

function trialStatus(trial: TrialLine): Status {
  if (trial.outcome.state === 'rejected' || trial.leak === true) return 'failed';
  return trial.outcome.state === 'accepted' ? 'passed' : 'other';
}

const BY_VERDICT = { pass: 'passed', fail: 'failed', unverifiable: 'other' } as const;

function gateTests(report: Report): readonly Test[] {
  const suite = [report.suite.id, report.group, 'gate'];
  const test = (name: string, { verdict, because }: Pick<Criterion, 'verdict' | 'because'>): Test => ({
    name,
    status: BY_VERDICT[verdict],
    duration: 0,
    suite,
    rawStatus: verdict,
    message: oneLine(because),
  });
  const extra = conformanceExtra(report);
  const verdict = { ...test('verdict', report.gate), ...(extra === null ? {} : { extra }) };
  return [...report.gate.criteria.map((criterion) => test(criterion.name, criterion)), verdict];
}

/** Counts of required checks, which stand on the verdict; null outside workflow suites. */
function conformanceExtra(report: Report): Readonly<Record<string, number>> | null {
  const facts = conformanceFacts(report);
  if (facts === null) return null;
  const { totals, required, missing } = facts;
  return {
    checksRequired: required,
    checksPassed: totals.passed,
    checksFailed: totals.failed,
    checksUnobservable: totals.unobservable,
    checksUnsupported: totals.unsupported,
    trialsMissing: missing,
  };
}
