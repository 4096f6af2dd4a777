/** One trial from an empty folder to its result. Evidence first, then grading; result.json last, so that it marks the end. */
import { join } from 'node:path';
import { TRIAL_MARK } from '../records/harness.ts';
import type { PlannedTrial } from '../records/run.ts';
import type { Digest } from '../records/scalars.ts';
import type { TrialPlan, TrialResult } from '../records/trial.ts';
import { trialReport } from '../render/trial-report.ts';
import { type Context, instant } from './context.ts';
import { prettyJson, replaceFile, writeJson, writeOwn } from './files.ts';
import { judgeTrial } from './judge.ts';
import { LIMITS_URL } from './links.ts';
import { presentMoment } from './moment.ts';
import { OUTPUT_CAP, type ProcessResult, runProcess } from './process.ts';
import type { Settings } from './settings.ts';
import { endAllWith } from './strays.ts';
import { indexDigest, writeIndex } from './trial-files.ts';
import { prepare, secure } from './trial-stages.ts';
import { manifestOf } from './workspace.ts';

/** A trial that this process judged: its result, and the digest of the evidence index it was judged from. */
export interface Finished {
  readonly result: TrialResult;
  readonly evidence: Digest;
}

/** Runs one planned trial at its n-th execution and returns its result. */
export async function runTrial(
  context: Context,
  settings: Settings,
  planned: PlannedTrial,
  execution: number,
): Promise<Finished> {
  const started = context.now();
  const prepared = await prepare(context, settings, planned, execution, started);
  const { folders, launch, mark } = prepared;
  writeJson(join(folders.trial, 'before.json'), manifestOf(folders.workspace));
  const since = presentMoment();
  const ran = await runProcess({
    argv: launch.argv,
    cwd: folders.workspace,
    env: { ...launch.env, [TRIAL_MARK]: mark },
    stdin: launch.stdin,
    stdoutPath: join(folders.trial, 'stdout.raw'),
    stderrPath: join(folders.trial, 'stderr.raw'),
    deadlineMs: prepared.plan.timeoutMs,
    capBytes: OUTPUT_CAP,
    interrupt: context.interrupt,
  });
  const ended = await endAllWith(mark, folders.workspace, since);
  await secure(context, settings, prepared, ran, ended === true, started);
  return finishTrial(context, settings, prepared.plan, folders.trial, folders.workspace, ran, planned.group, started);
}

/** Indexes the evidence, judges it and writes the result. Also used for a trial whose runner was killed. */
export function finishTrial(
  context: Context,
  settings: Settings,
  plan: TrialPlan,
  trialDir: string,
  workspace: string,
  ran: ProcessResult,
  group: string,
  started: number,
): Finished {
  const evidence = indexDigest(writeIndex(trialDir, plan.trialId, plan.execution));
  const judged = judgeTrial({
    trialDir,
    harness: settings.harness,
    plan,
    exit: ran.exit,
    pricing: settings.pricing,
    at: instant(started),
  });
  writeOwn(join(trialDir, 'final.txt'), judged.finalText ?? '');
  writeJson(join(trialDir, 'trace.json'), judged.trace);
  const result: TrialResult = {
    schema: 'operant.trial-result/v1',
    trialId: plan.trialId,
    execution: plan.execution,
    case: plan.case,
    taskDigest: plan.taskDigest,
    attempt: plan.attempt,
    group,
    grade: judged.grade,
    exit: ran.exit,
    usage: judged.usage,
    cost: judged.cost,
    modelsObserved: judged.modelsObserved,
    toolCalls: judged.toolCalls,
    wallMs: ran.wallMs,
    startedAt: instant(started),
    finishedAt: instant(context.now()),
    evaluator: context.evaluator,
    workspace,
    problems: judged.trace.problems,
  };
  writeOwn(join(trialDir, 'report.md'), trialReport(plan, result, { limitsUrl: LIMITS_URL }));
  replaceFile(join(trialDir, 'result.json'), prettyJson(result));
  return { result, evidence };
}
