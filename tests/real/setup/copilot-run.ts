/** Runs one scripted scenario with the real Copilot and tells what the model's side saw. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Harness } from '../../../records/harness.ts';
import { processesWith } from '../../../runner/strays.ts';
import { startScriptedModel } from '../../helpers/scripted-model/server.ts';
import { type CodexRun as CliRun, SYSTEM_PATH } from './codex-run.ts';
import { WORKSPACE } from './codex-scenarios.ts';
import type { CopilotScenario } from './copilot-scenarios.ts';
import { freshFolders, put, runHarness } from './run-harness.ts';

const KEY = 'scripted-key';
const POLL_MS = 50;
const PATIENCE_MS = 30_000;

/** The variable that names the folder into which Copilot unpacks itself. */
export const UNPACKED = 'COPILOT_PKG_CACHE_HOME';

/** Where the Copilot in the folder `bin` is unpacked, once for all runs: 235 MB, which each home would hold else. */
export function unpackedBeside(bin: string): string {
  const folder = join(bin, '..', 'unpacked');
  if (!existsSync(join(folder, 'pkg'))) {
    mkdirSync(folder, { recursive: true });
    const env = { PATH: SYSTEM_PATH, HOME: folder, [UNPACKED]: folder, COPILOT_SEA_EXTRACT_ONLY: '1' };
    execFileSync(join(bin, 'copilot'), [], { env, stdio: 'ignore' });
  }
  return folder;
}

/** Ends the processes of the trial once `text` stands on standard output: all by SIGKILL, or the first by a signal. */
async function endAt(stdout: string, wanted: CopilotScenario, mark: string): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    await sleep(POLL_MS);
    if (!readFileSync(stdout, 'utf8').includes(wanted.killAt ?? '')) continue;
    await sleep(5 * POLL_MS);
    const [first, ...others] = processesWith(mark) ?? [];
    for (const pid of wanted.signal === undefined ? others : []) process.kill(pid, 'SIGKILL');
    if (first !== undefined) process.kill(first, wanted.signal ?? 'SIGKILL');
    return;
  }
}

/** Runs `wanted` with the Copilot in the folder `bin`. */
export async function runCopilot(
  harness: Harness,
  bin: string,
  name: string,
  wanted: CopilotScenario,
): Promise<CliRun> {
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
      hostEnv: { [UNPACKED]: unpackedBeside(bin) },
      contained: wanted.limited !== true,
      mark,
      ...(wanted.deadlineMs === undefined ? {} : { deadlineMs: wanted.deadlineMs }),
    });
    if (wanted.killAt !== undefined) await endAt(join(folders.trial, 'stdout.raw'), wanted, mark);
    return { ...(await running), folders, requests: model.requests };
  } finally {
    if (wanted.refused !== true) await model.close();
  }
}
