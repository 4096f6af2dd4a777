/** Time of regrading a thousand trials whose native records are captures of a real CLI with delegates. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HARNESSES } from '../../harnesses/index.ts';
import type { Harness } from '../../records/harness.ts';
import { ShippedSuite } from '../../records/shipped.ts';
import type { WorkflowSuite } from '../../records/suite.ts';
import type { Context } from '../../runner/context.ts';
import { contractOf, installedFor } from '../../runner/contracts.ts';
import { writeJson } from '../../runner/files.ts';
import { writePackage } from '../../runner/package.ts';
import { planDigest, planRun } from '../../runner/plan.ts';
import { loadPricing } from '../../runner/pricing.ts';
import { finishTrial } from '../../runner/run-trial.ts';
import type { Settings } from '../../runner/settings.ts';
import { trialPlan } from '../../runner/trial-stages.ts';
import { manifestOf, writeFiles } from '../../runner/workspace.ts';
import { together } from './processes.ts';
import { type Figure, median } from './result.ts';

const TRIALS = 1000;
const ROUNDS = 3;
const SECONDS = 20;

/** A capture with delegates of the second generation, whose evidence lies in several session logs. */
const CAPTURE = 'agents-v2';

/** Measures `operant regrade` of a run of a thousand trials, start of the process and all. */
export async function benchRegrade(root: string): Promise<Figure> {
  const scratch = mkdtempSync(join(tmpdir(), 'operant-bench-regrade-'));
  try {
    const runDir = join(scratch, 'run');
    const bytes = makeRun(root, runDir);
    const samples: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const argv = [process.execPath, join(root, 'dist', 'cli', 'operant.mjs'), 'regrade', runDir];
      samples.push((await together([{ argv, cwd: scratch, stdin: '', expected: [0] }], 1)) / 1000);
    }
    return {
      name: `regrade ${TRIALS} trials of ${Math.round(bytes / 1024)} KiB of native records each`,
      value: median(samples),
      unit: 's',
      limit: SECONDS,
      sides: [{ name: 'operant regrade', unit: 's', samples }],
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Makes the run and returns the size of the native records of one of its trials. */
function makeRun(root: string, runDir: string): number {
  const dataDir = join(root, 'dist', 'cli', 'data');
  const { harness, records } = captured(root);
  const context: Context = {
    dataDir,
    cwd: root,
    env: {},
    harnesses: HARNESSES,
    version: '0.0.0',
    evaluator: `sha256:${'0'.repeat(64)}`,
    now: () => 0,
    random: (digits) => '0'.repeat(digits),
    progress: () => undefined,
    interrupt: new AbortController().signal,
  };
  const settings = settingsOf(context, harness, workflowSuite(dataDir), runDir);
  const [planned] = settings.run.plan.trials;
  const [group] = settings.run.plan.groups;
  const task = planned === undefined ? undefined : settings.cases.get(planned.case);
  if (planned === undefined || group === undefined || task === undefined) throw new Error('the plan is empty');
  const first = join(runDir, 'trials', 'trial-0');
  const workspace = join(runDir, 'workspace');
  mkdirSync(first, { recursive: true });
  mkdirSync(workspace, { recursive: true });
  writeFiles(workspace, task.files);
  cpSync(records, first, { recursive: true, filter: (path) => !/\/(?:README\.md|facts\.json)$/.test(path) });
  const bytes = sizeOf(first);
  const installed = installedFor(task, group.agent, harness, settings.package);
  if (installed !== null) writePackage(join(first, 'package'), installed.package);
  const exit = { exitCode: 0, signal: null, timedOut: false, overflow: false, interrupted: false, spawnError: null };
  const plan = trialPlan(settings, planned, group, 1, 0);
  writeJson(join(runDir, 'run.json'), settings.run);
  writeJson(join(first, 'trial.json'), plan);
  writeJson(join(first, 'command.json'), {
    schema: 'operant.trial-command/v1',
    argv: ['agent'],
    cwd: '/workspace',
    environment: [],
    stdin: true,
    answersAt: [],
  });
  for (const name of ['before.json', 'after.json']) writeJson(join(first, name), manifestOf(workspace));
  writeJson(join(first, 'contract.json'), contractOf(task, installed));
  writeJson(join(first, 'exit.json'), { ...exit, wallMs: 1000 });
  finishTrial(context, settings, plan, first, workspace, { exit, wallMs: 1000 }, group.id, 0);
  for (let at = 1; at < TRIALS; at++) cpSync(first, join(runDir, 'trials', `trial-${at}`), { recursive: true });
  return bytes;
}

/** The harness that has the capture, and the folder of its records. */
function captured(root: string): { readonly harness: Harness; readonly records: string } {
  for (const harness of HARNESSES.values()) {
    const folder = join(root, 'fixtures', 'harnesses', harness.id);
    if (readdirSync(folder).includes(CAPTURE)) return { harness, records: join(folder, CAPTURE) };
  }
  throw new Error(`no harness has the capture ${CAPTURE}`);
}

function workflowSuite(dataDir: string): WorkflowSuite {
  const path = join(dataDir, 'suites', 'workflow-core.json');
  const { suite } = ShippedSuite.parse(JSON.parse(readFileSync(path, 'utf8')));
  if (suite.kind !== 'workflow') throw new Error('workflow-core is no workflow suite');
  return suite;
}

function settingsOf(context: Context, harness: Harness, suite: WorkflowSuite, runDir: string): Settings {
  const plan = planRun(
    context,
    { suite, qualified: new Set() },
    {
      harness,
      agentName: null,
      model: null,
      lane: null,
      conditions: ['explicit'],
      caseGlob: 'investigation',
      attempts: null,
      timeoutMs: 300_000,
      isolation: 'none',
      login: 'none',
      endpoint: null,
      environment: [],
      program: [],
      contained: false,
      package: suite.package,
      invocation: null,
    },
  );
  return {
    run: {
      schema: 'operant.run/v1',
      runId: 'bench',
      createdAt: new Date(0).toISOString(),
      planDigest: planDigest(plan),
      suiteReference: suite.id,
      shard: null,
      concurrency: 1,
      harnessVersions: {},
      platform: { os: 'any', arch: 'any', runtime: 'any', environment: 'local' },
      plan,
    },
    runDir,
    harness,
    cases: new Map(suite.cases.map((task) => [task.id, task])),
    package: suite.package,
    endpoint: null,
    resumed: false,
    hostEnv: {},
    ownHome: null,
    contained: false,
    answersAt: [],
    program: [],
    path: '',
    pricing: loadPricing(context.dataDir),
    fifoAt: () => {
      throw new Error('no trial of this suite has guarded commands');
    },
  };
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + readFileSync(join(entry.parentPath, entry.name)).length, 0);
}
