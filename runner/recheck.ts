/** Judges a saved result again: nothing that result.json or contract.json says is taken on trust. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Contract } from '../records/contract.ts';
import { EvidenceError } from '../records/errors.ts';
import { ExitRecord, type Harness } from '../records/harness.ts';
import type { Run } from '../records/run.ts';
import type { Digest } from '../records/scalars.ts';
import type { SuiteCase } from '../records/suite.ts';
import { TrialPlan, TrialResult } from '../records/trial.ts';
import type { Context } from './context.ts';
import { contractOf, type InstalledPackage, installedFor } from './contracts.ts';
import { prettyJson, readDocument } from './files.ts';
import { judgeTrial } from './judge.ts';
import type { Kept } from './kept.ts';
import { shardOf } from './plan.ts';
import type { Pricing } from './pricing.ts';
import { indexDigest, verifiedIndex } from './trial-files.ts';
import { folderName } from './trial-stages.ts';
import { readPackage } from './workflow-sources.ts';

/** A trial folder, and what it is checked against. */
export interface TrialFolder {
  readonly run: Run;
  /** The suite as it stands now; a case that it no longer pins is left to the report, which says so. */
  readonly suite: { readonly cases: readonly SuiteCase[] };
  readonly pricing: Pricing;
  readonly folder: string;
  readonly name: string;
}

interface RecheckInput extends TrialFolder {
  readonly stored: TrialResult;
}

/** A trial that was read back. */
export interface ReadTrial {
  /** What result.json says. */
  readonly stored: TrialResult;
  /** What its evidence says now; the same when the same evaluator graded it. */
  readonly result: TrialResult;
  /** Digest of its evidence index. */
  readonly evidence: Digest;
}

/**
 * Reads a finished trial back: its evidence must be what was recorded, and folder, evidence and result must be of one
 * planned execution. What this process judged itself (`kept`) must lie there as it was written; every other result is
 * judged again. Throws an EvidenceError.
 */
export function readTrial(context: Context, input: TrialFolder, kept: Kept | null = null): ReadTrial {
  const { folder, name, run } = input;
  const stored = readDocument(join(folder, 'result.json'), TrialResult, 'a trial result');
  if (!shardOf(run.plan.trials, run.shard).some((trial) => trial.trialId === stored.trialId))
    throw new EvidenceError('foreign_trial', `${name} is not a trial of ${run.runId}`);
  const index = verifiedIndex(folder);
  if (index.trialId !== stored.trialId || index.execution !== stored.execution) {
    throw new EvidenceError(
      'foreign_evidence',
      `The evidence index in ${name} belongs to another trial than its result`,
    );
  }
  if (name !== folderName(stored.trialId, stored.execution)) {
    const message = `The folder ${name} holds the result of ${stored.trialId}, execution ${stored.execution}`;
    throw new EvidenceError('foreign_trial', message);
  }
  const evidence = indexDigest(index);
  const known = kept?.stands(name, stored, evidence) === true && stored.evaluator === context.evaluator;
  return { stored, evidence, result: known ? stored : rechecked(context, { ...input, stored }) };
}

/**
 * The result as its evidence gives it now. Graded by this evaluator before, it must say the same; graded by another,
 * today's grade takes its place. Throws an EvidenceError when evidence, contract or result do not belong together.
 */
function rechecked(context: Context, input: RecheckInput): TrialResult {
  const { folder, stored, pricing } = input;
  const plan = readDocument(join(folder, 'trial.json'), TrialPlan, 'a trial plan');
  const { wallMs, ...exit } = readDocument(join(folder, 'exit.json'), ExitRecord, 'exit facts');
  refuseForeign(input, plan);
  const harness = context.harnesses.get(plan.agent.harness);
  if (harness === undefined)
    throw new EvidenceError('unknown_harness', `${folder} was run by the unknown harness ${plan.agent.harness}`);
  refuseContract(input, plan, harness);
  const judged = judgeTrial({ trialDir: folder, harness, plan, exit, pricing, at: plan.startedAt });
  const { grade, usage, cost, modelsObserved, toolCalls, trace } = judged;
  const { evaluator } = context;
  const today = { ...stored, grade, usage, cost, exit, wallMs, modelsObserved, toolCalls, problems: trace.problems };
  if (stored.evaluator === evaluator) {
    if (isDeepStrictEqual(JSON.parse(prettyJson(today)), stored)) return stored;
    throw new EvidenceError(
      'result_altered',
      `result.json in ${folder} is not what its evidence says`,
      'See operant regrade for what the evidence says.',
    );
  }
  return { ...today, evaluator };
}

/** Evidence of another trial, case or plan proves nothing about this one. */
function refuseForeign({ run, folder, stored }: RecheckInput, plan: TrialPlan): void {
  const identity = ({ trialId, execution, case: id, taskDigest, attempt, startedAt }: TrialPlan | TrialResult) => ({
    ...{ trialId, execution, id, taskDigest, attempt, startedAt },
  });
  const agent = run.plan.groups.find((group) => group.id === stored.group)?.agent;
  const { planDigest, harnessVersion, timeoutMs, isolation } = plan;
  const planned = {
    ...{ agent, planDigest: run.planDigest, timeoutMs: run.plan.timeoutMs, isolation: run.plan.isolation },
    harnessVersion: run.harnessVersions[plan.agent.harness] ?? null,
  };
  const asPlanned = isDeepStrictEqual({ agent: plan.agent, planDigest, harnessVersion, timeoutMs, isolation }, planned);
  if (asPlanned && isDeepStrictEqual(identity(plan), identity(stored))) return;
  throw new EvidenceError('foreign_evidence', `trial.json in ${folder} is about another trial than its result`);
}

/** The package as the trial folder keeps it, where the plan says that one was installed. */
function installedIn(folder: string, task: SuiteCase, plan: TrialPlan, harness: Harness): InstalledPackage | null {
  if (plan.agent.packageDigest === null) return null;
  const { value } = readPackage(join(folder, 'package'));
  return installedFor(task, plan.agent, harness, value);
}

/** What judged the trial must be what the pinned case says. */
function refuseContract({ suite, folder }: RecheckInput, plan: TrialPlan, harness: Harness): void {
  const cases: readonly SuiteCase[] = suite.cases;
  const task = cases.find(({ id, digest }) => id === plan.case && digest === plan.taskDigest);
  if (task === undefined) return;
  const contract = readDocument(join(folder, 'contract.json'), Contract, 'a trial contract');
  if (!isDeepStrictEqual(contract, contractOf(task, installedIn(folder, task, plan, harness)))) {
    throw new EvidenceError('contract_altered', `contract.json in ${folder} is not what the suite pins for ${task.id}`);
  }
}
