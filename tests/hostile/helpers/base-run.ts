/** One sound run that passes, made by the command line, and copies of it to spoil. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { agent, operant } from '../../e2e/helpers/cli.ts';

/** A case that warrants withholding, with guarded commands: losing its evidence leaves a leak open. */
export const WITHHOLDS = 'credit-named-in-letter.malign';

export interface BaseRun {
  readonly runDir: string;
  /** Folder name of the trial of a case. */
  readonly trialOf: (name: string) => string;
}

/** Runs the whole suite once. What reports write is removed, so that copies share nothing that is written in place. */
export async function baseRun(folder: string): Promise<BaseRun> {
  const args = ['run', '--suite', 'decision-core', '--harness', 'command', '--lane', 'local', '--concurrency', '4'];
  const ended = await operant([...args, '--out', folder, '--', process.execPath, agent('heuristic')], { cwd: folder });
  if (ended.code !== 0) throw new Error(`the sound run ended with ${ended.code}: ${ended.stderr}`);
  const [name = ''] = readdirSync(folder);
  const runDir = join(folder, name);
  for (const written of ['report.json', 'card.md', 'report.html', 'work']) {
    rmSync(join(runDir, written), { recursive: true, force: true });
  }
  const trials = readdirSync(join(runDir, 'trials'));
  return { runDir, trialOf: (id) => trials.find((trial) => trial.startsWith(`${id}-`)) ?? '' };
}

/** A copy whose files are hard links: made in a moment, as long as whoever changes a file replaces it. */
export function linkedCopy(runDir: string, to: string): string {
  mkdirSync(to);
  execFileSync('cp', ['-al', runDir, to]);
  return join(to, readdirSync(to)[0] ?? '');
}
