/** Runs one scripted scenario with the real Codex and tells what the model's side saw. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Harness } from '../../../records/harness.ts';
import { processesWith } from '../../../runner/strays.ts';
import { type Recorded, startScriptedModel } from '../../helpers/scripted-model/server.ts';
import { type CodexScenario, WORKSPACE } from './codex-scenarios.ts';
import { type Folders, freshFolders, put, type RunResult, runHarness } from './run-harness.ts';

/** PATH of the system's own tools. */
export const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';
const KEY = 'scripted-key';
const POLL_MS = 50;
const PATIENCE_MS = 30_000;

/** A run and what was asked of the scripted model. */
export interface CodexRun extends RunResult {
  readonly folders: Folders;
  readonly requests: readonly Recorded[];
}

/** Kills every process of the trial once `text` stands on standard output. */
async function killAt(stdout: string, text: string, mark: string): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    await sleep(POLL_MS);
    if (!readFileSync(stdout, 'utf8').includes(text)) continue;
    await sleep(5 * POLL_MS);
    for (const pid of processesWith(mark) ?? []) process.kill(pid, 'SIGKILL');
    return;
  }
}

/** Runs `wanted` with the Codex in the folder `bin`. */
export async function runCodex(harness: Harness, bin: string, name: string, wanted: CodexScenario): Promise<CodexRun> {
  const folders = freshFolders(name);
  put(folders.workspace, wanted.files ?? WORKSPACE);
  const mark = `real-${name}-${process.pid}`;
  const model = await startScriptedModel({ scenario: wanted.scenario, key: KEY });
  try {
    const running = runHarness({
      harness,
      folders,
      prompt: wanted.prompt ?? 'Do the work that the script says.',
      path: `${bin}:${SYSTEM_PATH}`,
      model: wanted.model,
      endpoint: { baseUrl: model.baseUrl, key: KEY },
      contained: wanted.sandboxed !== true,
      mark,
      ...(wanted.deadlineMs === undefined ? {} : { deadlineMs: wanted.deadlineMs }),
    });
    if (wanted.killAt !== undefined) await killAt(join(folders.trial, 'stdout.raw'), wanted.killAt, mark);
    return { ...(await running), folders, requests: model.requests };
  } finally {
    await model.close();
  }
}
