/** Runs one scripted scenario with the real pi and tells what the model's side saw. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Harness } from '../../../records/harness.ts';
import { processesWith } from '../../../runner/strays.ts';
import { startScriptedModel } from '../../helpers/scripted-model/server.ts';
import type { CodexRun as CliRun } from './codex-run.ts';
import { WORKSPACE } from './codex-scenarios.ts';
import { SYSTEM_PATH } from './gemini-run.ts';
import type { PiScenario } from './pi-scenarios.ts';
import { freshFolders, put, runHarness } from './run-harness.ts';

const KEY = 'scripted-key';
const POLL_MS = 50;
const PATIENCE_MS = 30_000;

/** Ends the processes of the trial once `text` stands on standard output; with SIGTERM only pi, which ends its own. */
async function endAt(stdout: string, text: string, mark: string, terminate: boolean): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    await sleep(POLL_MS);
    if (!readFileSync(stdout, 'utf8').includes(text)) continue;
    await sleep(5 * POLL_MS);
    const [first, ...others] = processesWith(mark) ?? [];
    for (const pid of terminate ? [] : others) process.kill(pid, 'SIGKILL');
    if (first !== undefined) process.kill(first, terminate ? 'SIGTERM' : 'SIGKILL');
    return;
  }
}

/** Runs `wanted` with the pi in the folder `bin`. */
export async function runPi(harness: Harness, bin: string, name: string, wanted: PiScenario): Promise<CliRun> {
  const folders = freshFolders(name);
  put(folders.workspace, { ...WORKSPACE, ...wanted.files });
  const mark = `real-${name}-${process.pid}`;
  const model = await startScriptedModel({ scenario: wanted.scenario, key: KEY });
  try {
    if (wanted.refused === true) await model.close();
    const running = runHarness({
      harness,
      folders,
      prompt: wanted.prompt ?? 'Do the work that the script says.',
      path: `${bin}:${SYSTEM_PATH}`,
      model: wanted.model,
      endpoint: { baseUrl: model.baseUrl, key: KEY },
      mark,
      ...(wanted.deadlineMs === undefined ? {} : { deadlineMs: wanted.deadlineMs }),
    });
    if (wanted.killAt !== undefined) {
      await endAt(join(folders.trial, 'stdout.raw'), wanted.killAt, mark, wanted.terminate === true);
    }
    return { ...(await running), folders, requests: model.requests };
  } finally {
    if (wanted.refused !== true) await model.close();
  }
}
