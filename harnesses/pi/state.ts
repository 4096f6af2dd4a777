/** What is gathered while pi's standard output is read. */
import type { Affects, EvidenceProblem, LineRef, Observation } from '../../records/observation.ts';
import type { AssistantMessage } from './schemas.ts';

/** A tool call that the model made, and where its observation stands; null where it shows none. */
export interface Call {
  readonly name: string;
  readonly args: unknown;
  readonly ref: LineRef;
  readonly at: number | null;
}

/** Everything that standard output shows. */
export interface Stream {
  thread: string | null;
  cwd: string | null;
  readonly observations: Observation[];
  readonly problems: EvidenceProblem[];
  readonly eventTypes: string[];
  /** Tool calls by id. */
  readonly calls: Map<string, Call>;
  /** Calls without a result so far. */
  readonly open: Set<string>;
  /** The messages since the agent started, as written; null while it is not at work. */
  loop: string[] | null;
  /** Role of a message that began and did not end; null when there is none. */
  begun: string | null;
  last: AssistantMessage | null;
  /** pi said that it will send the failed request again, and has not begun to. */
  retrying: boolean;
}

/** Nothing read yet. */
export function emptyStream(): Stream {
  return {
    thread: null,
    cwd: null,
    observations: [],
    problems: [],
    eventTypes: [],
    calls: new Map(),
    open: new Set(),
    loop: null,
    begun: null,
    last: null,
    retrying: false,
  };
}

/** Records what is wrong at a place. */
export function tell(stream: Stream, ref: LineRef | null, message: string, affects: readonly Affects[]): void {
  stream.problems.push({ ref, message, affects: [...affects] });
}

/** An instant of the record, given in milliseconds since 1970. */
export function instant(at: number): string | null {
  return at > 8.64e15 ? null : (/^\d{4}-.*/.exec(new Date(at).toISOString())?.[0] ?? null);
}
