/** Reads finished runs back from disk and turns each group into a judged report. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EvidenceError, UsageError } from '../records/errors.ts';
import type { CostBlock, Report } from '../records/report.ts';
import type { Run } from '../records/run.ts';
import type { Suite } from '../records/suite.ts';
import { type EvidenceIndex, TrialResult } from '../records/trial.ts';
import type { EvidenceDigest } from '../scorers/executions.ts';
import { buildReport } from '../scorers/report.ts';
import { judge } from '../thresholds/gate.ts';
import { type Context, runtimeName } from './context.ts';
import { readDocument } from './files.ts';
import type { Kept } from './kept.ts';
import { loadPricing, type Pricing } from './pricing.ts';
import { rechecked } from './recheck.ts';
import { readRunFile } from './run-file.ts';
import { trialFolders } from './run-suite.ts';
import { folderName } from './run-trial.ts';
import type { LoadedSuite, LoadedThresholds } from './suites.ts';
import { indexDigest, verifiedIndex } from './trial-files.ts';

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
  const run = runs.length === 1 ? first.run : { ...first.run, shard: null };
  const results = runs.flatMap((item) => item.results);
  refuseDoubles(results);
  const evidence = runs.flatMap((item) => item.evidence);
  const catalog = catalogOf(context, results);
  return run.plan.groups.map((group) => {
    const report = buildReport({
      run,
      group: group.id,
      suite: loaded.suite,
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

/** Reads a run back; each result is checked against its evidence and the suite, or against what this process judged. */
function readRun(context: Context, runDir: string, suite: Suite, kept: Kept | null): ReadRun {
  const run = readRunFile(runDir);
  kept?.refuseOther(run);
  const planned = new Set(run.plan.trials.map((trial) => trial.trialId));
  const results: TrialResult[] = [];
  const evidence: EvidenceDigest[] = [];
  const read = new Set<string>();
  for (const name of trialFolders(runDir)) {
    const folder = join(runDir, 'trials', name);
    const path = join(folder, 'result.json');
    if (!existsSync(path)) continue;
    const stored = readDocument(path, TrialResult, 'a trial result');
    if (!planned.has(stored.trialId))
      throw new EvidenceError('foreign_trial', `${name} is not a trial of ${run.runId}`);
    const index = verifiedIndex(folder);
    refuseForeign(name, stored, index);
    const digest = indexDigest(index);
    const own = kept?.stands(name, stored, digest) === true;
    results.push(own ? stored : rechecked(context, { run, suite, pricing: pricingOf(context), folder, stored }));
    evidence.push({ trialId: stored.trialId, execution: stored.execution, digest });
    read.add(name);
  }
  kept?.refuseLost(read);
  return { run, results, evidence };
}

/** A folder, its result and its evidence must be of one execution. */
function refuseForeign(name: string, { trialId, execution }: TrialResult, index: EvidenceIndex): void {
  if (index.trialId !== trialId || index.execution !== execution) {
    throw new EvidenceError(
      'foreign_evidence',
      `The evidence index in ${name} belongs to another trial than its result`,
    );
  }
  if (name !== folderName(trialId, execution)) {
    throw new EvidenceError(
      'foreign_trial',
      `The folder ${name} holds the result of ${trialId}, execution ${execution}`,
    );
  }
}
