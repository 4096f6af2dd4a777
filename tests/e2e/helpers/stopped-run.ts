/** Runs that are stopped, torn and resumed. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { RunSummary } from '../../../records/run.ts';
import { type Ended, operant, printed } from './cli.ts';
import { bytesOf } from './run-folder.ts';

/** A run of the decision suite to start. */
export interface Started {
  readonly out: string;
  readonly args: readonly string[];
  readonly heard?: (text: string, pid: number) => void;
}

/** Starts it and waits for its end; `heard` gets what it says and its process id. */
export function run({ out, args, heard }: Started): Promise<Ended> {
  const fixed = ['run', '--suite', 'decision-core', '--harness', 'command', '--lane', 'local', '--json'];
  return operant([...fixed, '--concurrency', '4', '--out', out, ...args], {
    cwd: dirname(out),
    ...(heard === undefined ? {} : { heard }),
  });
}

/** A new folder below `root`. */
export function outFolder(root: string, name: string): string {
  const out = join(root, name);
  mkdirSync(out);
  return out;
}

/** The only run folder below `out`. */
export function runFolder(out: string): string {
  const [name, ...rest] = readdirSync(out);
  if (name === undefined || rest.length > 0) throw new Error(`expected one run folder in ${out}`);
  return join(out, name);
}

/** Resumes a run. */
export const resume = (runDir: string) =>
  operant(['run', '--resume', runDir, '--json'], { cwd: dirname(dirname(runDir)) });

/** Sends the signal once so many trials have finished, plus a moment, so that any step of a trial may be hit. */
export function after(trials: number, wait: number, signal: NodeJS.Signals): (text: string, pid: number) => void {
  let seen = 0;
  let sent = false;
  return (text, pid) => {
    seen += text.split('\n').filter((line) => /^\d+\/\d+ /.test(line)).length;
    if (sent || seen < trials) return;
    sent = true;
    setTimeout(() => process.kill(pid, signal), wait);
  };
}

/** Takes back what the runner writes last, and that the run counted the trial as finished. */
export function unwrite(runDir: string, name: string, files: readonly string[]): void {
  for (const file of files) rmSync(join(runDir, 'trials', name, file));
  const path = join(runDir, 'summary.json');
  const summary = RunSummary.parse(JSON.parse(readFileSync(path, 'utf8')));
  const trials = summary.trials.filter(({ trialId }) => trialId !== name);
  writeFileSync(path, JSON.stringify({ ...summary, trials }));
}

/** Whether the runner got as far as the evidence index of a trial. */
export function isIndexed(runDir: string, name: string): boolean {
  try {
    JSON.parse(readFileSync(join(runDir, 'trials', name, 'index.json'), 'utf8'));
    return true;
  } catch {
    return false;
  }
}

/** A finished run, resumed, does nothing: no new folder, no byte of a trial changed, the same report. */
export async function expectStable(runDir: string, earlier: Ended): Promise<void> {
  const names = readdirSync(join(runDir, 'trials'));
  const bytes = bytesOf(runDir, names);
  const again = await resume(runDir);
  expect(again.code).toBe(earlier.code);
  expect(printed(again).reports).toEqual(printed(earlier).reports);
  expect(readdirSync(join(runDir, 'trials'))).toEqual(names);
  expect(readdirSync(join(runDir, 'work'))).toHaveLength(names.length);
  expect(bytesOf(runDir, names)).toEqual(bytes);
}
