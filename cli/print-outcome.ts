/** Prints what came of a run or a report: cards for people, one JSON document for machines. */

import type { Recording, Report } from '../records/report.ts';
import { cardTerminal } from '../render/card-terminal.ts';
import type { RunOutcome } from '../runner/pipeline.ts';
import type { Shell } from './shell.ts';

/** Prints the outcome of `run`. */
export async function printOutcome(shell: Shell, outcome: RunOutcome, json: boolean): Promise<void> {
  if (json) {
    const { plan, ...rest } = outcome;
    shell.print(JSON.stringify(outcome.reports.length === 0 ? { ...rest, plan } : rest, null, 2));
    return;
  }
  if (outcome.runDir === null) {
    const { plan } = outcome;
    shell.print(
      `Would run ${plan.trials.length} trials of ${plan.suite.id} (tier ${plan.tier}). Ceiling: ${outcome.ceiling}.`,
    );
    for (const reason of plan.smokeBecause) shell.print(`  smoke: ${reason}`);
    return;
  }
  printCards(shell, outcome.reports, outcome.recordings, outcome.runDir);
  if (outcome.interrupted) {
    shell.error(`operant: interrupted; go on with: ${programName(shell)} run --resume ${outcome.runDir}`);
  }
  shell.print(
    `\nEvidence  ${outcome.runDir}\nCard      ${outcome.runDir}/card.md\nReport    ${outcome.runDir}/report.html`,
  );
}

/** How a person starts this program again: npm started it, so that it need not be on their PATH, or they did. */
export function programName(shell: Shell): string {
  return shell.context.env['npm_lifecycle_event'] === undefined ? 'operant' : 'npx operant';
}

/** Prints one terminal card per report; `folder` is the run's, where there is one. */
export function printCards(
  shell: Shell,
  reports: readonly Report[],
  recordings: readonly Recording[],
  folder: string | null = null,
): void {
  for (const [index, report] of reports.entries()) {
    const recording = recordings[index] ?? { state: 'none' };
    shell.print(cardTerminal(report, recording, { color: shell.color, width: shell.width, folder }));
  }
}
