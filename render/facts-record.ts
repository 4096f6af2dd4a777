/** Where a report was recorded, what comes next, and the evidence behind it. Plain text, unescaped. */
import type { Recording, Report, TrialLine } from '../records/report.ts';
import { type Entry, notAccepted } from './facts.ts';
import { count, plural, shortDigest } from './numbers.ts';
import { sentence } from './words.ts';

/** Where a report was recorded. */
export interface RecordingFacts {
  /** `Recorded`, `Already recorded` or `Not recorded`. */
  readonly lead: string;
  /** The code of a refusal. */
  readonly code: string | null;
  readonly receipt: string | null;
  readonly rest: string;
}

/** Where a report was recorded, or why not. */
export function recordingFacts(recording: Recording): RecordingFacts {
  const not = { lead: 'Not recorded', code: null, receipt: null } as const;
  switch (recording.state) {
    case 'none':
      return { ...not, rest: 'no ledger was named' };
    case 'recorded':
    case 'already_recorded': {
      const { seq, count: rows, ledger, receipt } = recording;
      const lead = recording.state === 'recorded' ? 'Recorded' : 'Already recorded';
      return { lead, code: null, receipt, rest: `row ${count(seq)}, ${plural(rows, 'row')} in ${ledger}` };
    }
    case 'refused':
      return { ...not, code: recording.code, rest: `${sentence(recording.message)} Ledger: ${recording.ledger}` };
    case 'unrecorded':
      return { ...not, rest: `${sentence(recording.message)} The row is kept in ${recording.kept}` };
  }
}

/** What a person does next, and the file it is about, where there is one. */
export interface NextStep {
  readonly text: string;
  /** Relative to the run folder, or where a row is kept. */
  readonly path: string | null;
}

/** What a person does next, by verdict. */
export function nextStep({ report, recording }: Entry): NextStep {
  if (recording.state === 'unrecorded') {
    return { text: 'The run is scored but not recorded; append the kept row:', path: recording.kept };
  }
  switch (report.gate.verdict) {
    case 'pass':
      return recording.state === 'refused'
        ? say('Every bound holds, but no row was stored; the ledger line says why.')
        : say('Nothing to do: every bound holds.');
    case 'unverifiable':
      return afterUnverifiable(report);
    case 'fail':
      return afterFail(report);
  }
}

/** A breach of the share of ungraded trials is explained by those, any other by all that were not accepted. */
function afterFail(report: Report): NextStep {
  const breached = report.gate.criteria.find(({ verdict }) => verdict === 'fail');
  const lost = ungradedOf(report);
  return breached !== undefined && /^(?:ungraded_ratio|graded_trials)/.test(breached.name) && lost.length > 0
    ? readFirst(lost, 'ungraded trial', '')
    : readFirst(notAccepted(report), 'trial', 'not accepted');
}

function ungradedOf(report: Report): readonly TrialLine[] {
  return notAccepted(report).filter(({ outcome }) => outcome.state === 'ungraded');
}

function say(text: string): NextStep {
  return { text, path: null };
}

function afterUnverifiable(report: Report): NextStep {
  const { counts, gate, tier } = report;
  const missing = counts.planned - counts.trials;
  if (report.smokeBecause.some((reason) => reason.startsWith('incomplete_coverage: shard '))) {
    return say(
      'Report all shards together once they are done: operant report FOLDER FOLDER …, with --append to record it.',
    );
  }
  if (gate.thresholds === null) {
    return say('Name a thresholds file with --thresholds; without one there is nothing to judge against.');
  }
  if (missing > 0) return say(`Finish the run with --resume: ${plural(missing, 'planned trial')} did not run.`);
  if (tier === 'smoke') return say('Run the whole suite with its pinned attempts; a smoke run cannot pass as a score.');
  const lost = ungradedOf(report);
  if (lost.length > 0) return readFirst(lost, 'ungraded trial', '(then run again)');
  return readFirst(notAccepted(report), 'trial', 'not accepted');
}

function readFirst(trials: readonly TrialLine[], one: string, after: string): NextStep {
  const [first] = trials;
  if (first === undefined) return say('Read the gate table; it names the bound that decided.');
  return {
    text: `Read the first of ${plural(trials.length, one)}${after === '' ? '' : ` ${after}`}:`,
    path: first.report,
  };
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
