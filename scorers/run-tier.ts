/** Is what ran the suite that is pinned, and all of it? Decided from the results on disk, whatever the run was called (I7, I9). */
import type { Run } from '../records/run.ts';
import type { Suite } from '../records/suite.ts';
import type { Tier } from '../records/terms.ts';
import type { GroupExecutions } from './executions.ts';

/** The tier of a group of results. `partial` leaves a mismatch of digests out, which has a code of its own. */
export interface RunTier {
  readonly tier: Tier;
  readonly smokeBecause: readonly string[];
  readonly partial: boolean;
  readonly digestMismatch: boolean;
}

/** Adds to the plan's own reasons those that only the results show. */
export function runTier(run: Run, group: string, suite: Suite, executed: GroupExecutions): RunTier {
  const reasons = [...run.plan.smokeBecause, ...coverage(run, group, executed)];
  if (run.plan.tier === 'smoke' && reasons.length === 0) reasons.push('declared_smoke: the plan says tier smoke');
  const mismatches = mismatchesOf(run, suite, executed);
  return {
    tier: reasons.length + mismatches.length === 0 ? 'score' : 'smoke',
    smokeBecause: [...reasons, ...mismatches],
    partial: reasons.length > 0,
    digestMismatch: mismatches.length > 0,
  };
}

function coverage(run: Run, group: string, { trials }: GroupExecutions): readonly string[] {
  const { suite } = run.plan;
  const pinned = suite.tasks.flatMap(({ id }) => numbers(suite.attempts).map((attempt) => `${id} ${attempt}`));
  const planned = new Set(
    run.plan.trials.filter((trial) => trial.group === group).map((trial) => `${trial.case} ${trial.attempt}`),
  );
  const unplanned = pinned.filter((one) => !planned.has(one)).length;
  const missing = trials.filter((trial) => trial.deciding === null).length;
  const reasons: string[] = [];
  if (run.shard !== null && run.shard.of > 1) {
    reasons.push(`incomplete_coverage: shard ${run.shard.index} of ${run.shard.of} alone`);
  }
  // A plan that is smoke has said so in its own words.
  if (unplanned > 0 && run.plan.tier === 'score') {
    reasons.push(`incomplete_coverage: ${unplanned} of ${pinned.length} pinned trials were not planned`);
  }
  if (missing > 0) reasons.push(`incomplete_coverage: ${missing} of ${trials.length} planned trials left no result`);
  return reasons;
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

function mismatchesOf(run: Run, suite: Suite, executed: GroupExecutions): readonly string[] {
  const { plan } = run;
  const pins = new Map(plan.suite.tasks.map((task) => [task.id, task.digest]));
  const changed = suite.cases.filter((one) => pins.get(one.id) !== one.digest).length;
  const reasons: string[] = [];
  if (suite.digest !== plan.suite.digest || suite.cases.length !== plan.suite.tasks.length || changed > 0) {
    reasons.push('digest_mismatch: the suite is not the one that this run pinned');
  }
  if (suite.contractDigest !== plan.suite.contractDigest) {
    reasons.push('digest_mismatch: the operator contract is not the one that this run pinned');
  }
  const unpinned = executed.trials.filter(({ planned }) => pins.get(planned.case) !== planned.taskDigest).length;
  if (unpinned > 0) reasons.push(`digest_mismatch: ${unpinned} planned trials are not of a pinned task`);
  if (executed.foreign.length > 0) {
    reasons.push(
      `digest_mismatch: ${executed.foreign.length} trials have results of another task or of no planned trial`,
    );
  }
  return reasons;
}
