/** What one native record of the CLI shows, before the records are put together. */
import type { Affects, EvidenceProblem, LineRef, Observation } from '../../records/observation.ts';
import { type EventTypes, eventTypes } from '../shared/event-types.ts';

/** A tool call as a record shows it; the observations that it stands for. */
export interface ToolDraft {
  readonly id: string;
  readonly name: string;
  readonly ref: LineRef;
  /** True when the record says that it ended. */
  ended: boolean;
  readonly observations: readonly Observation[];
  /** What cannot be read of what it showed, or null. */
  readonly lost: string | null;
}

/** Everything that one record shows about one agent. */
export interface Findings {
  /** Tool calls by id; a later record of the same call replaces the earlier. */
  readonly tools: Map<string, ToolDraft>;
  readonly others: Observation[];
  readonly problems: EvidenceProblem[];
  readonly eventTypes: EventTypes;
}

/** Findings with nothing in them. */
export function noFindings(nameOf?: Parameters<typeof eventTypes>[0]): Findings {
  return { tools: new Map(), others: [], problems: [], eventTypes: eventTypes(nameOf) };
}

/** Records a problem. */
export function tell(findings: Findings, ref: LineRef, message: string, affects: readonly Affects[]): void {
  findings.problems.push({ ref, message, affects: [...affects] });
}
