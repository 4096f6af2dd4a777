/** The whole loop for every shell: plan, run, grade, price, judge, record. */
import { existsSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../records/errors.ts';
import { EXIT, exitWithRecording } from '../records/exit-codes.ts';
import type { Recording, Report } from '../records/report.ts';
import type { Row } from '../records/row.ts';
import { Run, type RunPlan } from '../records/run.ts';
import type { Condition, Lane, Verdict } from '../records/terms.ts';
import { CARD_MAX_CHARS, cardMarkdown } from '../render/card-markdown.ts';
import { reportHtml } from '../render/report-html.ts';
import { ceilingOf, ceilingText, needsYes } from './ceiling.ts';
import { type Context, instant, runtimeName } from './context.ts';
import { prettyJson, privateFolder, readDocument, writeJson } from './files.ts';
import { type Access, accessOf, candidatePath, chooseHarness, probe } from './harness-choice.ts';
import { LIMITS_URL } from './links.ts';
import { planDigest, planRun, shardOf } from './plan.ts';
import { loadPricing } from './pricing.ts';
import { type RecordRequest, recordReports, rowsOf } from './record.ts';
import { reportRuns } from './reports.ts';
import { runSuite } from './run-suite.ts';
import type { Settings } from './settings.ts';
import { chooseThresholds, type LoadedSuite, loadSuite } from './suites.ts';

/** What a shell asks for. Null: not given. */
export interface RunRequest {
  readonly suite: string | null;
  readonly harness: string | null;
  readonly agentName: string | null;
  readonly model: string | null;
  readonly lane: Lane | null;
  readonly conditions: readonly Condition[];
  readonly caseGlob: string | null;
  readonly attempts: number | null;
  readonly timeoutMs: number;
  readonly thresholds: string | null;
  readonly budgetNanoUsd: number | null;
  readonly yes: boolean;
  readonly concurrency: number;
  readonly shard: { readonly index: number; readonly of: number } | null;
  readonly resume: string | null;
  readonly endpoint: string | null;
  readonly useLogin: boolean;
  readonly unqualified: boolean;
  readonly append: string | null;
  readonly out: string;
  readonly dryRun: boolean;
  readonly program: readonly string[];
}

/** What came of it. `reports` is empty for a dry run. */
export interface RunOutcome {
  readonly runDir: string | null;
  readonly plan: RunPlan;
  readonly ceiling: string;
  readonly reports: readonly Report[];
  readonly recordings: readonly Recording[];
  readonly interrupted: boolean;
  readonly exit: number;
}

/** Runs a request to its end and says what came of it; the exit code is the verdict's unless the run was interrupted. */
export async function executeRun(context: Context, request: RunRequest): Promise<RunOutcome> {
  const earlier = request.resume === null ? null : openRun(context, request.resume);
  const loaded = await loadSuite(context, request.suite ?? earlier?.run.suiteReference ?? '');
  const harness = await chooseHarness(context, request.harness ?? earlier?.run.plan.groups[0]?.agent.harness ?? '');
  const fresh = earlier === null;
  const program = fresh ? request.program : earlier.run.plan.program;
  const access =
    request.dryRun && fresh
      ? NO_ACCESS
      : accessOf(context, harness, {
          ...request,
          useLogin: request.useLogin || earlier?.run.plan.groups[0]?.agent.login === 'in_place',
        });
  const plan =
    earlier?.run.plan ??
    planRun(context, loaded, {
      ...request,
      harness,
      login: access.login,
      isolation: 'none',
      contained: false,
      program,
    });
  checkPlan(plan, loaded, request, program, harness.probe.argv === null);
  const trials = shardOf(plan.trials, earlier?.run.shard ?? request.shard).length;
  const ceiling = ceilingOf(plan, trials, request.budgetNanoUsd, await ledgerRows(request.append));
  const ceilingWords = ceilingText(ceiling, trials, plan.timeoutMs);
  if (request.dryRun)
    return {
      runDir: null,
      plan,
      ceiling: ceilingWords,
      reports: [],
      recordings: [],
      interrupted: false,
      exit: EXIT.pass,
    };
  const why = needsYes(ceiling, request.budgetNanoUsd);
  if (why !== null && !request.yes) {
    throw new UsageError(`${why}: ${ceilingWords}`, 'Set --budget-usd, or go ahead with --yes.');
  }
  const { run, runDir } = earlier ?? (await startRun(context, request, plan, loaded));
  context.progress(`${plan.suite.id}: ${trials} trials, ceiling ${ceilingWords}`);
  const settings: Settings = {
    run,
    runDir,
    harness,
    cases: new Map(loaded.suite.cases.map((task) => [task.id, task])),
    endpoint: access.endpoint,
    hostEnv: access.hostEnv,
    ownHome: access.ownHome,
    contained: false,
    path: candidatePath(context),
    pricing: loadPricing(context.dataDir),
  };
  const stopped = await runSuite(context, settings, request.budgetNanoUsd, request.yes);
  if (stopped === 'budget')
    context.progress('The budget is spent or cannot be kept: no further trial was started; see --resume');
  const thresholds = await chooseThresholds(context, request.thresholds, loaded);
  const outcome = await judgeAndRecord(context, [runDir], { loaded, thresholds, append: request.append });
  const interrupted = stopped === 'interrupted';
  return {
    ...outcome,
    runDir,
    plan,
    ceiling: ceilingWords,
    interrupted,
    exit: interrupted ? EXIT.interrupted : outcome.exit,
  };
}

const NO_ACCESS: Access = { login: 'none', endpoint: null, hostEnv: {}, ownHome: null };

async function ledgerRows(ledger: string | null): Promise<readonly Row[]> {
  return ledger === null ? [] : rowsOf(ledger);
}

function checkPlan(
  plan: RunPlan,
  loaded: LoadedSuite,
  request: RunRequest,
  program: readonly string[],
  runsAnyProgram: boolean,
): void {
  if (plan.suite.digest !== loaded.suite.digest) {
    throw new UsageError(
      `The suite ${plan.suite.id} changed since this run began`,
      'Start a new run; the old one can still be reported.',
    );
  }
  if (runsAnyProgram && program.length === 0 && !request.dryRun) {
    throw new UsageError(
      'This harness runs a program of yours, and none was given',
      'Put it after --, for example: -- ./my-agent --quiet',
    );
  }
  const reason = plan.smokeBecause.find((text) => text.startsWith('unqualified'));
  if (reason !== undefined && !request.unqualified && request.resume === null) {
    throw new UsageError(
      `The suite cannot be run yet: ${reason}`,
      'Prove the scorers with operant qualify, or run as smoke with --unqualified.',
    );
  }
}

function openRun(context: Context, dir: string): { run: Run; runDir: string } {
  const runDir = resolve(context.cwd, dir);
  const path = join(runDir, 'run.json');
  if (!existsSync(path))
    throw new UsageError(`${dir} is not a run folder: it has no run.json`, 'Name the folder that operant run printed.');
  return { run: readDocument(path, Run, 'a run'), runDir };
}

async function startRun(
  context: Context,
  request: RunRequest,
  plan: RunPlan,
  loaded: LoadedSuite,
): Promise<{ run: Run; runDir: string }> {
  const harnessId = plan.groups[0]?.agent.harness ?? '';
  const harness = await chooseHarness(context, harnessId);
  const found = await probe(context, harness);
  if (!found.found) throw new UsageError(`Cannot start ${harnessId}: ${found.why}`, harness.probe.install);
  const now = context.now();
  const stamp = instant(now).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const runId = `${stamp}-${plan.suite.id}-${harnessId}-${context.random(4)}`;
  const runDir = join(resolve(context.cwd, request.out), runId);
  privateFolder(runDir);
  const run: Run = {
    schema: 'operant.run/v1',
    runId,
    createdAt: instant(now),
    planDigest: planDigest(plan),
    suiteReference: request.suite ?? loaded.suite.id,
    shard: request.shard,
    concurrency: request.concurrency,
    harnessVersions: { [harnessId]: found.version },
    platform: { os: platform(), arch: arch(), runtime: runtimeName(), environment: 'local' },
    plan,
  };
  writeJson(join(runDir, 'run.json'), run);
  return { run, runDir };
}

/** Reports one or more run folders, judges them, records them where asked, and writes the cards. */
export async function judgeAndRecord(
  context: Context,
  runDirs: readonly string[],
  request: Omit<RecordRequest, 'reports'> & { readonly append: string | null },
): Promise<{ reports: readonly Report[]; recordings: readonly Recording[]; exit: number }> {
  const reports = reportRuns(context, runDirs, request.loaded, request.thresholds);
  const recordings: readonly Recording[] =
    request.append === null
      ? reports.map(() => ({ state: 'none' }))
      : await recordReports(context, request.append, runDirs, reports, request.loaded);
  const first = runDirs[0];
  if (first !== undefined) writeCards(first, reports, recordings);
  const verdict = worstVerdict(reports);
  const recorded = recordings.every(
    (item) => item.state === 'none' || item.state === 'recorded' || item.state === 'already_recorded',
  );
  return { reports, recordings, exit: exitWithRecording(verdict, recorded) };
}

/** fail before unverifiable before pass (I6); no report at all is unverifiable. */
export function worstVerdict(reports: readonly Report[]): Verdict {
  const verdicts = reports.map((report) => report.gate.verdict);
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'pass') ? 'pass' : 'unverifiable';
}

function writeCards(runDir: string, reports: readonly Report[], recordings: readonly Recording[]): void {
  const reproduce = reports[0] === undefined ? null : `operant report ${runDir}`;
  writeFileSync(join(runDir, 'report.json'), prettyJson(reports.length === 1 ? reports[0] : reports), { mode: 0o600 });
  writeFileSync(
    join(runDir, 'card.md'),
    cardMarkdown(reports, recordings, { limitsUrl: LIMITS_URL, reproduce, maxChars: CARD_MAX_CHARS }),
    { mode: 0o600 },
  );
  writeFileSync(join(runDir, 'report.html'), reportHtml(reports, recordings, { limitsUrl: LIMITS_URL, reproduce }), {
    mode: 0o600,
  });
}
