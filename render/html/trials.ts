/** The folded list of trials that were not accepted. */
import type { Report, TrialLine } from '../../records/report.ts';
import { html } from '../escape.ts';
import * as facts from '../facts.ts';
import { count, plural } from '../numbers.ts';
import { fileLink, folded, type LinkBase } from './blocks.ts';
import { dataTable, tag } from './elements.ts';

/** Rows of the list; the rest is counted. */
const MAX_ROWS = 500;

function row(trial: TrialLine, base: LinkBase): readonly string[] {
  const name = `${trial.case} #${trial.attempt}${trial.execution > 1 ? ` (execution ${trial.execution})` : ''}`;
  return [
    fileLink(trial.report, name, base),
    html(facts.outcomeText(trial)),
    html(facts.saidText(trial) ?? '', 160),
    html(trial.because, 300),
  ];
}

/** Each trial that was not accepted, with its reason and a link to its report. */
export function trialsNotAccepted(report: Report, base: LinkBase): string {
  const trials = facts.notAccepted(report);
  if (trials.length === 0) return '';
  const shown = trials.slice(0, MAX_ROWS);
  const columns = [{ head: 'Trial' }, { head: 'Outcome' }, { head: 'Said' }, { head: 'Why' }];
  const table = dataTable(
    'Leaks first, then rejected, then ungraded',
    columns,
    shown.map((trial) => row(trial, base)),
    'stacked',
  );
  const left = trials.length - shown.length;
  const rest = left > 0 ? tag('p', {}, `${count(left)} more are in summary.md.`) : '';
  return folded(`${plural(trials.length, 'trial')} not accepted`, table, rest);
}
