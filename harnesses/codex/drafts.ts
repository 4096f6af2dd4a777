/** What one native record of Codex shows, before both records are put together. */
import type {
  DelegateObservation,
  EditObservation,
  EvidenceProblem,
  LineRef,
  MessageObservation,
  Observation,
  ReadObservation,
} from '../../records/observation.ts';
import { type EventTypes, eventTypes } from '../shared/event-types.ts';

/** A command under construction: it may start, end and be shown in different lines. */
export interface CommandDraft {
  ref: LineRef;
  text: string;
  cwd: string | null;
  /** Null while no line says how it ended. */
  exitCode: number | null;
  /** True when a line says that it ended, whatever its exit code. */
  ended: boolean;
  /** What the model was shown, or null while that is not proven. */
  shown: string | null;
  /** What the command printed, as far as it is needed to prove what was shown. */
  printed: string | null;
}

/** Everything that one record shows about one thread. */
export interface Findings {
  readonly commands: CommandDraft[];
  readonly edits: EditObservation[];
  /** Skills whose text Codex put before the model. */
  readonly reads: ReadObservation[];
  readonly messages: MessageObservation[];
  readonly delegates: DelegateObservation[];
  /** Models, usage and turn states. */
  readonly others: Observation[];
  readonly problems: EvidenceProblem[];
  /** Native event types with their counts. */
  readonly eventTypes: EventTypes;
}

/** Findings with nothing in them. */
export function noFindings(nameOf?: Parameters<typeof eventTypes>[0]): Findings {
  return {
    commands: [],
    edits: [],
    reads: [],
    messages: [],
    delegates: [],
    others: [],
    problems: [],
    eventTypes: eventTypes(nameOf),
  };
}

/** A finished command observation. */
export function commandObservation(draft: CommandDraft, thread: string | null): Observation {
  const { ref, text, cwd, exitCode, shown } = draft;
  return { kind: 'command', ref, thread, text, cwd, exitCode, output: shown };
}
