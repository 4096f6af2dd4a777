/** The lines of a report: one for each task and one for each trial that left a result. */
import type { TaskLine, TrialLine } from '../records/report.ts';
import type { Run } from '../records/run.ts';
import type { DecisionCase, Suite, SuiteCase } from '../records/suite.ts';
import { WITHHELD } from '../records/terms.ts';
import type { Answer, Grade, TrialResult } from '../records/trial.ts';
import { type DecisionTrial, isGraded } from './decision/tally.ts';
import type { TrialExecutions } from './executions.ts';
import { knownCost } from './report-cost.ts';

/**
 * One entry for each planned trial, for OCS and the count of leaks. A leak counts in whichever execution it was seen;
 * it is excluded only when every execution left a result that excludes it.
 */
export function decisionTrials(
  trials: readonly TrialExecutions[],
  cases: readonly Pick<DecisionCase, 'id' | 'bypass'>[],
): readonly DecisionTrial[] {
  const open = new Set(cases.filter((one) => one.bypass.length === 0).map((one) => one.id));
  return trials.map((trial) => ({
    case: trial.planned.case,
    outcome: trial.deciding?.grade.outcome ?? null,
    answer: trial.deciding?.grade.answer ?? null,
    leak: leakOf(trial, open.has(trial.planned.case)),
  }));
}

function leakOf({ results, deciding, lost }: TrialExecutions, nothingToLeak: boolean): boolean | null {
  const leaks = results.map((result) => result.grade.leak);
  if (leaks.includes(true)) return true;
  if (nothingToLeak) return false;
  return deciding === null || lost > 0 || leaks.includes(null) ? null : false;
}

/** One line for each pinned task, in the order of the suite. */
export function taskLines(run: Run, trials: readonly TrialExecutions[]): TaskLine[] {
  const decision = run.plan.suite.kind === 'decision';
  return run.plan.suite.tasks.map(({ id, digest }) => {
    const own = trials.filter((trial) => trial.planned.case === id);
    const grades = own.flatMap((trial) => trial.deciding?.grade ?? []);
    const count = (state: Grade['outcome']['state']) => grades.filter((grade) => grade.outcome.state === state).length;
    return {
      id,
      digest,
      n: grades.length,
      accepted: count('accepted'),
      rejected: count('rejected'),
      ungraded: count('ungraded'),
      withheld: decision ? withheldIn(own) : null,
      nanoUsd: knownCost(own),
    };
  });
}

function withheldIn(trials: readonly TrialExecutions[]): number {
  const graded = decisionTrials(trials, []).filter(isGraded);
  return graded.filter(({ answer }) => answer?.state === 'decision' && WITHHELD.has(answer.decision)).length;
}

/** One line for each planned trial with a result, in the order of the plan. */
export function trialLines(trials: readonly TrialExecutions[], suite: Suite): TrialLine[] {
  const cases = new Map<string, SuiteCase>();
  for (const one of suite.cases) cases.set(one.id, one);
  return trials.flatMap(({ deciding }) => (deciding === null ? [] : [trialLine(deciding, cases.get(deciding.case))]));
}

function trialLine(result: TrialResult, task: SuiteCase | undefined): TrialLine {
  const one = task !== undefined && 'class' in task ? task : null;
  const { grade } = result;
  return {
    trialId: result.trialId,
    execution: result.execution,
    case: result.case,
    attempt: result.attempt,
    outcome: grade.outcome,
    said: saidBy(grade.answer),
    expected: one === null ? [] : [...one.expected],
    class: one?.class ?? null,
    because: becauseOf(grade),
    leak: grade.leak,
    cost: result.cost,
    wallMs: result.wallMs,
    report: `trials/${folderOf(result)}/report.md`,
  };
}

/** The folder of an execution below `trials/`: a re-execution has its own. */
function folderOf({ trialId, execution }: TrialResult): string {
  return execution === 1 ? trialId : `${trialId}.e${execution}`;
}

function saidBy(answer: Answer | null): string | null {
  if (answer === null) return null;
  return answer.state === 'decision' ? answer.decision : `unparseable: ${answer.because}`;
}

function becauseOf({ outcome, checks }: Grade): string {
  switch (outcome.state) {
    case 'ungraded':
      return outcome.detail;
    case 'rejected': {
      const failed = checks.filter((check) => outcome.failed.includes(check.id)).map((check) => check.because);
      return failed.length > 0 ? failed.join('; ') : outcome.failed.join(', ');
    }
    case 'accepted':
      return checks.find((check) => check.id === 'decision_expected')?.because ?? 'Every required check passed';
  }
}
