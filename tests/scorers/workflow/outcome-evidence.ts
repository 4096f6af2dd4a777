/** Evidence of outcomes for tests: files as the agent left them make the list, the copies, or both. */
import { digestOf } from '../../../records/digest.ts';
import type { Check } from '../../../records/trial.ts';
import type { Grader, PlainJson, ProbeFacts } from '../../../records/workflow.ts';
import type { AfterEntry, OutcomeEvidence } from '../../../scorers/workflow/outcome.ts';

export interface Changes extends Partial<OutcomeEvidence> {
  /** Files that the agent left: path to text. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A regular file in the list of a workspace. */
export function fileEntry(path: string, text: string): AfterEntry {
  return { path, type: 'file', size: Buffer.byteLength(text), digest: digestOf(text) };
}

/** Evidence of a trial that ran to its end and left these files. */
export function evidenceOf(outcome: readonly Grader[], { files = {}, ...changes }: Changes): OutcomeEvidence {
  return {
    task: { prompt: 'Please do what is asked for here, and nothing else.', outcome: [...outcome] },
    given: {},
    after: { complete: true, entries: Object.entries(files).map(([path, text]) => fileEntry(path, text)) },
    deliverables: new Map(Object.entries(files)),
    facts: new Map(),
    finalText: '',
    blocked: false,
    ...changes,
  };
}

/** Facts of one probe. */
export function factsOf(check: string, answers: PlainJson[], state: ProbeFacts['state'] = 'answered') {
  const facts: ProbeFacts = {
    schema: 'operant.probe-facts/v1',
    check,
    state,
    detail: 'as it went',
    answers,
    contained: [],
  };
  return new Map([[check, facts]]);
}

/** The only check of a list. */
export function only(checks: readonly Check[]): Check {
  const [check] = checks;
  if (check === undefined || checks.length > 1) throw new Error(`expected one check, found ${checks.length}`);
  return check;
}
