/** Whether a trial ran properly: its native end, and which model answered. The same for every kind of suite. */
import type { Capabilities, Terminal } from '../records/harness.ts';
import type { Trace } from '../records/observation.ts';
import type { Outcome } from '../records/trial.ts';
import { modelMismatch, modelUnclear } from './decision/model.ts';
import type { Blocked } from './outcome.ts';

/** What of the evidence says how the trial ran. */
export interface RunEvidence {
  readonly terminal: Terminal;
  readonly trace: Trace;
  readonly capabilities: Pick<Capabilities, 'model'>;
  /** The model that was asked for; null when the host's default was left alone. */
  readonly modelRequested: string | null;
}

/** Why the trial did not run properly, or null: the native end first, then the model that answered. */
export function blockedBy({ terminal, trace, modelRequested }: RunEvidence): Blocked | null {
  if (terminal.state === 'blocked') return { cause: terminal.cause, detail: terminal.detail };
  const mismatch = modelMismatch(trace, modelRequested);
  return mismatch === null ? null : { cause: 'model_mismatch', detail: mismatch };
}

/** An answer of nobody knows which model is not accepted; one that is wrong stays wrong. */
export function withModelKnown(outcome: Outcome, { trace, modelRequested, capabilities }: RunEvidence): Outcome {
  if (outcome.state !== 'accepted' || capabilities.model === 'unsupported') return outcome;
  const unclear = modelUnclear(trace, modelRequested);
  return unclear === null ? outcome : { state: 'ungraded', cause: 'incomplete', detail: unclear };
}
