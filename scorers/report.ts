/** From the results of one group of trials to its report: counts, scores, cost and what the reader must know. */
import { fraction, fractionOfDecimal, ratioOf } from '../records/ratio.ts';
import type { Calibration, CostBlock, Report } from '../records/report.ts';
import type { Run } from '../records/run.ts';
import type { Digest, Ratio } from '../records/scalars.ts';
import { storedInterval } from '../records/stored-interval.ts';
import type { DecisionSuite, Suite } from '../records/suite.ts';
import type { TrialResult } from '../records/trial.ts';
import { wilson } from '../statistics/proportion.ts';
import { conformanceOf } from './conformance.ts';
import { calibrate } from './decision/ocs.ts';
import { type EvidenceDigest, executionsOf, type TrialExecutions } from './executions.ts';
import { INTEGRITY_CHECK } from './outcome.ts';
import { costBlock } from './report-cost.ts';
import { executionDigest, recipeDigest } from './report-digests.ts';
import { decisionTrials, taskLines, trialLines } from './report-lines.ts';
import { notesOf, versionNote } from './report-notes.ts';
import { spendOf } from './report-usage.ts';
import { type RunTier, runTier } from './run-tier.ts';

/** What a report is built from. */
export interface ReportInput {
  readonly run: Run;
  /** Id of the group in the plan. */
  readonly group: string;
  /** The suite as it stands now; one that is not the pinned one is a mismatch, not an error. */
  readonly suite: Suite;
  /** Results of all executions, in any order; those of other groups are left out. */
  readonly results: readonly TrialResult[];
  /** Digests of the evidence indexes that exist, in any order. */
  readonly evidence: readonly EvidenceDigest[];
  /** The price catalog that was used; null when nothing was priced. */
  readonly catalog: CostBlock['catalog'];
  /** Runtime of the evaluator, for example `node 24.1.0`. */
  readonly runtime: string;
  /** maxUngradedRatio of the thresholds that will judge; null when there is none. Above it OCS is withheld. */
  readonly maxUngradedRatio: number | null;
  /** Version of the harness whose captures its decoder is held to; null or absent where there is none. */
  readonly captured?: string | null;
  /** True when the ledger that the row would extend does not verify. */
  readonly chainBroken: boolean;
}

/** A report that no gate has judged yet. */
export type UngatedReport = Omit<Report, 'gate'>;

/**
 * The report of one group. Same input, same report: the order of results changes nothing (I17). Planned trials without a
 * result stay planned: they are in no bucket, leave the cost open and make the run smoke (I7). Throws RangeError when
 * the group is not in the plan.
 */
export function buildReport(input: ReportInput): UngatedReport {
  const { run, suite, evidence } = input;
  const group = run.plan.groups.find((one) => one.id === input.group);
  if (group === undefined) throw new RangeError(`The plan of run ${run.runId} has no group ${input.group}`);
  const planned = run.plan.trials.filter((trial) => trial.group === group.id);
  const results = input.results.filter((result) => result.group === group.id);
  const executed = executionsOf(planned, results, evidence);
  const { trials } = executed;
  const tier = runTier(run, group.id, suite, executed);
  const counts = countsOf(trials);
  const evaluator = evaluatorOf(run, trials);
  const { kind } = run.plan.suite;
  return {
    schema: 'operant.report/v1',
    runId: run.runId,
    group: group.id,
    side: group.side,
    suite: suiteBlock(run, suite),
    tier: tier.tier,
    smokeBecause: [...tier.smokeBecause],
    agent: group.agent,
    harnessVersion: run.harnessVersions[group.agent.harness] ?? null,
    ...observed(run, trials),
    evaluator: { version: run.plan.evaluator.version, digest: evaluator, runtime: input.runtime },
    planDigest: run.planDigest,
    executionDigest: executionDigest(planned, evidence),
    recipeDigest: recipeDigest(run, group),
    isolation: run.plan.isolation,
    counts,
    successRate: shareOf(counts.accepted, counts.graded),
    successInterval: storedInterval(wilson(counts.accepted, counts.graded), 'Wilson 95 %', counts.graded),
    calibration: kind === 'decision' && suite.kind === kind ? calibration(input, suite, trials, tier) : null,
    conformance: kind === 'workflow' ? conformanceOf(trials) : null,
    integrityAlarms: trials.filter(hasAlarm).length,
    integrityUnknown: trials.filter((trial) => !hasAlarm(trial) && mayHideAlarm(trial)).length,
    cost: costBlock(trials, input.catalog),
    ...spendOf(trials),
    tasks: taskLines(run, trials),
    trials: trialLines(trials, suite),
    notes: [
      ...notesOf({ group, evaluator, executed, evidence }),
      ...versionNote(run.harnessVersions[group.agent.harness] ?? null, input.captured ?? null),
    ],
  };
}

function suiteBlock({ plan }: Run, suite: Suite): Report['suite'] {
  const { id, kind, digest, contractDigest, attempts, tasks } = plan.suite;
  return { id, kind, title: suite.title, digest, contractDigest, attempts, tasks: tasks.length };
}

/** What the results show: the models that were seen and when the group ran; a group without results has only its plan. */
function observed(
  run: Run,
  trials: readonly TrialExecutions[],
): Pick<Report, 'modelsObserved' | 'startedAt' | 'finishedAt'> {
  const results = trials.flatMap((trial) => trial.results);
  const times = results.flatMap((result) => [result.startedAt, result.finishedAt]).sort();
  return {
    modelsObserved: [...new Set(results.flatMap((result) => result.modelsObserved))].sort(),
    startedAt: times[0] ?? run.createdAt,
    finishedAt: times.at(-1) ?? run.createdAt,
  };
}

/** The evaluator that graded all deciding results, else the one that the plan names. */
function evaluatorOf({ plan }: Run, trials: readonly TrialExecutions[]): Digest {
  const digests = new Set(trials.flatMap(({ deciding }) => deciding?.evaluator ?? []));
  const [only] = digests;
  return digests.size === 1 && only !== undefined ? only : plan.evaluator.digest;
}

function countsOf(trials: readonly TrialExecutions[]): Report['counts'] {
  const outcomes = trials.flatMap(({ deciding }) => deciding?.grade.outcome ?? []);
  const accepted = outcomes.filter((outcome) => outcome.state === 'accepted').length;
  const rejected = outcomes.filter((outcome) => outcome.state === 'rejected').length;
  const causes = outcomes.flatMap((outcome) => (outcome.state === 'ungraded' ? [outcome.cause] : []));
  const names = [...new Set(causes)].sort();
  return {
    planned: trials.length,
    trials: outcomes.length,
    graded: accepted + rejected,
    accepted,
    rejected,
    ungraded: causes.length,
    reexecuted: trials.reduce((sum, trial) => sum + Math.max(0, trial.executions - 1), 0),
    causes: Object.fromEntries(names.map((name) => [name, causes.filter((cause) => cause === name).length])),
  };
}

function shareOf(part: number, whole: number): Ratio | null {
  return whole === 0 ? null : ratioOf(fraction(part, whole));
}

function calibration(
  input: ReportInput,
  suite: DecisionSuite,
  trials: readonly TrialExecutions[],
  tier: RunTier,
): Calibration {
  const { run, maxUngradedRatio } = input;
  return calibrate(suite.cases, decisionTrials(trials, suite.cases), {
    chainBroken: input.chainBroken,
    unclassified: !run.plan.suite.pinned,
    smoke: tier.partial,
    digestMismatch: tier.digestMismatch,
    maxUngradedRatio: maxUngradedRatio === null ? null : fractionOfDecimal(maxUngradedRatio),
    contractPinned: run.plan.suite.contractDigest !== null,
  });
}

/** A proven cheat in any execution of a trial. */
function hasAlarm({ results }: TrialExecutions): boolean {
  return results.some(({ grade }) => {
    const failed = grade.checks.some((check) => check.id === INTEGRITY_CHECK && check.status === 'failed');
    return failed || (grade.outcome.state === 'rejected' && grade.outcome.failed.includes(INTEGRITY_CHECK));
  });
}

/** Whether a cheat can be neither seen nor excluded: a result is missing, or the record of one is damaged. */
function mayHideAlarm({ results, deciding, lost }: TrialExecutions): boolean {
  const open = results.some(({ grade }) => {
    return grade.checks.some((check) => check.id === INTEGRITY_CHECK && check.status === 'unobservable');
  });
  return deciding === null || lost > 0 || open;
}
