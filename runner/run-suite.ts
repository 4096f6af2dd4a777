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
  const summary = new SummaryFiles(settings, planned, results);
  if (queue.length > 0) summary.write();
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
      summary.write();
      context.progress(progressLine(result, finished, total, context.now() - started), true);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: settings.run.concurrency }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  summary.finish();
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

/** Least milliseconds between two writings of summary.md: it is for people, and grows with the run. */
const SUMMARY_PAUSE_MS = 500;

/** summary.json, replaced in one step after every trial, and summary.md, which may be a moment behind until the end. */
class SummaryFiles {
  readonly #settings: Settings;
  readonly #planned: readonly PlannedTrial[];
  readonly #results: ReadonlyMap<string, readonly TrialResult[]>;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(
    settings: Settings,
    planned: readonly PlannedTrial[],
    results: ReadonlyMap<string, readonly TrialResult[]>,
  ) {
    this.#settings = settings;
    this.#planned = planned;
    this.#results = results;
  }

  /** Writes what is finished by now. */
  write(): void {
    const summary = this.#summary();
    replaceFile(join(this.#settings.runDir, 'summary.json'), prettyJson(summary));
    const now = performance.now();
    if (now - this.#writtenAt < SUMMARY_PAUSE_MS) return;
    this.#writtenAt = now;
    this.#writePage(summary);
  }

  /** Writes summary.md as it stays. */
  finish(): void {
    this.#writePage(this.#summary());
  }

  #writePage(summary: RunSummary): void {
    const { run, runDir } = this.#settings;
    replaceFile(join(runDir, 'summary.md'), summaryMarkdown(run, summary, { limitsUrl: LIMITS_URL }));
  }

  #summary(): RunSummary {
    const trials = this.#planned.flatMap((trial) => (this.#results.get(trial.trialId) ?? []).map(summaryOf));
    return {
      schema: 'operant.run-summary/v1',
      runId: this.#settings.run.runId,
      planned: this.#planned.length,
      finished: new Set(trials.map((trial) => trial.trialId)).size,
      trials,
    };
  }
}

function summaryOf(result: TrialResult): RunSummary['trials'][number] {
  return {
    trialId: result.trialId,
    execution: result.execution,
    case: result.case,
    attempt: result.attempt,
    outcome: result.grade.outcome,
    wallMs: result.wallMs,
  };
}

/** Trial folders of a run, sorted. */
export function trialFolders(runDir: string): string[] {
  try {
    return readdirSync(join(runDir, 'trials')).sort();
  } catch {
    return [];
  }
}
