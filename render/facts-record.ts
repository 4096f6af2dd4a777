/** Where a report was recorded, what comes next, and the evidence behind it. Plain text, unescaped. */
import type { Recording, Report } from '../records/report.ts';
import { type Entry, notAccepted } from './facts.ts';
import { count, plural, shortDigest } from './numbers.ts';

/** Where the report was recorded: one line, its state first. */
export function recordingFacts(recording: Recording): {
  readonly lead: string;
  readonly receipt: string | null;
  readonly rest: string;
} {
  switch (recording.state) {
    case 'none':
      return { lead: 'Not recorded', receipt: null, rest: 'no ledger was named' };
    case 'recorded':
    case 'already_recorded': {
      const lead = recording.state === 'recorded' ? 'Recorded' : 'Already recorded';
      return {
        lead,
        receipt: recording.receipt,
        rest: `row ${count(recording.seq)}, ${plural(recording.count, 'row')} in ${recording.ledger}`,
      };
    }
    case 'refused':
      return {
        lead: `Not recorded (${recording.code})`,
        receipt: null,
        rest: `${recording.message} Ledger: ${recording.ledger}`,
      };
    case 'unrecorded':
      return { lead: 'Not recorded', receipt: null, rest: `${recording.message} The row is kept in ${recording.kept}` };
  }
}

/** What a person does next, by verdict. */
export function nextStep({ report, recording }: Entry): string {
  const worst = notAccepted(report)[0];
  if (report.gate.thresholds === null)
    return 'Name a thresholds file with --thresholds, so that there is something to judge against.';
  if (report.gate.verdict === 'pass') {
    return recording.state === 'unrecorded' ? `Append the kept row: ${recording.kept}` : 'Nothing: every bound holds.';
  }
  if (report.tier === 'smoke')
    return 'Run the whole suite with its pinned attempts; a smoke run cannot pass as a score.';
  if (worst === undefined) return 'Read the gate table: it names the bound that decided.';
  return `Read ${worst.report}, the first of ${plural(notAccepted(report).length, 'trial')} not accepted.`;
}

/** The evidence behind a report, for people who check: label and value. */
export function provenanceFacts(report: Report): readonly (readonly [string, string])[] {
  return [
    ['run', report.runId],
    ['suite digest', report.suite.digest],
    ['contract digest', report.suite.contractDigest ?? 'none'],
    ['plan digest', report.planDigest],
    ['execution digest', report.executionDigest],
    ['recipe digest', report.recipeDigest],
    [
      'evaluator',
      `${report.evaluator.version} (${shortDigest(report.evaluator.digest)}) on ${report.evaluator.runtime}`,
    ],
    [
      'thresholds',
      report.gate.thresholds === null
        ? 'none'
        : `${report.gate.thresholds.id} (${shortDigest(report.gate.thresholds.digest)})`,
    ],
    [
      'catalog',
      report.cost.catalog === null
        ? 'none'
        : `${report.cost.catalog.source} (${shortDigest(report.cost.catalog.digest)})`,
    ],
    ['package digest', report.agent.packageDigest ?? 'none'],
    ['permissions digest', report.agent.permissionsDigest],
    [
      'models observed',
      report.modelsObserved.length === 0 ? 'none named in the evidence' : report.modelsObserved.join(', '),
    ],
    ['usage source', report.usageSource],
    ['from', report.startedAt],
    ['to', report.finishedAt],
  ];
}
