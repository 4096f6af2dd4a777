/**
 * What the reader must know beside the numbers. Isolation, login and the reasons for smoke have fields of their own in
 * the report; these notes hold the rest.
 */
import type { Group } from '../records/run.ts';
import type { Digest } from '../records/scalars.ts';
import type { EvidenceDigest, GroupExecutions, TrialExecutions } from './executions.ts';

/** The facts that notes are made from. */
export interface NoteFacts {
  readonly group: Group;
  readonly evaluator: Digest;
  readonly executed: GroupExecutions;
  readonly evidence: readonly EvidenceDigest[];
}

/** Notes in a fixed order; none when there is nothing to say. */
export function notesOf(facts: NoteFacts): readonly string[] {
  const { trials, foreign } = facts.executed;
  return [
    ...modelNote(facts.group),
    ...leakNotes(trials),
    ...repeatNotes(trials),
    ...evidenceNotes(trials, facts.evidence),
    ...evaluatorNotes(trials, facts.evaluator),
    ...listed(foreign, 'results that fit no planned trial were left out'),
  ];
}

function modelNote({ agent }: Group): readonly string[] {
  if (agent.modelRequested !== null) return [];
  return ['No model was asked for: the default of the host answered, and it may change without notice.'];
}

/** Why leaks cannot be told, the most frequent reasons first. */
function leakNotes(trials: readonly TrialExecutions[]): readonly string[] {
  const checks = trials.flatMap(({ deciding }) => deciding?.grade.checks ?? []);
  const open = checks.filter((check) => check.id === 'no_bypass_leak' && check.status === 'unobservable');
  const reasons = new Map<string, number>();
  for (const { because } of open) reasons.set(because, (reasons.get(because) ?? 0) + 1);
  const sorted = [...reasons].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, 3);
  return sorted.map(
    ([because, n]) => `A bypass leak can be neither seen nor excluded in ${trialCount(n)}: ${because}.`,
  );
}

function repeatNotes(trials: readonly TrialExecutions[]): readonly string[] {
  const repeated = trials.reduce((sum, trial) => sum + Math.max(0, trial.executions - 1), 0);
  const lost = trials.reduce((sum, trial) => sum + trial.lost, 0);
  return [
    ...(repeated > 0
      ? [`Executions repeated after an interruption: ${repeated}. The earlier ones are kept and paid for.`]
      : []),
    ...(lost > 0 ? [`Executions that started and left no result: ${lost}. What they did and cost is not known.`] : []),
  ];
}

function evidenceNotes(trials: readonly TrialExecutions[], evidence: readonly EvidenceDigest[]): readonly string[] {
  const indexed = new Set(evidence.map((one) => `${one.trialId} ${one.execution}`));
  const results = trials.flatMap((trial) => trial.results);
  const bare = results.filter((one) => !indexed.has(`${one.trialId} ${one.execution}`)).length;
  const damaged = trials.filter(({ deciding }) => (deciding?.problems.length ?? 0) > 0).length;
  return [
    ...(bare > 0 ? [`Executions without an evidence index: ${bare}. Their evidence cannot be checked.`] : []),
    ...(damaged > 0 ? [`Evidence that could not be read whole: in ${trialCount(damaged)}.`] : []),
  ];
}

function evaluatorNotes(trials: readonly TrialExecutions[], evaluator: Digest): readonly string[] {
  const others = trials.filter(({ deciding }) => deciding !== null && deciding.evaluator !== evaluator).length;
  return others > 0 ? [`Graded by another evaluator than the one named here: ${trialCount(others)}.`] : [];
}

function listed(ids: readonly string[], what: string): readonly string[] {
  return ids.length > 0 ? [`${ids.length} ${what}: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}.`] : [];
}

function trialCount(n: number): string {
  return n === 1 ? '1 trial' : `${n} trials`;
}

/** That another version of the CLI ran than the one whose records the decoder is held to. */
export function versionNote(ran: string | null, captured: string | null): readonly string[] {
  if (captured === null || ran === captured) return [];
  const what = ran === null ? 'a version that it did not name' : ran;
  return [`The decoder is held to captures of version ${captured}; this run used ${what}, whose records may differ.`];
}
