/** Placeholder until the outcome graders arrive. */
import type { Manifest } from '../../records/manifest.ts';
import type { Check } from '../../records/trial.ts';
import type { ProbeFacts, WorkflowTask } from '../../records/workflow.ts';

export interface OutcomeInput {
  readonly task: WorkflowTask;
  readonly given: Readonly<Record<string, string>>;
  readonly after: Manifest | null;
  readonly deliverables: ReadonlyMap<string, string | null>;
  readonly facts: ReadonlyMap<string, ProbeFacts>;
  readonly finalText: string | null;
  readonly blocked: boolean;
}

export function judgeOutcome(input: OutcomeInput): Check[] {
  return input.task.outcome.map(({ id }) => ({
    id,
    layer: 'outcome',
    status: 'unobservable',
    required: true,
    because: 'Not judged yet',
    refs: [],
  }));
}
