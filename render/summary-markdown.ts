/** summary.md of a run: where it stands, and a link to every trial's report. */
import type { Run, RunSummary } from '../records/run.ts';
import { code, isSafeTarget, link } from './escape.ts';
import { page, table } from './markdown.ts';
import { duration, outOf } from './numbers.ts';
import { CAUSE_WORDS } from './words.ts';

/** How a summary is written. */
export interface SummaryOptions {
  /** Link to docs/limits.md. */
  readonly limitsUrl: string;
}

type Line = RunSummary['trials'][number];

/** The folder of a trial's execution: a re-execution has its own, `<trial-id>.e2`. */
export function trialFolder(trialId: string, execution: number): string {
  return execution === 1 ? `trials/${trialId}` : `trials/${trialId}.e${execution}`;
}

/** The summary of a run while it goes on and at its end; planned trials without a result are listed as not run. */
export function summaryMarkdown(run: Run, summary: RunSummary, options: SummaryOptions): string {
  const { plan } = run;
  const done = new Set(summary.trials.map((trial) => trial.trialId));
  const waiting = plan.trials.filter((trial) => !done.has(trial.trialId));
  const rows = [
    ...[...summary.trials].sort(byTrial).map(finishedRow),
    ...waiting.map((trial) => [code(trial.case), String(trial.attempt), '– not run', '', '']),
  ];
  const shard = run.shard === null ? '' : ` · shard ${outOf(run.shard.index, run.shard.of)}`;
  return page([
    `# Run ${code(run.runId)}`,
    `${code(plan.suite.id)} · ${plan.tier} · ${outOf(summary.finished, summary.planned)} trials finished${shard}`,
    tallies(summary),
    rows.length === 0
      ? 'No trial is planned.'
      : table(['Case', 'Attempt', 'Outcome', 'Time', 'Report'], ['l', 'r', 'l', 'r', 'l'], rows),
    footer(options),
  ]);
}

function byTrial(a: Line, b: Line): number {
  if (a.case !== b.case) return a.case < b.case ? -1 : 1;
  return a.attempt - b.attempt || a.execution - b.execution;
}

const OUTCOMES = { accepted: '✔ accepted', rejected: '✖ rejected', ungraded: '？ ungraded' } as const;

function finishedRow(trial: Line): readonly string[] {
  const { outcome } = trial;
  const cause = outcome.state === 'ungraded' ? ` (${outcome.cause}: ${CAUSE_WORDS[outcome.cause]})` : '';
  const target = `${trialFolder(trial.trialId, trial.execution)}/report.md`;
  const report = isSafeTarget(target) ? link('report.md', target) : code(target);
  const again = trial.execution > 1 ? ` (execution ${trial.execution})` : '';
  return [
    code(trial.case),
    `${trial.attempt}${again}`,
    `${OUTCOMES[outcome.state]}${cause}`,
    duration(trial.wallMs),
    report,
  ];
}

function tallies(summary: RunSummary): string {
  const n = (state: Line['outcome']['state']): number =>
    summary.trials.filter((trial) => trial.outcome.state === state).length;
  return `${n('accepted')} accepted · ${n('rejected')} rejected · ${n('ungraded')} ungraded`;
}

function footer(options: SummaryOptions): string {
  const words = 'what these results do and do not say';
  return isSafeTarget(options.limitsUrl)
    ? `<sub>[${words}](${options.limitsUrl})</sub>`
    : `<sub>${words}: ${code(options.limitsUrl)}</sub>`;
}
