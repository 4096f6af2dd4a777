/** Which executions a group of trials had, and which of them decides each trial (I8: retries never replace). */

import type { PlannedTrial } from '../records/run.ts';
import type { Digest } from '../records/scalars.ts';
import type { TrialResult } from '../records/trial.ts';

/** Digest of the evidence index of one execution. */
export interface EvidenceDigest {
  readonly trialId: string;
  readonly execution: number;
  readonly digest: Digest;
}

/** One planned trial with everything it left behind. */
export interface TrialExecutions {
  readonly planned: PlannedTrial;
  /** Results by execution, ascending. */
  readonly results: readonly TrialResult[];
  /**
   * The deciding result: of the executions that were not interrupted, which is one in an honest run, the least
   * favourable. Null when the trial left no result, or when one of its executions is known to have left none.
   */
  readonly deciding: TrialResult | null;
  /** Executions that are known to have started. */
  readonly executions: number;
  /** Executions that are known to have started and left no result. */
  readonly lost: number;
}

/** Results that belong to no planned trial, or to one with another task digest (I9), sorted by trial id. */
export interface GroupExecutions {
  readonly trials: readonly TrialExecutions[];
  readonly foreign: readonly string[];
}

/**
 * Sorts results under their planned trials, in the order of the plan whatever the order of the results (I17). An
 * evidence index without a result, and a gap in the numbers, both show an execution that was lost. Of two results for
 * one execution the less favourable one counts.
 */
export function executionsOf(
  planned: readonly PlannedTrial[],
  results: readonly TrialResult[],
  evidence: readonly EvidenceDigest[],
): GroupExecutions {
  const byTrial = groupByTrial(results);
  const indexed = groupByTrial(evidence);
  const known = new Map(planned.map((trial) => [trial.trialId, trial]));
  const foreign = results.filter((result) => !belongs(result, known.get(result.trialId))).map((one) => one.trialId);
  const trials = planned.map((trial) => {
    const all = byTrial.get(trial.trialId) ?? [];
    const own = all.filter((result) => belongs(result, trial));
    const started = [...all, ...(indexed.get(trial.trialId) ?? [])].map((one) => one.execution);
    return executionsOfTrial(trial, own, started);
  });
  return { trials, foreign: [...new Set(foreign)].sort() };
}

function groupByTrial<T extends { readonly trialId: string }>(items: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(item.trialId);
    if (group === undefined) groups.set(item.trialId, [item]);
    else group.push(item);
  }
  return groups;
}

function belongs(result: TrialResult, planned: PlannedTrial | undefined): boolean {
  return planned !== undefined && result.taskDigest === planned.taskDigest && result.case === planned.case;
}

function executionsOfTrial(
  planned: PlannedTrial,
  own: readonly TrialResult[],
  started: readonly number[],
): TrialExecutions {
  const byExecution = new Map<number, TrialResult>();
  for (const result of [...own].sort(byFavour)) {
    if (!byExecution.has(result.execution)) byExecution.set(result.execution, result);
  }
  const results = [...byExecution.values()].sort((a, b) => a.execution - b.execution);
  const executions = Math.max(0, ...started);
  const lost = executions - results.length;
  return {
    planned,
    results,
    // A lost execution may have been one that decides.
    deciding: lost === 0 ? decidingOf(results) : null,
    executions,
    lost,
  };
}

/** Only an interruption is repeated, so a second finished execution is a retry, and a retry replaces nothing. */
function decidingOf(results: readonly TrialResult[]): TrialResult | null {
  const finished = results.filter((result) => !isInterrupted(result));
  return finished.sort(byFavour)[0] ?? results.at(-1) ?? null;
}

/** Whether a result says that its execution was interrupted: the only kind that a resumed run repeats. */
export function isInterrupted({ grade: { outcome } }: TrialResult): boolean {
  return outcome.state === 'ungraded' && outcome.cause === 'interrupted';
}

const FAVOUR = { rejected: 0, ungraded: 1, accepted: 2 } as const;

function byFavour(a: TrialResult, b: TrialResult): number {
  const order = FAVOUR[a.grade.outcome.state] - FAVOUR[b.grade.outcome.state];
  if (order !== 0) return order;
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
