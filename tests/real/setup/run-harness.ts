/** Runs one harness once on this machine, as a trial does: prepare, start, collect, decode. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ExitFacts, Harness, PrepareInput, Terminal } from '../../../records/harness.ts';
import { TRIAL_MARK } from '../../../records/harness.ts';
import type { Trace } from '../../../records/observation.ts';
import type { TrialUsage } from '../../../records/usage.ts';
import { collectNative } from '../../../runner/collect.ts';
import { nativeFilesOf } from '../../../runner/native-files.ts';
import { OUTPUT_CAP, runProcess } from '../../../runner/process.ts';
import { WORK } from './work-folder.ts';

/** Folders of one run. */
export interface Folders {
  readonly root: string;
  readonly trial: string;
  readonly workspace: string;
  readonly home: string;
}

/** New, empty folders where real runs work. */
export function freshFolders(name: string): Folders {
  const root = join(WORK, name);
  rmSync(root, { recursive: true, force: true });
  const folders = { root, trial: join(root, 'trial'), workspace: join(root, 'workspace'), home: join(root, 'home') };
  for (const folder of [folders.trial, folders.workspace, folders.home]) mkdirSync(folder, { recursive: true });
  return folders;
}

/** Writes text files below a folder. */
export function put(folder: string, files: Readonly<Record<string, string>>, mode = 0o644): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode });
  }
}

/** What a run is asked to do; the rest of the input has plain defaults. */
export interface RunRequest extends Partial<PrepareInput> {
  readonly harness: Harness;
  readonly folders: Folders;
  readonly prompt: string;
  readonly path: string;
  readonly deadlineMs?: number;
  readonly interrupt?: AbortSignal;
  /** Arguments to put before the last one. */
  readonly more?: readonly string[];
  /** Value of the variable that marks the trial's processes. */
  readonly mark?: string;
}

/** What a run left behind. */
export interface RunResult {
  readonly exit: ExitFacts;
  readonly trace: Trace;
  readonly terminal: Terminal;
  readonly usage: TrialUsage;
}

/** Decodes what lies in a trial folder. */
export function decodeTrial(harness: Harness, trial: string, exit: ExitFacts): RunResult {
  const trace = harness.decode(nativeFilesOf(trial));
  return { exit, trace, terminal: harness.terminal(trace, exit), usage: harness.usage(trace) };
}

/** Runs the harness and decodes what it left. */
export async function runHarness(request: RunRequest): Promise<RunResult> {
  const { harness, folders, deadlineMs = 60_000, mark = 'real-test' } = request;
  const launch = harness.prepare({
    model: null,
    endpoint: null,
    login: 'none',
    ownHome: null,
    hostEnv: {},
    program: [],
    contained: true,
    finalFile: join(folders.home, 'final.raw'),
    workspace: folders.workspace,
    home: folders.home,
    ...request,
  });
  put(folders.home, Object.fromEntries(launch.files.map(({ path, text }) => [path, text])));
  const { exit } = await runProcess({
    argv: [...launch.argv.slice(0, -1), ...(request.more ?? []), ...launch.argv.slice(-1)],
    cwd: folders.workspace,
    env: { ...launch.env, [TRIAL_MARK]: mark },
    stdin: launch.stdin,
    stdoutPath: join(folders.trial, 'stdout.raw'),
    stderrPath: join(folders.trial, 'stderr.raw'),
    deadlineMs,
    capBytes: OUTPUT_CAP,
    interrupt: request.interrupt ?? new AbortController().signal,
  });
  collectNative(folders.trial, request.ownHome ?? folders.home, harness.collect, null);
  return decodeTrial(harness, folders.trial, exit);
}
