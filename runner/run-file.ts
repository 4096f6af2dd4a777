/** run.json, read back: the plan that it names by digest, or nothing. */
import { join } from 'node:path';
import { EvidenceError } from '../records/errors.ts';
import { Run } from '../records/run.ts';
import { readDocument } from './files.ts';
import { nameTrials, planDigest } from './plan.ts';

/**
 * Reads run.json of a run folder. A plan that is not the one of its digest, or whose trials have other ids than follow
 * from it, was altered: an EvidenceError.
 */
export function readRunFile(runDir: string): Run {
  const path = join(runDir, 'run.json');
  const run = readDocument(path, Run, 'a run');
  if (planDigest(run.plan) !== run.planDigest) {
    throw new EvidenceError('plan_altered', `The plan in ${path} is not the one that its digest names`);
  }
  const ids = nameTrials(run.plan).trials.map((trial) => trial.trialId);
  if (run.plan.trials.some((trial, at) => trial.trialId !== ids[at])) {
    throw new EvidenceError('plan_altered', `The trials in ${path} have other ids than the plan gives them`);
  }
  return run;
}
