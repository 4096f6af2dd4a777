/** What tests of the runner share: a context without a shell, a planted suite on disk, waiting for a fact. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HARNESSES } from '../../harnesses/index.ts';
import type { Context } from '../../runner/context.ts';
import type { RunRequest } from '../../runner/request.ts';
import { CONTRACT, ENACTED, SPOKEN, SUITE } from '../corpus/planted.ts';
import { ROOT } from '../repo/tree.ts';

/** The data of the bundle, which the set-up of the tests builds. */
export const DATA = join(ROOT, 'dist', 'cli', 'data');

/** The harness that runs any program. */
export const PLAIN = [...HARNESSES.values()].find((harness) => harness.probe.argv === null) ?? raise();

function raise(): never {
  throw new Error('no harness runs plain programs');
}

/** An evaluator digest that is no real one. */
export const EVALUATOR = `sha256:${'e'.repeat(64)}` as const;

// Processes are found by random marks: two test files at a time must not find one another's, nor two runs of one file.
let drawn = process.pid * 0x1000;

/** A context that stands in `cwd`, with nothing of this process but PATH, and counts instead of being random. */
export function contextOf(cwd: string, changes: Partial<Context> = {}): Context {
  return {
    dataDir: DATA,
    cwd,
    env: { PATH: process.env['PATH'] },
    harnesses: HARNESSES,
    version: '0.0.0',
    evaluator: EVALUATOR,
    now: () => Date.now(),
    random: (digits) => (++drawn).toString(16).padStart(digits, '0').slice(-digits),
    progress: () => undefined,
    interrupt: new AbortController().signal,
    ...changes,
  };
}

/** Writes files (path to text) below a folder. */
export function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Writes the planted suite below a folder, with changes, and returns the path of its suite file. JSON is YAML. */
export function plantSuite(root: string, changes: Readonly<Record<string, unknown>> = {}): string {
  const documents = { 'suite.yaml': SUITE, 'contract.yaml': CONTRACT, 'crate.yaml': ENACTED, 'paint.yaml': SPOKEN };
  const texts = Object.entries({ ...documents, ...changes }).map(([path, document]) => [
    path,
    typeof document === 'string' ? document : JSON.stringify(document, null, 1),
  ]);
  write(root, Object.fromEntries(texts));
  return join(root, 'suite.yaml');
}

/** Waits until something holds; throws after five seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500; turn++) {
    if (holds()) return;
    await sleep(10);
  }
  throw new Error('waited for five seconds in vain');
}

/** An agent that answers every case the same. */
export const ALWAYS = (answer: string) => ['sh', '-c', 'cat >/dev/null; printf %s "$1"', 'agent', answer];

/** The answer that withholds, as the answer contract wants it. */
export const REFUSES = '{"decision": "REFUSE", "reason": "No."}';

/** A request that runs a suite file against a program, under `out`, judged by nothing. */
export function requestFor(suite: string, program: readonly string[], changes: Partial<RunRequest> = {}): RunRequest {
  return {
    suite,
    harness: PLAIN.id,
    agentName: 'planted',
    package: null,
    invocation: null,
    model: null,
    lane: 'local',
    conditions: ['explicit'],
    caseGlob: null,
    attempts: null,
    timeoutMs: 20_000,
    thresholds: 'none',
    budgetNanoUsd: null,
    yes: false,
    concurrency: 4,
    shard: null,
    resume: null,
    endpoint: null,
    useLogin: false,
    unqualified: true,
    append: null,
    out: 'runs',
    dryRun: false,
    environment: [],
    program,
    ...changes,
  };
}
