/** Regrade: the same evidence, today's evaluator. No model call, no candidate code, nothing overwritten (I12). */
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../records/errors.ts';
import { ExitRecord } from '../records/harness.ts';
import { type Outcome, TrialPlan, TrialResult } from '../records/trial.ts';
import { trialReport } from '../render/trial-report.ts';
import { type Context, instant } from './context.ts';
import { prettyJson, readDocument } from './files.ts';
import { chooseHarness } from './harness-choice.ts';
import { judgeTrial } from './judge.ts';
import { LIMITS_URL } from './links.ts';
import { loadPricing, type Pricing } from './pricing.ts';
import { readRunFile } from './run-file.ts';
import { trialFolders } from './run-suite.ts';
import { verifiedIndex } from './trial-files.ts';

/** How one trial came out before and now. `better` and `worse` order accepted over ungraded over rejected. */
export interface RegradedTrial {
  readonly trialId: string;
  readonly execution: number;
  readonly case: string;
  readonly before: Outcome;
  readonly now: Outcome;
  readonly change: 'up' | 'down' | 'unchanged' | 'differs';
  /** Path of the new result. */
  readonly written: string;
}

export interface Regraded {
  readonly evaluatorBefore: readonly string[];
  readonly evaluatorNow: string;
  readonly trials: readonly RegradedTrial[];
}

/** Regrades one trial folder or every finished trial of a run folder. Altered evidence stops it before anything is written. */
export async function regrade(context: Context, folder: string): Promise<Regraded> {
  const root = resolve(context.cwd, folder);
  const folders = foldersOf(root, folder);
  const pricing = loadPricing(context.dataDir);
  for (const trialDir of folders) verifiedIndex(trialDir);
  const trials: RegradedTrial[] = [];
  const evaluators = new Set<string>();
  const stamp = instant(context.now()).replaceAll(/[-:.]/g, '');
  for (const trialDir of folders) {
    const before = readDocument(join(trialDir, 'result.json'), TrialResult, 'a trial result');
    evaluators.add(before.evaluator);
    trials.push(await regradeTrial(context, trialDir, before, pricing, stamp));
  }
  return { evaluatorBefore: [...evaluators].sort(), evaluatorNow: context.evaluator, trials };
}

function foldersOf(root: string, named: string): string[] {
  if (existsSync(join(root, 'result.json'))) return [root];
  if (!existsSync(join(root, 'run.json'))) {
    throw new UsageError(`${named} is neither a run nor a trial folder`, 'Name a folder with run.json or result.json.');
  }
  readRunFile(root);
  return trialFolders(root)
    .map((name) => join(root, 'trials', name))
    .filter((path) => existsSync(join(path, 'result.json')));
}

async function regradeTrial(
  context: Context,
  trialDir: string,
  before: TrialResult,
  pricing: Pricing,
  stamp: string,
): Promise<RegradedTrial> {
  const plan = readDocument(join(trialDir, 'trial.json'), TrialPlan, 'a trial plan');
  const { wallMs, ...exit } = readDocument(join(trialDir, 'exit.json'), ExitRecord, 'exit facts');
  const harness = await chooseHarness(context, plan.agent.harness);
  const judged = judgeTrial({ trialDir, harness, plan, exit, pricing, at: plan.startedAt });
  const result: TrialResult = {
    ...before,
    exit,
    wallMs,
    grade: judged.grade,
    usage: judged.usage,
    cost: judged.cost,
    modelsObserved: judged.modelsObserved,
    toolCalls: judged.toolCalls,
    problems: judged.trace.problems,
    evaluator: context.evaluator,
  };
  const written = freshName(trialDir, `regraded-${stamp}`);
  writeFileSync(`${written}.json`, prettyJson(result), { mode: 0o600, flag: 'wx' });
  writeFileSync(`${written}.md`, trialReport(plan, result, { limitsUrl: LIMITS_URL }), { mode: 0o600, flag: 'wx' });
  return {
    trialId: before.trialId,
    execution: before.execution,
    case: before.case,
    before: before.grade.outcome,
    now: judged.grade.outcome,
    change: changeOf(before.grade.outcome, judged.grade.outcome),
    written: `${written}.json`,
  };
}

function freshName(trialDir: string, base: string): string {
  for (let n = 0; ; n++) {
    const path = join(trialDir, n === 0 ? base : `${base}-${n}`);
    if (!existsSync(`${path}.json`) && !existsSync(`${path}.md`)) return path;
  }
}

const RANK = { rejected: 0, ungraded: 1, accepted: 2 } as const;

function changeOf(before: Outcome, now: Outcome): RegradedTrial['change'] {
  if (before.state !== now.state) return RANK[now.state] > RANK[before.state] ? 'up' : 'down';
  return JSON.stringify(before) === JSON.stringify(now) ? 'unchanged' : 'differs';
}
