/** What an earlier invocation left of a run: its results, read back from their evidence, and what a kill left open. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import { EvidenceError } from '../records/errors.ts';
import { ExitRecord } from '../records/harness.ts';
import { type PlannedTrial, RunSummary } from '../records/run.ts';
import { GuardRecord, TrialCommand, TrialPlan, type TrialResult } from '../records/trial.ts';
import type { Context } from './context.ts';
import { contractOf, installedFor } from './contracts.ts';
import { readDocument, writeJson } from './files.ts';
import type { Kept } from './kept.ts';
import { statOf, walk } from './native-files.ts';
import { writePackage } from './package.ts';
import { readTrial } from './recheck.ts';
import { type Finished, finishTrial } from './run-trial.ts';
import type { Settings } from './settings.ts';
import { endAllWith } from './strays.ts';
import { verifiedIndex } from './trial-files.ts';
import { folderName, trialPlan } from './trial-stages.ts';

/**
 * Results of earlier executions of a trial, in order, each as its evidence gives it now. A folder without a result
 * belongs to a killed runner and is closed. Throws an EvidenceError when something is not what was recorded.
 */
export async function earlierResults(
  context: Context,
  settings: Settings,
  trial: PlannedTrial,
  kept: Kept,
): Promise<TrialResult[]> {
  const { run, runDir, pricing } = settings;
  const suite = { cases: [...settings.cases.values()] };
  const results: TrialResult[] = [];
  for (let execution = 1; ; execution++) {
    const name = folderName(trial.trialId, execution);
    const folder = join(runDir, 'trials', name);
    if (!existsSync(folder)) return results;
    if (existsSync(join(folder, 'result.json'))) {
      const { stored, result, evidence } = readTrial(context, { run, suite, pricing, folder, name });
      kept.add({ result: stored, evidence });
      results.push(result);
    } else results.push(kept.add(await closeKilled(context, settings, trial, execution, folder)));
  }
}

/**
 * Throws an EvidenceError when a trial that the run counted as finished has neither its result nor the evidence that
 * would give it again: running it once more would be a retry in place of what it said the first time (I8).
 */
export function refuseLost(runDir: string): void {
  const path = join(runDir, 'summary.json');
  if (!existsSync(path)) {
    if (!existsSync(join(runDir, 'trials')) || readdirSync(join(runDir, 'trials')).length === 0) return;
    throw new EvidenceError('evidence_lost', `${path} is gone, which says what was finished`, REPORT);
  }
  for (const trial of readDocument(path, RunSummary, 'a run summary').trials) {
    const name = folderName(trial.trialId, trial.execution);
    const folder = join(runDir, 'trials', name);
    const interrupted = trial.outcome.state === 'ungraded' && trial.outcome.cause === 'interrupted';
    if (interrupted || existsSync(join(folder, 'result.json'))) continue;
    if (!existsSync(join(folder, 'index.json')))
      throw new EvidenceError('evidence_lost', `The trial ${name} was finished, and its result is gone`, REPORT);
    verifiedIndex(folder);
  }
}

const REPORT = 'A resumed run repeats nothing that was finished: report it as it is, or start a new run.';

/**
 * Ends what a killed runner left behind and writes the result it could not write. Where the evidence was whole and
 * indexed already, that is the result it gives; else the trial is interrupted, with what was seen.
 */
async function closeKilled(
  context: Context,
  settings: Settings,
  trial: PlannedTrial,
  execution: number,
  folder: string,
): Promise<Finished> {
  await endAllWith(`${settings.run.runId}.`);
  const task = settings.cases.get(trial.case);
  if (task === undefined) throw new Error(`No case for ${trial.trialId}`);
  const lastSeen = lastWritten(folder);
  const whole = isWhole(folder);
  const plan = planOf(context, settings, trial, execution, folder);
  const seen = readWhole(join(folder, 'exit.json'), ExitRecord);
  const started = Date.parse(plan.startedAt);
  const cut = { ...NO_END, wallMs: Math.max(0, Math.round(lastSeen - started)) };
  const { wallMs, ...exit } = whole && seen !== null ? seen : { ...(seen ?? cut), interrupted: true };
  writeJson(join(folder, 'trial.json'), plan);
  writeJson(join(folder, 'exit.json'), { ...exit, wallMs });
  const installed = installedFor(task, plan.agent, settings.harness, settings.package);
  writeJson(join(folder, 'contract.json'), contractOf(task, installed));
  // A folder that is there may be half of one.
  rmSync(join(folder, 'package'), { recursive: true, force: true });
  if (installed !== null) writePackage(join(folder, 'package'), installed.package);
  // A half-written guard record proves nothing; without it the leak check stays unobservable. A command is written before
  // the agent starts: half of one says that it never did.
  setAsideTorn(join(folder, 'guards.json'), GuardRecord);
  setAsideTorn(join(folder, 'command.json'), TrialCommand);
  const workspace = join(settings.runDir, 'work', folderName(trial.trialId, execution), 'workspace');
  return finishTrial(context, settings, plan, folder, workspace, { exit, wallMs }, trial.group, started);
}

/** Whether all evidence was brought in and indexed, and stands so. */
function isWhole(folder: string): boolean {
  try {
    verifiedIndex(folder);
    return true;
  } catch {
    return false;
  }
}

/** The plan of the execution: what the runner writes first, with the time that it wrote if that can be read. */
function planOf(
  context: Context,
  settings: Settings,
  trial: PlannedTrial,
  execution: number,
  folder: string,
): TrialPlan {
  const group = settings.run.plan.groups.find((item) => item.id === trial.group);
  if (group === undefined) throw new Error(`No group for ${trial.trialId}`);
  const written = readWhole(join(folder, 'trial.json'), TrialPlan);
  const started = written === null ? context.now() : Date.parse(written.startedAt);
  return trialPlan(settings, trial, group, execution, started);
}

/** When anything in the folder was last written, in milliseconds since the epoch: the killed runner was alive then. */
function lastWritten(folder: string): number {
  return Math.max(0, ...walk(folder).map((path) => statOf(join(folder, path))?.mtimeMs ?? 0));
}

const NO_END = {
  exitCode: null,
  signal: null,
  timedOut: false,
  overflow: false,
  interrupted: true,
  spawnError: null,
};

function setAsideTorn(path: string, schema: z.ZodType): void {
  if (existsSync(path) && readWhole(path, schema) === null) renameSync(path, `${path}.torn`);
}

/** A document of a killed runner; null when it was not written, or only half. */
function readWhole<T>(path: string, schema: z.ZodType<T>): T | null {
  try {
    return readDocument(path, schema, 'a document of a trial');
  } catch {
    return null;
  }
}
