/** One trial from an empty folder to its result. Evidence first, then grading; result.json last, so that it marks the end. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EvidenceError, UsageError } from '../records/errors.ts';
import { type Launch, TRIAL_MARK } from '../records/harness.ts';
import type { Group, PlannedTrial } from '../records/run.ts';
import type { Digest } from '../records/scalars.ts';
import type { DecisionCase } from '../records/suite.ts';
import type { TrialCommand, TrialContract, TrialPlan, TrialResult } from '../records/trial.ts';
import { trialReport } from '../render/trial-report.ts';
import { collectFinal, collectNative, FINAL_FILE } from './collect.ts';
import { type Context, instant } from './context.ts';
import { prettyJson, privateFolder, replaceFile, writeJson, writeOwn } from './files.ts';
import { type ArmedGuards, armGuards } from './guards.ts';
import { judgeTrial } from './judge.ts';
import { LIMITS_URL } from './links.ts';
import { presentMoment } from './moment.ts';
import { OUTPUT_CAP, type ProcessResult, runProcess } from './process.ts';
import type { Settings } from './settings.ts';
import { endAllWith } from './strays.ts';
import { indexDigest, writeIndex } from './trial-files.ts';
import { manifestOf, removeTree, writeFiles } from './workspace.ts';

interface Folders {
  readonly trial: string;
  readonly workspace: string;
  readonly home: string;
}

interface Prepared {
  readonly plan: TrialPlan;
  readonly task: DecisionCase;
  readonly folders: Folders;
  readonly launch: Launch;
  readonly guards: ArmedGuards | null;
  readonly mark: string;
}

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
  await secure(settings, prepared, ran, ended === true, started);
  return finishTrial(context, settings, prepared.plan, folders.trial, folders.workspace, ran, planned.group, started);
}

async function prepare(
  context: Context,
  settings: Settings,
  planned: PlannedTrial,
  execution: number,
  started: number,
): Promise<Prepared> {
  const task = settings.cases.get(planned.case);
  const group = settings.run.plan.groups.find((item) => item.id === planned.group);
  if (task === undefined || group === undefined)
    throw new UsageError(`The plan names an unknown case or group: ${planned.case}`);
  const folders = makeFolders(settings.runDir, planned.trialId, execution);
  const plan = trialPlan(settings, planned, group, execution, started);
  writeJson(join(folders.trial, 'trial.json'), plan);
  writeOwn(join(folders.trial, 'prompt.txt'), task.prompt);
  writeFiles(folders.workspace, task.files);
  const nonce = context.random(32);
  const guards = task.guards.length === 0 ? null : await armGuards(folders, task.guards, nonce, settings.fifoAt);
  const launch = settings.harness.prepare({
    prompt: task.prompt,
    workspace: folders.workspace,
    home: folders.home,
    path: guards === null ? settings.path : `${guards.folder}:${settings.path}`,
    model: group.agent.modelRequested,
    endpoint: settings.endpoint,
    login: group.agent.login,
    ownHome: settings.ownHome,
    hostEnv: settings.hostEnv,
    program: settings.program,
    contained: settings.contained,
    finalFile: join(folders.home, FINAL_FILE),
  });
  writeFiles(folders.home, Object.fromEntries(launch.files.map((file) => [file.path, file.text])));
  writeJson(join(folders.trial, 'command.json'), commandOf(settings, folders.workspace, launch));
  return { plan, task, folders, launch, guards, mark: `${settings.run.runId}.${context.random(16)}` };
}

function commandOf(settings: Settings, cwd: string, launch: Launch): TrialCommand {
  return {
    schema: 'operant.trial-command/v1',
    argv: [...launch.argv],
    cwd,
    environment: Object.keys(launch.env).sort(),
    stdin: launch.stdin !== null,
    answersAt: [...settings.answersAt],
  };
}

function makeFolders(runDir: string, trialId: string, execution: number): Folders {
  const name = folderName(trialId, execution);
  const trial = join(runDir, 'trials', name);
  if (existsSync(trial))
    throw new EvidenceError(
      'foreign_trial',
      `The trial folder ${trial} was there before its trial began`,
      'Find out what made it before you trust this agent, then start a new run.',
    );
  const work = join(runDir, 'work', name);
  const folders = { trial, workspace: join(work, 'workspace'), home: join(work, 'home') };
  privateFolder(trial);
  mkdirSync(folders.workspace, { recursive: true, mode: 0o700 });
  mkdirSync(folders.home, { recursive: true, mode: 0o700 });
  return folders;
}

/** Folder of an execution: the trial id, with `.e<n>` from the second on. */
export function folderName(trialId: string, execution: number): string {
  return execution === 1 ? trialId : `${trialId}.e${execution}`;
}

/** trial.json of an execution that starts at `started`. */
export function trialPlan(
  settings: Settings,
  planned: PlannedTrial,
  group: Group,
  execution: number,
  started: number,
): TrialPlan {
  const { run } = settings;
  return {
    schema: 'operant.trial/v1',
    trialId: planned.trialId,
    execution,
    planDigest: run.planDigest,
    suite: run.plan.suite.id,
    kind: run.plan.suite.kind,
    case: planned.case,
    taskDigest: planned.taskDigest,
    attempt: planned.attempt,
    agent: group.agent,
    harnessVersion: run.harnessVersions[group.agent.harness] ?? null,
    timeoutMs: run.plan.timeoutMs,
    isolation: run.plan.isolation,
    startedAt: instant(started),
  };
}

/** What judges the case; written only once the candidate's processes are dead (I13). */
export function contractOf(task: DecisionCase): TrialContract {
  return {
    schema: 'operant.trial-contract/v1',
    case: task.id,
    taskDigest: task.digest,
    class: task.class,
    expected: task.expected,
    bypass: task.bypass,
    guards: task.guards.map((guard) => guard.command),
  };
}

/** Brings all evidence into the trial folder. */
async function secure(
  settings: Settings,
  prepared: Prepared,
  ran: ProcessResult,
  ended: boolean,
  started: number,
): Promise<void> {
  const { folders, guards } = prepared;
  if (guards !== null) writeJson(join(folders.trial, 'guards.json'), guards.finish(ended));
  collectFinal(folders.trial, folders.home);
  const inPlace = settings.ownHome !== null;
  collectNative(folders.trial, settings.ownHome ?? folders.home, settings.harness.collect, inPlace ? started : null);
  writeJson(join(folders.trial, 'exit.json'), { ...ran.exit, wallMs: ran.wallMs });
  writeJson(join(folders.trial, 'after.json'), manifestOf(folders.workspace));
  guards?.disarm();
  writeJson(join(folders.trial, 'contract.json'), contractOf(prepared.task));
  await removeTree(folders.home);
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
