/** Opens an earlier run or begins a new one: what must hold before the first trial, and run.json. */
import { existsSync, mkdirSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../records/errors.ts';
import type { Run, RunPlan } from '../records/run.ts';
import { type Context, instant, runtimeName } from './context.ts';
import { privateFolder, writable, writeJson } from './files.ts';
import { refuseUnguardable } from './guards.ts';
import { planDigest } from './plan.ts';
import type { RunRequest } from './request.ts';
import { readRunFile } from './run-file.ts';
import type { LoadedSuite } from './suites.ts';

/** Refuses a plan that cannot run as it stands; usage errors say what to do. */
export function checkPlan(
  plan: RunPlan,
  loaded: LoadedSuite,
  request: Pick<RunRequest, 'dryRun' | 'unqualified' | 'resume'>,
  runsAnyProgram: boolean,
): void {
  if (plan.suite.digest !== loaded.suite.digest) {
    throw new UsageError(
      `The suite ${plan.suite.id} changed since this run began`,
      'Start a new run; the old one can still be reported.',
    );
  }
  if (runsAnyProgram && plan.program.length === 0 && !request.dryRun) {
    throw new UsageError(
      'This harness runs a program of yours, and none was given',
      'Put it after --, for example: -- ./my-agent --quiet',
    );
  }
  const reason = plan.smokeBecause.find((text) => text.startsWith('unqualified'));
  if (reason !== undefined && !request.unqualified && request.resume === null) {
    const named = loaded.origin.startsWith('shipped ') ? '' : ` --suite ${loaded.origin}`;
    const pin = loaded.suite.pinned || named === '' ? '' : `pin it (operant corpus digest ${loaded.origin}), then `;
    throw new UsageError(
      `The suite cannot be run yet: ${reason}`,
      `First ${pin}prove the scorers of this version (operant qualify${named}), or run as smoke with --unqualified.`,
    );
  }
}

/** Opens the folder of an earlier run. */
export function openRun(context: Context, dir: string): { run: Run; runDir: string } {
  const runDir = resolve(context.cwd, dir);
  const path = join(runDir, 'run.json');
  if (!existsSync(path))
    throw new UsageError(`${dir} is not a run folder: it has no run.json`, 'Name the folder that operant run printed.');
  refuseUnguardable(runDir);
  return { run: readRunFile(runDir), runDir };
}

/** Writes run.json: from here on the run exists. `version` is that of the harness, null where it tells none. */
export async function startRun(
  context: Context,
  request: Pick<RunRequest, 'out' | 'suite' | 'package' | 'shard' | 'concurrency'>,
  plan: RunPlan,
  { loaded, version }: { readonly loaded: LoadedSuite; readonly version: string | null },
): Promise<{ run: Run; runDir: string }> {
  const harnessId = plan.groups[0]?.agent.harness ?? '';
  const now = context.now();
  const stamp = instant(now).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const runId = `${stamp}-${plan.suite.id}-${harnessId}-${context.random(4)}`;
  const runDir = join(resolve(context.cwd, request.out), runId);
  refuseUnguardable(runDir);
  writable(request.out, 'Name a folder of yours with --out.', () => {
    privateFolder(resolve(context.cwd, request.out));
    // Not recursive: a folder that is there already is another run's.
    mkdirSync(runDir, { mode: 0o700 });
  });
  const run: Run = {
    schema: 'operant.run/v1',
    runId,
    createdAt: instant(now),
    planDigest: planDigest(plan),
    suiteReference: request.suite ?? loaded.suite.id,
    packageReference: request.package,
    shard: request.shard,
    concurrency: request.concurrency,
    harnessVersions: { [harnessId]: version },
    platform: { os: platform(), arch: arch(), runtime: runtimeName(), environment: 'local' },
    plan,
  };
  writeJson(join(runDir, 'run.json'), run);
  return { run, runDir };
}
