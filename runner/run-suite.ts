/** Runs the trials of a plan: several at a time, each finished one safe on disk, resumable after any end. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import { ExitFacts } from '../records/harness.ts';
import type { PlannedTrial, RunSummary } from '../records/run.ts';
import { GuardRecord, TrialPlan, TrialResult } from '../records/trial.ts';
import { summaryMarkdown } from '../render/summary-markdown.ts';
import { type Context, instant } from './context.ts';
import { prettyJson, readDocument, replaceFile, writeJson } from './files.ts';
import { Kept } from './kept.ts';
import { LIMITS_URL } from './links.ts';
import { shardOf } from './plan.ts';
import { contractOf, type Finished, finishTrial, folderName, runTrial } from './run-trial.ts';
import type { Settings } from './settings.ts';
import { Spend } from './spend.ts';
import { endAllWith } from './strays.ts';

/** What stopped a run before its last trial, or null. */
export type Stopped = 'interrupted' | 'budget' | null;

/** How a run ended, and what this process judged of it. */
export interface Ran {
  readonly stopped: Stopped;
  readonly kept: Kept;
}

/** Runs every trial of this shard that still needs it. */
export async function runSuite(
  context: Context,
  settings: Settings,
  budgetNanoUsd: number | null,
  allowUnknown: boolean,
): Promise<Ran> {
  const kept = new Kept(settings.run);
  const planned = shardOf(settings.run.plan.trials, settings.run.shard);
  const results = new Map<string, TrialResult[]>();
  const queue: { trial: PlannedTrial; execution: number }[] = [];
  for (const trial of planned) {
    const earlier = await executionsOf(context, settings, trial, kept);
    results.set(trial.trialId, earlier);
    const open = earlier.every((result) => isInterrupted(result));
    if (open) queue.push({ trial, execution: earlier.length + 1 });
  }
  const spend = new Spend(budgetNanoUsd, allowUnknown, [...results.values()].flat());
  const total = planned.length;
  let finished = total - queue.length;
  const started = context.now();
  if (queue.length > 0) writeSummary(settings, planned, results);
  const worker = async () => {
    while (!context.interrupt.aborted && !spend.exhausted) {
      const next = queue.shift();
      if (next === undefined) return;
      const done = await runTrial(context, settings, next.trial, next.execution).catch((error: unknown) => {
        // A trial that could not be kept stops the run: the other workers finish what they began and take no more.
        queue.length = 0;
        throw error;
      });
      const { result } = done;
      kept.add(done);
      results.get(next.trial.trialId)?.push(result);
      spend.add(result);
      finished++;
      writeSummary(settings, planned, results);
      context.progress(progressLine(result, finished, total, context.now() - started));
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: settings.run.concurrency }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (context.interrupt.aborted) return { stopped: 'interrupted', kept };
  return { stopped: spend.exhausted && queue.length > 0 ? 'budget' : null, kept };
}

function progressLine(result: TrialResult, finished: number, total: number, elapsedMs: number): string {
  const { outcome } = result.grade;
  const detail = outcome.state === 'ungraded' ? `ungraded (${outcome.cause})` : outcome.state;
  const left = finished === 0 ? 0 : Math.round((elapsedMs / finished) * (total - finished));
  const eta = left > 2000 ? `, about ${Math.ceil(left / 1000)} s left` : '';
  return `${finished}/${total}  ${result.case}  ${detail}${eta}`;
}

function isInterrupted(result: TrialResult): boolean {
  const { outcome } = result.grade;
  return outcome.state === 'ungraded' && outcome.cause === 'interrupted';
}

/** Results of earlier executions of a trial; a folder without a result belongs to a killed runner and is closed now. */
async function executionsOf(
  context: Context,
  settings: Settings,
  trial: PlannedTrial,
  kept: Kept,
): Promise<TrialResult[]> {
  const results: TrialResult[] = [];
  for (let execution = 1; ; execution++) {
    const folder = join(settings.runDir, 'trials', folderName(trial.trialId, execution));
    if (!existsSync(folder)) return results;
    const path = join(folder, 'result.json');
    if (existsSync(path)) results.push(readDocument(path, TrialResult, 'a trial result'));
    else results.push(kept.add(await closeKilled(context, settings, trial, execution, folder)));
  }
}

/** Ends what a killed runner left behind and writes the result it could not write: interrupted, with what was seen. */
async function closeKilled(
  context: Context,
  settings: Settings,
  trial: PlannedTrial,
  execution: number,
  folder: string,
): Promise<Finished> {
  await endAllWith(`${settings.run.runId}.`);
  const task = settings.cases.get(trial.case);
  const group = settings.run.plan.groups.find((item) => item.id === trial.group);
  const now = context.now();
  const workspace = join(settings.runDir, 'work', folderName(trial.trialId, execution), 'workspace');
  const planPath = join(folder, 'trial.json');
  if (task === undefined || group === undefined) throw new Error(`No case or group for ${trial.trialId}`);
  const plan: TrialPlan = readWhole(planPath, TrialPlan) ?? {
    schema: 'operant.trial/v1',
    trialId: trial.trialId,
    execution,
    planDigest: settings.run.planDigest,
    suite: settings.run.plan.suite.id,
    kind: settings.run.plan.suite.kind,
    case: trial.case,
    taskDigest: trial.taskDigest,
    attempt: trial.attempt,
    agent: group.agent,
    harnessVersion: settings.run.harnessVersions[group.agent.harness] ?? null,
    timeoutMs: settings.run.plan.timeoutMs,
    isolation: settings.run.plan.isolation,
    startedAt: instant(now),
  };
  writeJson(planPath, plan);
  const exit: ExitFacts = { ...(readWhole(join(folder, 'exit.json'), ExitFacts) ?? NO_END), interrupted: true };
  writeJson(join(folder, 'exit.json'), exit);
  writeJson(join(folder, 'contract.json'), contractOf(task));
  // A half-written guard record proves nothing; without it the leak check stays unobservable.
  const guards = join(folder, 'guards.json');
  if (existsSync(guards) && readWhole(guards, GuardRecord) === null) renameSync(guards, `${guards}.torn`);
  const started = Date.parse(plan.startedAt);
  return finishTrial(
    context,
    settings,
    plan,
    folder,
    workspace,
    { exit, wallMs: Math.max(0, now - started) },
    trial.group,
    started,
  );
}

const NO_END: ExitFacts = {
  exitCode: null,
  signal: null,
  timedOut: false,
  overflow: false,
  interrupted: true,
  spawnError: null,
};

/** A document of a killed runner; null when it was not written, or only half. */
function readWhole<T>(path: string, schema: z.ZodType<T>): T | null {
  try {
    return readDocument(path, schema, 'a document of a trial');
  } catch {
    return null;
  }
}

/** summary.json and summary.md, replaced in one step each after every trial. */
function writeSummary(
  settings: Settings,
  planned: readonly PlannedTrial[],
  results: ReadonlyMap<string, readonly TrialResult[]>,
): void {
  const trials = planned.flatMap((trial) =>
    (results.get(trial.trialId) ?? []).map((result) => ({
      trialId: result.trialId,
      execution: result.execution,
      case: result.case,
      attempt: result.attempt,
      outcome: result.grade.outcome,
      wallMs: result.wallMs,
    })),
  );
  const summary: RunSummary = {
    schema: 'operant.run-summary/v1',
    runId: settings.run.runId,
    planned: planned.length,
    finished: new Set(trials.map((trial) => trial.trialId)).size,
    trials,
  };
  replaceFile(join(settings.runDir, 'summary.json'), prettyJson(summary));
  replaceFile(join(settings.runDir, 'summary.md'), summaryMarkdown(settings.run, summary, { limitsUrl: LIMITS_URL }));
}

/** Trial folders of a run, sorted. */
export function trialFolders(runDir: string): string[] {
  try {
    return readdirSync(join(runDir, 'trials')).sort();
  } catch {
    return [];
  }
}
