/** The folded list of trials that were not accepted, each with its reason and a link to its report. */
import type { Report, TrialLine } from '../records/report.ts';
import { code, isSafeTarget, link, prose } from './escape.ts';
import * as facts from './facts.ts';
import { details, table } from './markdown.ts';
import { count, plural } from './numbers.ts';

/** Where links to trial reports lead: relative to the run folder, below a prefix, or nowhere. */
export type LinkBase = string | null;

function trialRow(trial: TrialLine, base: LinkBase): readonly string[] {
  const name = `${trial.case} #${trial.attempt}${trial.execution > 1 ? ` (execution ${trial.execution})` : ''}`;
  const target = base === null ? null : `${base}${trial.report}`;
  const shown = target !== null && isSafeTarget(target) ? link(name, target) : code(name);
  const said = facts.saidText(trial);
  return [shown, facts.outcomeText(trial), said === null ? '' : prose(said, 160), prose(trial.because, 240)];
}

/** Up to `max` trials; a line names how many were left out. Empty when all were accepted. */
export function trialsNotAccepted(report: Report, max: number, base: LinkBase): string {
  const trials = facts.notAccepted(report);
  if (trials.length === 0) return '';
  const title = `${plural(trials.length, 'trial')} not accepted`;
  if (max === 0) return `${title}; the list is in summary.md of the run folder.`;
  const rows = trials.slice(0, max).map((trial) => trialRow(trial, base));
  const left = trials.length - rows.length;
  const rest = left > 0 ? [`${count(left)} more are in summary.md of the run folder.`] : [];
  return details(title, [table(['Trial', 'Outcome', 'Said', 'Why'], ['l', 'l', 'l', 'l'], rows), ...rest]);
}
