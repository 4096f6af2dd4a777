/** Runs the trials of a plan: several at a time, each finished one safe on disk, resumable after any end. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PlannedTrial, RunSummary } from '../records/run.ts';
import type { TrialResult } from '../records/trial.ts';
import { summaryMarkdown } from '../render/summary-markdown.ts';
import { isInterrupted } from '../scorers/executions.ts';
import type { Context } from './context.ts';
import { earlierResults, refuseLost } from './earlier.ts';
import { prettyJson, replaceFile } from './files.ts';
import { Kept } from './kept.ts';
import { LIMITS_URL } from './links.ts';
import { shardOf } from './plan.ts';
import { refuseOtherVersion } from './resume-request.ts';
import { runTrial } from './run-trial.ts';
import type { Settings } from './settings.ts';
import { Spend } from './spend.ts';

/** What stopped a run before its last trial, or null. */
export type Stopped = 'interrupted' | 'budget' | null;

/** How a run ended, and what this process judged of it. */
export interface Ran {
  readonly stopped: Stopped;
  readonly kept: Kept;
}

/** Runs every trial of this shard that still needs it. */
export async function runSuite(
  context: Context,
  settings: Settings,
  budgetNanoUsd: number | null,
  allowUnknown: boolean,
): Promise<Ran> {
  const kept = new Kept(settings.run);
  const planned = shardOf(settings.run.plan.trials, settings.run.shard);
  refuseLost(settings.runDir);
  const results = new Map<string, TrialResult[]>();
  const queue: { trial: PlannedTrial; execution: number }[] = [];
  for (const trial of planned) {
    const earlier = await earlierResults(context, settings, trial, kept);
    results.set(trial.trialId, earlier);
    const open = earlier.every((result) => isInterrupted(result));
    if (open) queue.push({ trial, execution: earlier.length + 1 });
  }
  if (settings.resumed && queue.length > 0) await refuseOtherVersion(context, settings);
  const spend = new Spend(budgetNanoUsd, allowUnknown, [...results.values()].flat());
  const total = planned.length;
  let finished = total - queue.length;
  const started = context.now();
  if (queue.length > 0) writeSummary(settings, planned, results);
  const worker = async () => {
    while (!context.interrupt.aborted && !spend.exhausted) {
      const next = queue.shift();
      if (next === undefined) return;
      const done = await runTrial(context, settings, next.trial, next.execution).catch((error: unknown) => {
        // A trial that could not be kept stops the run: the other workers finish what they began and take no more.
        queue.length = 0;
        throw error;
      });
      const { result } = done;
      kept.add(done);
      results.get(next.trial.trialId)?.push(result);
      spend.add(result);
      finished++;
      writeSummary(settings, planned, results);
      context.progress(progressLine(result, finished, total, context.now() - started), true);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: settings.run.concurrency }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (context.interrupt.aborted) return { stopped: 'interrupted', kept };
  return { stopped: spend.exhausted && queue.length > 0 ? 'budget' : null, kept };
}

function progressLine(result: TrialResult, finished: number, total: number, elapsedMs: number): string {
  const { outcome } = result.grade;
  const detail = outcome.state === 'ungraded' ? `ungraded (${outcome.cause})` : outcome.state;
  const left = finished === 0 ? 0 : Math.round((elapsedMs / finished) * (total - finished));
  const eta = left > 2000 ? `, about ${Math.ceil(left / 1000)} s left` : '';
  return `${finished}/${total}  ${result.case}  ${detail}${eta}`;
}

/** summary.json and summary.md, replaced in one step each after every trial. */
function writeSummary(
  settings: Settings,
  planned: readonly PlannedTrial[],
  results: ReadonlyMap<string, readonly TrialResult[]>,
): void {
  const trials = planned.flatMap((trial) =>
    (results.get(trial.trialId) ?? []).map((result) => ({
      trialId: result.trialId,
      execution: result.execution,
      case: result.case,
      attempt: result.attempt,
      outcome: result.grade.outcome,
      wallMs: result.wallMs,
    })),
  );
  const summary: RunSummary = {
    schema: 'operant.run-summary/v1',
    runId: settings.run.runId,
    planned: planned.length,
    finished: new Set(trials.map((trial) => trial.trialId)).size,
    trials,
  };
  replaceFile(join(settings.runDir, 'summary.json'), prettyJson(summary));
  replaceFile(join(settings.runDir, 'summary.md'), summaryMarkdown(settings.run, summary, { limitsUrl: LIMITS_URL }));
}

/** Trial folders of a run, sorted. */
export function trialFolders(runDir: string): string[] {
  try {
    return readdirSync(join(runDir, 'trials')).sort();
  } catch {
    return [];
  }
}
