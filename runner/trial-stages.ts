/** Everything that stands before a trial begins, and everything that is brought in when it has ended. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EvidenceError, UsageError } from '../records/errors.ts';
import type { Launch } from '../records/harness.ts';
import type { Group, PlannedTrial } from '../records/run.ts';
import type { SuiteCase } from '../records/suite.ts';
import type { TrialCommand, TrialPlan } from '../records/trial.ts';
import { collectFinal, collectNative, FINAL_FILE } from './collect.ts';
import { type Context, instant } from './context.ts';
import { contractOf, type InstalledPackage, installedFor, promptOf } from './contracts.ts';
import { privateFolder, writeJson, writeOwn } from './files.ts';
import { type ArmedGuards, armGuards } from './guards.ts';
import { installPackage, writePackage } from './package.ts';
import { runProbes } from './probe.ts';
import type { ProcessResult } from './process.ts';
import type { Settings } from './settings.ts';
import { manifestOf, removeTree, writeFiles } from './workspace.ts';
import { initRepository } from './workspace-git.ts';

/** The folders of one execution. */
export interface Folders {
  readonly trial: string;
  readonly workspace: string;
  readonly home: string;
}

/** A trial that is ready to start. */
export interface Prepared {
  readonly plan: TrialPlan;
  readonly task: SuiteCase;
  /** Null where no package is installed. */
  readonly installed: InstalledPackage | null;
  readonly folders: Folders;
  readonly launch: Launch;
  readonly guards: ArmedGuards | null;
  readonly mark: string;
}

/** Makes the folders, the workspace and the launch of a trial. */
export async function prepare(
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
  const installed = installedFor(task, group.agent, settings.harness, settings.package);
  const prompt = promptOf(task, group.agent, settings.harness, installed);
  writeOwn(join(folders.trial, 'prompt.txt'), prompt);
  await fillWorkspace(settings, folders, task, installed);
  const nonce = context.random(32);
  const guarded = 'guards' in task ? task.guards : [];
  const guards = guarded.length === 0 ? null : await armGuards(folders, guarded, nonce, settings.fifoAt);
  const launch = settings.harness.prepare({
    prompt,
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
  return { plan, task, installed, folders, launch, guards, mark: `${settings.run.runId}.${context.random(16)}` };
}

/** The files that the case gives, the package, and for a workflow a repository with both in its first commit. */
async function fillWorkspace(
  settings: Settings,
  { workspace }: Folders,
  task: SuiteCase,
  installed: InstalledPackage | null,
): Promise<void> {
  writeFiles(workspace, task.files);
  if (installed !== null) installPackage(workspace, installed.root, installed.package);
  if ('kind' in task) await initRepository(workspace, settings.path);
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

/** Brings all evidence into the trial folder. */
export async function secure(
  context: Context,
  settings: Settings,
  prepared: Prepared,
  ran: ProcessResult,
  ended: boolean,
  started: number,
): Promise<void> {
  const { folders, guards, task, installed } = prepared;
  if (guards !== null) writeJson(join(folders.trial, 'guards.json'), guards.finish(ended));
  collectFinal(folders.trial, folders.home);
  const inPlace = settings.ownHome !== null;
  collectNative(folders.trial, settings.ownHome ?? folders.home, settings.harness.collect, inPlace ? started : null);
  writeJson(join(folders.trial, 'exit.json'), { ...ran.exit, wallMs: ran.wallMs });
  writeJson(join(folders.trial, 'after.json'), { ...manifestOf(folders.workspace), settled: ended });
  guards?.disarm();
  writeJson(join(folders.trial, 'contract.json'), contractOf(task, installed));
  if (installed !== null) writePackage(join(folders.trial, 'package'), installed.package);
  if ('kind' in task) {
    const outDir = join(folders.trial, 'outcome');
    privateFolder(outDir);
    const { random, interrupt, cwd: projectDir } = context;
    await runProbes({ task, workspace: folders.workspace, outDir, random, interrupt, projectDir });
  }
  await removeTree(folders.home);
}
