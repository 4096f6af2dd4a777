/** What is gathered while the records of one run are read. */
import type { Affects, EvidenceProblem, LineRef, Observation } from '../../records/observation.ts';
import { type EventTypes, eventTypes } from '../shared/event-types.ts';

/** A place in a native file with the session it speaks of. */
export interface Place {
  readonly ref: LineRef;
  readonly thread: string | null;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

/** An answer of the model under way: which model, and the folder it works in. */
export interface Answering {
  readonly model: string;
  readonly provider: string;
  readonly cwd: string | null;
}

/** The state of one session of the log. */
export interface Session {
  /** Steps begun and not finished: a request whose usage no line holds. */
  open: number;
  idle: boolean;
  /** Id of the last finished step, and why it ended. */
  lastFinish: { readonly id: string; readonly reason: string } | null;
  /** Text of the current step, with the part's id. */
  texts: { readonly id: string; readonly text: string }[];
}

/** Everything that the session log shows. */
export interface Log {
  root: string | null;
  readonly sessions: Map<string, Session>;
  readonly answers: Map<string, Answering>;
  /** Places of tool calls under way in `observations`, by part. */
  readonly running: Map<string, number>;
  readonly observations: Observation[];
  readonly problems: EvidenceProblem[];
  readonly eventTypes: EventTypes;
}

/** An empty log. */
export function emptyLog(nameOf?: (type: string) => string): Log {
  return {
    root: null,
    sessions: new Map(),
    answers: new Map(),
    running: new Map(),
    observations: [],
    problems: [],
    eventTypes: eventTypes(nameOf),
  };
}

/** The session of an id, begun when it is new. */
export function sessionOf(log: Log, id: string): Session {
  const known = log.sessions.get(id);
  if (known !== undefined) return known;
  const session: Session = { open: 0, idle: false, lastFinish: null, texts: [] };
  log.sessions.set(id, session);
  return session;
}

/** Records what is wrong at a place. */
export function tell(log: Log, ref: LineRef | null, message: string, affects: readonly Affects[]): void {
  log.problems.push({ ref, message, affects: [...affects] });
}

/** An instant of the log. */
export function instant(at: number): string | null {
  return at > 8.64e15 ? null : (/^\d{4}-.*/.exec(new Date(at).toISOString())?.[0] ?? null);
}
