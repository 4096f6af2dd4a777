/** Runs workflow-core through the command line, with a real CLI and the scripted model on loopback. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TrialPlan, TrialResult } from '../../../records/trial.ts';
import type { Entry } from '../../helpers/scripted-model/script.ts';
import { type Recorded, startScriptedModel } from '../../helpers/scripted-model/server.ts';
import { SYSTEM_PATH } from './codex-run.ts';
import { WORK } from './work-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CLI = join(ROOT, 'dist', 'cli', 'operant.mjs');

/** What to run. */
export interface WorkflowRequest {
  readonly name: string;
  readonly harness: string;
  /** Folder of the real CLI's program. */
  readonly bin: string;
  readonly model: string;
  readonly entries: readonly Entry[];
  readonly more?: readonly string[];
  /** The suite, where it is another; made in the working folder before the run. */
  readonly own?: { readonly suite: string; readonly make: (folder: string) => void };
  /** Variables that are handed to the CLI by name. */
  readonly handed?: Readonly<Record<string, string>>;
}

/** One trial with what it was planned as. */
export interface WorkflowTrial {
  readonly folder: string;
  readonly plan: TrialPlan;
  readonly result: TrialResult;
}

export interface WorkflowRun {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly home: string;
  readonly trials: readonly WorkflowTrial[];
  readonly requests: readonly Recorded[];
}

function trialsBelow(out: string): WorkflowTrial[] {
  const found = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('/result.json'));
  return found.sort().map((path) => {
    const folder = join(out, path, '..');
    const json = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
    return { folder, plan: TrialPlan.parse(json('trial.json')), result: TrialResult.parse(json('result.json')) };
  });
}

/** `operant run --suite workflow-core`, with nothing of this process's environment. */
export async function runWorkflow(request: WorkflowRequest): Promise<WorkflowRun> {
  const { name, harness, bin, model, entries, more = [], own, handed = {} } = request;
  const home = join(WORK, `workflow-${name}`);
  rmSync(home, { recursive: true, force: true });
  const out = join(home, 'runs');
  mkdirSync(out, { recursive: true });
  own?.make(home);
  const key = `key-${name}-${process.pid}`;
  const scripted = await startScriptedModel({ scenario: { entries, otherwise: [{ answer: 'no case' }] }, key });
  const flags = ['--harness', harness, '--model', model, '--endpoint', scripted.baseUrl, '--yes', '--out', out];
  const env = {
    PATH: `${bin}:${join(process.execPath, '..')}:${SYSTEM_PATH}`,
    HOME: home,
    NO_COLOR: '1',
    OPERANT_ENDPOINT_KEY: key,
    ...handed,
  };
  const named = Object.keys(handed).flatMap((one) => ['--env', one]);
  try {
    const child = spawn(
      process.execPath,
      [CLI, 'run', '--suite', own?.suite ?? 'workflow-core', ...flags, ...named, ...more],
      {
        cwd: home,
        env,
      },
    );
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString('utf8');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
    });
    const exit = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { exit, stdout, stderr, home, trials: trialsBelow(out), requests: scripted.requests };
  } finally {
    await scripted.close();
  }
}

/** What came of a trial: its outcome, and every check that did not pass. */
export interface Said {
  readonly trial: string;
  readonly outcome: string;
  readonly open: Readonly<Record<string, string>>;
}

/** What came of each trial, sorted. */
export function saidOf(trials: readonly WorkflowTrial[]): readonly Said[] {
  const said = trials.map(({ plan, result }) => ({
    trial: `${plan.case} ${plan.agent.condition}`,
    outcome: result.grade.outcome.state,
    open: Object.fromEntries(
      result.grade.checks.flatMap(({ id, status }) => (status === 'passed' ? [] : [[id, status]])),
    ),
  }));
  return said.sort((a, b) => (a.trial < b.trial ? -1 : 1));
}
