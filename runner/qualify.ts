/** Proves each case's scorer with real trials: the reference is right; every defect and the idle agent are wrong, by the named check. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { resolveSuite } from '../corpus/resolve.ts';
import { UsageError } from '../records/errors.ts';
import type { Harness } from '../records/harness.ts';
import { Qualified, type Suite } from '../records/suite.ts';
import type { TrialResult } from '../records/trial.ts';
import type { Context } from './context.ts';
import { FifoStock } from './fifos.ts';
import { prettyJson, readDocument, writable } from './files.ts';
import { globMatcher, planRun } from './plan.ts';
import { loadPricing, type Pricing } from './pricing.ts';
import { type Attempt, type Tried, triedCases } from './qualify-attempts.ts';
import { runTrial } from './run-trial.ts';
import type { Settings } from './settings.ts';
import { readSources } from './suite-files.ts';
import { qualificationPath } from './suites.ts';

/** What qualification found for one case. */
export interface QualifiedCase {
  readonly id: string;
  readonly digest: string;
  readonly tried: number;
  /** What did not come out as it must; empty for a qualified case. */
  readonly problems: readonly string[];
}

export interface Qualification {
  readonly suite: string;
  readonly cases: readonly QualifiedCase[];
  /** Where the record lies. */
  readonly record: string;
  /** True when the record on disk says the same. */
  readonly upToDate: boolean;
  readonly written: boolean;
}

/**
 * Qualifies the cases of a suite file that the globs select (all without one). The record is only written when all passed.
 * `known` are the ids of all cases that the record may speak of; null: what it says of other suites stays.
 */
export async function qualify(
  context: Context,
  suiteFile: string,
  globs: readonly string[],
  check: boolean,
  known: ReadonlySet<string> | null = null,
): Promise<Qualification> {
  const path = resolve(context.cwd, suiteFile);
  const { sources, problems } = readSources(path, suiteFile);
  if (sources === null)
    throw new UsageError(`Cannot use ${suiteFile} as a suite`, 'See operant corpus validate.', problems);
  const suite = resolveSuite(sources);
  const matchers = globs.map(globMatcher);
  const chosen = triedCases(sources).filter(
    ({ task }) => matchers.length === 0 || matchers.some((matches) => matches(task.id)),
  );
  if (chosen.length === 0)
    throw new UsageError(`No case of ${suite.id} matches ${globs.join(' ')}`, 'See operant list.');
  const scratch = mkdtempSync(join(tmpdir(), 'operant-qualify-'));
  try {
    const fifos = new FifoStock(join(scratch, 'fifos'), enacted(chosen));
    const cases = await qualifyAll({ context, suite, pricing: loadPricing(context.dataDir), scratch, fifos }, chosen);
    const whole = cases.length === suite.cases.length && !context.interrupt.aborted;
    return conclude(context, suite, cases, { record: qualificationPath(path), check, whole, known });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What every trial of one qualification shares. */
interface Bench {
  readonly context: Context;
  readonly suite: Suite;
  readonly pricing: Pricing;
  readonly scratch: string;
  readonly fifos: FifoStock;
}

/** Trials with guarded commands. */
function enacted(chosen: readonly Tried[]): number {
  return chosen.reduce((sum, { task, attempts }) => {
    return sum + ('guards' in task && task.guards.length > 0 ? attempts.length : 0);
  }, 0);
}

async function qualifyAll(bench: Bench, chosen: readonly Tried[]): Promise<QualifiedCase[]> {
  const found: QualifiedCase[] = [];
  const queue = [...chosen];
  let next = 0;
  const worker = async () => {
    for (;;) {
      const item = queue[next++];
      if (item === undefined || bench.context.interrupt.aborted) return;
      found.push(await qualifyCase(bench, item));
      bench.context.progress(`${found.length}/${queue.length}  ${item.task.id}`, true);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function qualifyCase(bench: Bench, tried: Tried): Promise<QualifiedCase> {
  const { task, attempts } = tried;
  const problems: string[] = [];
  for (const attempt of attempts) {
    const runDir = mkdtempSync(join(bench.scratch, 't-'));
    const result = await tryOne(bench, tried, attempt, runDir);
    problems.push(...judge(attempt, result));
    rmSync(runDir, { recursive: true, force: true });
  }
  return { id: task.id, digest: task.digest, tried: attempts.length, problems };
}

function judge(attempt: Attempt, result: TrialResult): string[] {
  const { outcome, checks } = result.grade;
  const ended = outcome.state === 'ungraded' ? `; ${outcome.cause}: ${outcome.detail}` : '';
  const said = `${checks.map((check) => `${check.id} ${check.status}`).join(', ')}${ended}`;
  if (attempt.failedBy === null) {
    return outcome.state === 'accepted' ? [] : [`reference: expected accepted, found ${outcome.state} (${said})`];
  }
  if (outcome.state === 'accepted')
    return [`${attempt.name}: expected rejected by ${attempt.failedBy}, found accepted`];
  if (attempt.failedBy === 'any') return [];
  const named = checks.find((check) => check.id === attempt.failedBy);
  if (named?.status === 'failed') return [];
  return [`${attempt.name}: expected ${attempt.failedBy} to fail, found ${said}`];
}

/** The harness that runs any program: the one without a program of its own to probe. */
export function plainHarness(context: Context): Harness {
  const found = [...context.harnesses.values()].find((harness) => harness.probe.argv === null);
  if (found === undefined) throw new Error('No harness runs plain programs');
  return found;
}

async function tryOne(
  bench: Bench,
  { task, condition }: Tried,
  attempt: Attempt,
  runDir: string,
): Promise<TrialResult> {
  const { context, suite, pricing } = bench;
  const harness = plainHarness(context);
  const loaded = { suite, qualified: new Set<string>() };
  const plan = planRun(context, loaded, {
    harness,
    agentName: attempt.name,
    model: null,
    lane: 'local',
    conditions: [condition],
    caseGlob: task.id,
    attempts: 1,
    timeoutMs: 20_000,
    isolation: 'none',
    login: 'none',
    endpoint: null,
    environment: [],
    program: attempt.program,
    contained: false,
    package: null,
    invocation: null,
  });
  const trial = plan.trials[0];
  if (trial === undefined) throw new Error(`No trial for ${task.id}`);
  const settings: Settings = {
    run: {
      schema: 'operant.run/v1',
      runId: basename(runDir),
      createdAt: new Date(context.now()).toISOString(),
      planDigest: task.digest,
      suiteReference: suite.id,
      shard: null,
      concurrency: 1,
      harnessVersions: {},
      platform: { os: 'any', arch: 'any', runtime: 'any', environment: 'local' },
      plan,
    },
    runDir,
    harness,
    cases: new Map([[task.id, task]]),
    package: null,
    endpoint: null,
    resumed: false,
    hostEnv: {},
    ownHome: null,
    contained: false,
    answersAt: [],
    program: plan.program,
    path: context.env['PATH'] ?? '/usr/bin:/bin',
    pricing,
    fifoAt: (path) => bench.fifos.place(path),
  };
  return (await runTrial(context, settings, trial, 1)).result;
}

/** What a record says; a file that is no record says nothing and is written anew. */
function recorded(record: string): Qualified['cases'] {
  if (!existsSync(record)) return {};
  try {
    return readDocument(record, Qualified, 'a qualification record').cases;
  } catch {
    return {};
  }
}

interface Concluding {
  readonly record: string;
  readonly check: boolean;
  /** True when every case of the suite was tried. */
  readonly whole: boolean;
  readonly known: ReadonlySet<string> | null;
}

function conclude(
  context: Context,
  suite: Suite,
  cases: readonly QualifiedCase[],
  { record, check, whole, known }: Concluding,
): Qualification {
  const passed = cases.filter((item) => item.problems.length === 0);
  const fresh = passed.map((item) => [item.digest, { id: item.id, evaluator: context.evaluator }] as const);
  // One record serves all suites of a folder: what it says of others stays.
  const own = new Set(suite.cases.map((task) => task.id));
  const others = Object.entries(recorded(record)).filter(([, by]) => !own.has(by.id) && known?.has(by.id) !== false);
  const entries = [...others, ...fresh].sort(([, a], [, b]) => (a.id < b.id ? -1 : 1));
  const document: Qualified = { schema: 'operant.qualified/v1', cases: Object.fromEntries(entries) };
  const text = prettyJson(document);
  const upToDate = existsSync(record) && readFileSync(record, 'utf8') === text;
  const write = !check && whole && passed.length === cases.length && !upToDate;
  if (write) writable(record, 'Use --check, which writes nothing.', () => writeFileSync(record, text));
  return { suite: suite.id, cases, record, upToDate: upToDate || write, written: write };
}
