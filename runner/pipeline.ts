/** The whole loop for every shell: plan, run, grade, price, judge, record. */
import { join } from 'node:path';
import { UsageError } from '../records/errors.ts';
import { EXIT } from '../records/exit-codes.ts';
import type { Harness } from '../records/harness.ts';
import type { Recording, Report } from '../records/report.ts';
import type { Run, RunPlan } from '../records/run.ts';
import type { Suite, SuiteCase } from '../records/suite.ts';
import type { Package } from '../records/workflow.ts';
import { ceilingOf, ceilingText, needsYes } from './ceiling.ts';
import type { Context } from './context.ts';
import { FifoStock } from './fifos.ts';
import { storageError } from './files.ts';
import { type Access, accessOf, candidatePath, chooseHarness, handedOver, versionOf } from './harness-choice.ts';
import { judgeAndRecord } from './judge-runs.ts';
import { keepThresholds } from './kept-thresholds.ts';
import { planRun, shardOf } from './plan.ts';
import { loadPricing } from './pricing.ts';
import { programFrom } from './program.ts';
import { rowsOf } from './record.ts';
import type { RunRequest } from './request.ts';
import { refuseChanges } from './resume-request.ts';
import { lockRun } from './run-lock.ts';
import { runSuite } from './run-suite.ts';
import type { Settings } from './settings.ts';
import { checkPlan, openRun, startRun } from './start-run.ts';
import { chooseThresholds, type LoadedSuite, type LoadedThresholds, loadSuite } from './suites.ts';
import { testedPackage } from './tested-package.ts';

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

/** Everything that is decided before the first trial. */
interface Prepared {
  readonly earlier: { readonly run: Run; readonly runDir: string } | null;
  readonly loaded: LoadedSuite;
  readonly harness: Harness;
  /** Of the harness on this machine; null when it tells none, or nothing is started. */
  readonly version: string | null;
  readonly access: Access;
  readonly plan: RunPlan;
  readonly program: readonly string[];
  readonly thresholds: LoadedThresholds | null;
  /** The package under test; null outside workflow suites. */
  readonly tested: Package | null;
}

const NO_ACCESS: Access = { login: 'none', endpoint: null, hostEnv: {}, ownHome: null };

/** Runs a request to its end and says what came of it; the exit code is the verdict's unless the run was interrupted. */
export async function executeRun(context: Context, request: RunRequest): Promise<RunOutcome> {
  const prepared = await prepareRun(context, request);
  const { earlier, loaded, plan } = prepared;
  const trials = shardOf(plan.trials, earlier?.run.shard ?? request.shard).length;
  const rows = request.append === null ? [] : await rowsOf(request.append);
  const limit = ceilingOf(plan, trials, request.budgetNanoUsd, rows);
  const ceiling = ceilingText(limit, trials, plan.timeoutMs);
  const nothing = { plan, ceiling, reports: [], recordings: [], interrupted: false };
  if (request.dryRun) return { ...nothing, runDir: null, exit: EXIT.pass };
  const why = needsYes(limit);
  if (why !== null && !request.yes) throw new UsageError(`${why} ${ceiling}`, waysOn(prepared));
  refuseBlindBudget(prepared, request);
  const { run, runDir } = earlier ?? (await startRun(context, request, plan, { loaded, version: prepared.version }));
  context.progress(`${plan.suite.id}: ${trials} trials, ceiling ${ceiling}`);
  try {
    const release = await lockRun(context, runDir);
    try {
      return { plan, ceiling, runDir, ...(await runAndJudge(context, request, prepared, { run, runDir })) };
    } finally {
      await release();
    }
  } catch (error) {
    throw storageError(error, runDir);
  }
}

/** What somebody can do about a ceiling that is not known. A program whose usage nothing shows is best called local. */
function waysOn({ harness }: Prepared): string {
  return harness.capabilities.usage === 'unsupported'
    ? 'Say --lane local when your program costs no money per token, or go ahead with --yes.'
    : 'Set --budget-usd, or go ahead with --yes.';
}

/** A budget that nothing can measure would end the run after its first trial. */
function refuseBlindBudget({ harness, plan }: Prepared, { budgetNanoUsd, yes }: RunRequest): void {
  const metered = plan.groups.some(({ agent }) => agent.lane !== 'local');
  if (budgetNanoUsd === null || yes || !metered || harness.capabilities.usage !== 'unsupported') return;
  throw new UsageError(
    `--budget-usd cannot be kept: nothing shows what ${harness.id} spends`,
    'Say --lane local when your program costs no money per token, or go ahead with --yes.',
  );
}

/** Runs what is left of a run that this process holds the lock of, and judges all of it. */
async function runAndJudge(
  context: Context,
  request: RunRequest,
  prepared: Prepared,
  { run, runDir }: { readonly run: Run; readonly runDir: string },
): Promise<Pick<RunOutcome, 'reports' | 'recordings' | 'interrupted' | 'exit'>> {
  const { loaded, thresholds } = prepared;
  const fifos = fifosFor(prepared, run, runDir);
  const settings = settingsOf(context, prepared, run, runDir, fifos);
  const { stopped, kept } = await runSuite(context, settings, request.budgetNanoUsd, request.yes).finally(() =>
    fifos.clear(),
  );
  if (stopped === 'budget') {
    context.progress('The budget is spent or cannot be kept: no further trial was started; see --resume');
  }
  keepThresholds(runDir, request.thresholds === null ? null : thresholds);
  const interrupted = stopped === 'interrupted';
  const append = interrupted ? null : request.append;
  const judged = await judgeAndRecord(context, [runDir], { loaded, thresholds, append, kept });
  return { ...judged, interrupted, exit: interrupted ? EXIT.interrupted : judged.exit };
}

async function prepareRun(context: Context, request: RunRequest): Promise<Prepared> {
  const earlier = request.resume === null ? null : openRun(context, request.resume);
  const before = earlier?.run.plan;
  const agent = before?.groups[0]?.agent;
  const loaded = await loadSuite(context, request.suite ?? earlier?.run.suiteReference ?? '');
  const thresholds = await chooseThresholds(context, request.thresholds, loaded);
  const harness = await chooseHarness(context, request.harness ?? agent?.harness ?? '');
  // A program that is missing needs no key.
  const version = request.dryRun || earlier !== null ? null : await versionOf(context, harness);
  const useLogin = request.useLogin || agent?.login === 'in_place';
  const access = request.dryRun ? NO_ACCESS : accessOf(context, harness, { endpoint: request.endpoint, useLogin });
  if (earlier !== null) refuseChanges(earlier.run, request, request.dryRun ? null : access);
  const tested = testedPackage(context, request, loaded, earlier);
  const { login } = access;
  const plan =
    before ??
    planRun(context, loaded, { ...request, harness, login, isolation: 'none', contained: false, package: tested });
  checkPlan(plan, loaded, request, harness.probe.argv === null);
  handedOver(context, request.dryRun ? [] : plan.environment);
  const program = request.dryRun ? [] : programFrom(plan.program, context.cwd, candidatePath(context));
  return { earlier, loaded, harness, version, access, plan, program, thresholds, tested };
}

/** FIFOs for the trials of this shard that have guarded commands. */
function fifosFor({ loaded }: Prepared, run: Run, runDir: string): FifoStock {
  const enacted = new Set(
    loaded.suite.cases.filter((task) => 'guards' in task && task.guards.length > 0).map((task) => task.id),
  );
  const wanted = shardOf(run.plan.trials, run.shard).filter((trial) => enacted.has(trial.case)).length;
  return new FifoStock(join(runDir, 'work', '.fifos'), wanted);
}

function casesById({ cases }: Suite): ReadonlyMap<string, SuiteCase> {
  const byId = new Map<string, SuiteCase>();
  for (const task of cases) byId.set(task.id, task);
  return byId;
}

function settingsOf(context: Context, prepared: Prepared, run: Run, runDir: string, fifos: FifoStock): Settings {
  const { harness, loaded, access, program } = prepared;
  return {
    run,
    runDir,
    harness,
    cases: casesById(loaded.suite),
    package: prepared.tested,
    endpoint: access.endpoint,
    resumed: prepared.earlier !== null,
    hostEnv: { ...handedOver(context, run.plan.environment), ...access.hostEnv },
    ownHome: access.ownHome,
    contained: false,
    // Earlier trials of this run lie beside the workspace, with what judged them.
    answersAt: run.plan.isolation === 'none' ? [join(runDir, 'trials'), ...loaded.answersAt] : [],
    program,
    path: candidatePath(context),
    pricing: loadPricing(context.dataDir),
    fifoAt: (path) => fifos.place(path),
  };
}
