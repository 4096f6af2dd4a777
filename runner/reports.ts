/** Reads finished runs back from disk and turns each group into a judged report. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../records/errors.ts';
import type { CostBlock, Report } from '../records/report.ts';
import type { Run } from '../records/run.ts';
import type { Suite } from '../records/suite.ts';
import type { TrialResult } from '../records/trial.ts';
import type { EvidenceDigest } from '../scorers/executions.ts';
import { buildReport } from '../scorers/report.ts';
import { judge } from '../thresholds/gate.ts';
import { type Context, runtimeName } from './context.ts';
import { capturedVersion } from './event-fingerprint.ts';
import type { Kept } from './kept.ts';
import { loadPricing, type Pricing } from './pricing.ts';
import { readTrial } from './recheck.ts';
import { readRunFile } from './run-file.ts';
import { trialFolders } from './run-suite.ts';
import type { LoadedSuite, LoadedThresholds } from './suites.ts';

interface ReadRun {
  readonly run: Run;
  readonly results: readonly TrialResult[];
  readonly evidence: readonly EvidenceDigest[];
}

/**
 * The judged reports of one run, or of several shards of it. Altered evidence is an error, not a report. What this
 * process judged itself (`kept`) must lie there as it was written; every other result is judged again from its evidence,
 * so that an edited result.json counts for nothing.
 */
export function reportRuns(
  context: Context,
  runDirs: readonly string[],
  loaded: LoadedSuite,
  thresholds: LoadedThresholds | null,
  kept: Kept | null,
): Report[] {
  const runs = runDirs.map((runDir) => readRun(context, runDir, loaded.suite, kept));
  const first = runs[0];
  if (first === undefined) throw new UsageError('No run was named');
  const foreign = runs.findIndex((item) => item.run.planDigest !== first.run.planDigest);
  if (foreign > 0)
    throw new UsageError(
      `${runDirs[foreign]} is not a shard of the same run as ${runDirs[0]}`,
      'Report each run by itself.',
    );
  if (runs.length > 1) refuseUnsharded(runs, runDirs);
  const run = runs.length === 1 ? first.run : joined(first.run, runs);
  const results = runs.flatMap((item) => item.results);
  refuseDoubles(results);
  const evidence = runs.flatMap((item) => item.evidence);
  const catalog = catalogOf(context, results);
  return run.plan.groups.map((group) => {
    const report = buildReport({
      run,
      group: group.id,
      suite: loaded.suite,
      captured: capturedVersion(group.agent.harness),
      results,
      evidence,
      catalog,
      runtime: runtimeName(),
      maxUngradedRatio: thresholds?.thresholds.bounds.maxUngradedRatio?.value ?? null,
      chainBroken: false,
    });
    return { ...report, gate: judge(report, thresholds === null ? null : { ...thresholds }) };
  });
}

const loadedPricing = new WeakMap<Context, Pricing>();

function pricingOf(context: Context): Pricing {
  const known = loadedPricing.get(context) ?? loadPricing(context.dataDir);
  loadedPricing.set(context, known);
  return known;
}

/** One run of several shards. A version that is not the same on all of them is not known. */
function joined(first: Run, runs: readonly ReadRun[]): Run {
  const versions = Object.entries(first.harnessVersions).map(([id, version]) => {
    const same = runs.every(({ run }) => run.harnessVersions[id] === version);
    return [id, same ? version : null];
  });
  return { ...first, shard: null, harnessVersions: Object.fromEntries(versions) };
}

/** Only different shards of one division make one run: of two runs of a plan each could lend its better trials. */
function refuseUnsharded(runs: readonly ReadRun[], runDirs: readonly string[]): void {
  const seen = new Map<number, string>();
  const of = runs[0]?.run.shard?.of;
  for (const [at, { run }] of runs.entries()) {
    const folder = runDirs[at] ?? '';
    if (run.shard === null || run.shard.of !== of)
      throw new UsageError(`${folder} is not one of ${of ?? 'several'} shards`, 'Report each run by itself.');
    const twin = seen.get(run.shard.index);
    if (twin !== undefined)
      throw new UsageError(
        `${folder} and ${twin} are both shard ${run.shard.index}/${run.shard.of}`,
        'Name each shard once.',
      );
    seen.set(run.shard.index, folder);
  }
}

/** Two shards that ran the same trial are not one run: nothing may be counted twice. */
function refuseDoubles(results: readonly TrialResult[]): void {
  const seen = new Set<string>();
  for (const result of results) {
    const key = `${result.trialId}.${result.execution}`;
    if (seen.has(key))
      throw new UsageError(`The trial ${result.trialId} is in two of these folders`, 'Name each shard once.');
    seen.add(key);
  }
}

/** The catalog is part of a report only where a trial was priced against it. */
function catalogOf(context: Context, results: readonly TrialResult[]): CostBlock['catalog'] {
  if (results.every((result) => result.cost.disposition === 'unmetered_local_lane')) return null;
  const { digest, source } = pricingOf(context);
  return { digest, source };
}

/** Reads a run back. Trials that left no result are not in it. */
function readRun(context: Context, runDir: string, suite: Suite, kept: Kept | null): ReadRun {
  const run = readRunFile(runDir);
  kept?.refuseOther(run);
  const results: TrialResult[] = [];
  const evidence: EvidenceDigest[] = [];
  const read = new Set<string>();
  for (const name of trialFolders(runDir)) {
    const folder = join(runDir, 'trials', name);
    if (!existsSync(join(folder, 'result.json'))) continue;
    const trial = readTrial(context, { run, suite, pricing: pricingOf(context), folder, name }, kept);
    const { trialId, execution } = trial.result;
    results.push(trial.result);
    evidence.push({ trialId, execution, digest: trial.evidence });
    read.add(name);
  }
  kept?.refuseLost(read);
  return { run, results, evidence };
}
