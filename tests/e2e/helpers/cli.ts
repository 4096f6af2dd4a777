/** Starts the bundle that ships as a process, the way a person does, and measures it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { Report } from '../../../records/report.ts';
import { ROOT } from '../../repo/tree.ts';

export const BUNDLE = join(ROOT, 'dist', 'cli', 'operant.mjs');

/** An embedded agent by its name without `agent-`. */
export function agent(name: string): string {
  return join(ROOT, 'fixtures', 'bin', `agent-${name}.mjs`);
}

/** How a process ended and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly wallMs: number;
  /** Largest resident memory in MiB and time of the processor in ms; null when the process was killed. */
  readonly peakMiB: number | null;
  readonly cpuMs: number | null;
}

export interface Options {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the process id as soon as it runs. */
  readonly started?: (pid: number) => void;
  /** Called with each piece of standard error. */
  readonly heard?: (text: string, pid: number) => void;
  /** Milliseconds after which the process is killed. */
  readonly patienceMs?: number;
}

/** Says on descriptor 3 what was used, when the process ends by itself. */
const MEASURE = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs';
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, JSON.stringify([Math.round(maxRSS / 1024), Math.round((userCPUTime + systemCPUTime) / 1000)]));
});
`)}`;

const Used = z.tuple([z.int(), z.int()]);

/** Runs `operant ARGS…` to its end. Nothing of this process's environment but PATH is handed on. */
export function operant(args: readonly string[], options: Options): Promise<Ended> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', MEASURE, BUNDLE, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: options.cwd, GIT_CONFIG_NOSYSTEM: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: options.patienceMs ?? 120_000,
    killSignal: 'SIGKILL',
  });
  const [, out, err, used] = child.stdio;
  const said = { stdout: '', stderr: '', used: '' };
  out?.on('data', (chunk: Buffer) => {
    said.stdout += chunk.toString('utf8');
  });
  err?.on('data', (chunk: Buffer) => {
    said.stderr += chunk.toString('utf8');
    options.heard?.(chunk.toString('utf8'), child.pid ?? 0);
  });
  used?.on('data', (chunk: Buffer) => {
    said.used += chunk.toString('utf8');
  });
  if (child.pid !== undefined) options.started?.(child.pid);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const { stdout, stderr } = said;
      const [peakMiB, cpuMs] = said.used === '' ? [null, null] : Used.parse(JSON.parse(said.used));
      resolve({ code, signal, stdout, stderr, wallMs: Math.round(performance.now() - started), peakMiB, cpuMs });
    });
  });
}

/** What `run --json` and `report --json` print, as far as tests ask for it. */
const Printed = z.looseObject({
  reports: z.array(Report),
  runDir: z.string().nullable().optional(),
  interrupted: z.boolean().optional(),
});
export type Printed = z.infer<typeof Printed>;

/** The JSON document on standard output; throws with what was said when there is none. */
export function printed(ended: Ended): Printed {
  try {
    return Printed.parse(JSON.parse(ended.stdout));
  } catch (error) {
    throw new Error(`exit ${ended.code ?? ended.signal}: ${ended.stderr.slice(-2000)}`, { cause: error });
  }
}

/** The one report of a run. */
export function onlyReport(ended: Ended): Report {
  const [report, ...rest] = printed(ended).reports;
  if (report === undefined || rest.length > 0) throw new Error(`expected one report, found ${rest.length + 1}`);
  return report;
}
