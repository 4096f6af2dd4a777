/** Digests of a group: what was asked for (recipe) and what ran (execution). */
import type { Json } from '../records/canonical-json.ts';
import { digestCanonical } from '../records/digest.ts';
import type { Group, PlannedTrial, Run } from '../records/run.ts';
import type { Digest } from '../records/scalars.ts';
import type { EvidenceDigest } from './executions.ts';

/** Digest over the sorted evidence index digests of a group's trials, all executions included (I9). */
export function executionDigest(planned: readonly PlannedTrial[], evidence: readonly EvidenceDigest[]): Digest {
  const own = new Set(planned.map((trial) => trial.trialId));
  const digests = evidence.filter((one) => own.has(one.trialId)).map((one) => one.digest);
  return digestCanonical('operant.execution/v1', digests.sort());
}

/**
 * Digest over the inputs only, so that two runs of one recipe share it: suite, tasks, attempts, the agent as requested,
 * its package, the settings and the evaluator. No outcome, no observed version, no time.
 */
export function recipeDigest(run: Run, group: Group): Digest {
  const { plan } = run;
  const recipe: Json = {
    suite: plan.suite.digest,
    contract: plan.suite.contractDigest,
    tasks: plan.suite.tasks.map((task) => task.digest).sort(),
    trials: plan.trials
      .filter((trial) => trial.group === group.id)
      .map((trial) => `${trial.taskDigest} ${trial.attempt}`)
      .sort(),
    attempts: plan.attempts,
    agent: wellFormed({ ...group.agent }),
    settings: {
      timeoutMs: plan.timeoutMs,
      concurrency: run.concurrency,
      isolation: plan.isolation,
      endpoint: plan.endpoint,
      program: plan.program.map((word) => word.toWellFormed()),
    },
    evaluator: wellFormed({ ...plan.evaluator }),
  };
  return digestCanonical('operant.recipe/v1', recipe);
}

/** Text from outside may hold lone surrogates, which canonical JSON refuses. */
function wellFormed(fields: Readonly<Record<string, string | null>>): Json {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value?.toWellFormed() ?? null]));
}
