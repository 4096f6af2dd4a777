/** What is gathered while the records of one run are read. */
import type { Affects, EvidenceProblem, LineRef, Observation } from '../../records/observation.ts';

/** Copilot's own name for the agent that got the prompt; its events carry no id of an agent. */
export const MAIN = 'main';

/** One event with its place, the agent it belongs to and its payload. */
export interface Event {
  readonly ref: LineRef;
  readonly type: string;
  readonly thread: string;
  /** When, as recorded. */
  readonly at: string;
  readonly data: unknown;
}

/** A call of a tool: what was asked, until its end is read. */
export interface Call {
  readonly ref: LineRef;
  readonly thread: string;
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly at: string;
}

/** A delegate's result as its parent was given it. */
export interface Handed {
  readonly ref: LineRef;
  readonly at: string;
  readonly text: string;
}

/** One delegate. */
export interface Delegate {
  readonly id: string;
  /** The call that started it; null where no record of the call was read. */
  readonly call: Call | null;
  readonly background: boolean;
  readonly started: { readonly ref: LineRef; readonly at: string; readonly parent: string };
  model: string | null;
  ended: string | null;
  /** Its last message. */
  said: string | null;
  readonly handed: Handed[];
}

/** Everything that the records show. */
export interface Run {
  cwd: string | null;
  readonly open: Map<string, Call>;
  readonly delegates: Map<string, Delegate>;
  /** Skills that were called with success and whose text is still to come, by name. */
  readonly awaited: Map<string, LineRef>;
  aborted: boolean;
  /** True when the session log says that the session was shut down. */
  shut: boolean;
  /** Requests that were begun, as standard output says. */
  begun: number;
  readonly observations: Observation[];
  readonly problems: EvidenceProblem[];
  readonly eventTypes: string[];
}

/** Nothing read yet. */
export function emptyRun(): Run {
  return {
    cwd: null,
    open: new Map(),
    delegates: new Map(),
    awaited: new Map(),
    aborted: false,
    shut: false,
    begun: 0,
    observations: [],
    problems: [],
    eventTypes: [],
  };
}

/** Records what is wrong at a place. */
export function tell(run: Run, ref: LineRef | null, message: string, affects: readonly Affects[]): void {
  run.problems.push({ ref, message, affects: [...affects] });
}

/** The key of a call: ids are the model's side's, and two agents may be given the same. */
export const callKey = (thread: string, id: string): string => `${thread} ${id}`;
