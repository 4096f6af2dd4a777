/** Starts the bundle that ships, as a person does: a whole process, with PATH and nothing else. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../repo/tree.ts';

const BUNDLE = join(ROOT, 'dist', 'cli', 'operant.mjs');

/** Runs `operant ARGS…` in a folder to its end. */
export function operant(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [BUNDLE, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
}
