/** What is known while one session log is read. */
import { Affects, type LineRef } from '../../records/observation.ts';
import type { CommandDraft, Findings } from './drafts.ts';

/** A script of code mode that has not been answered yet, with the commands that ran inside it. */
export interface OpenScript {
  readonly commands: CommandDraft[];
}

/** One end of the thread's work. */
export interface ThreadEnd {
  readonly at: string;
  readonly ref: LineRef;
  readonly lastMessage: string | null;
}

/** Findings of one thread and what its log still leaves open. */
export interface SessionState extends Findings {
  readonly file: string;
  readonly thread: string;
  readonly parent: string | null;
  /** Path of the agent in its team, `/root` for the first. */
  readonly path: string;
  readonly provider: string | null;
  /** True inside the parent's history, which the log of a forked thread repeats before its own. */
  replaying: boolean;
  /** Ordinal that the next record must have. */
  nextOrdinal: number;
  /** Turns that have started and not ended. */
  open: number;
  readonly ends: ThreadEnd[];
  readonly modelByTurn: Map<string, string>;
  readonly commandsById: Map<string, CommandDraft>;
  /** Commands that were still running, by the id under which the model asks for more output. */
  readonly commandsByProcess: Map<string, CommandDraft>;
  /** What delegates were asked, by the id of the call. */
  readonly prompts: Map<string, string>;
  /** Calls that ask a running command for more, by the id of the call. */
  readonly polls: Map<string, CommandDraft>;
  readonly scripts: Map<string, OpenScript>;
  /** Threads of delegates, by their path. */
  readonly delegatePaths: Map<string, string>;
  /** How often Codex noted the end of a response, answered in full or not. */
  tokenCounts: number;
  /** Ids of the responses that usage was counted for. */
  readonly responses: Set<string>;
  /** Input plus output tokens so far, as the log itself sums them. */
  threadTotal: number | null;
}

/** What a damaged session log may hide. How the run ended is read from standard output. */
export const ALL_BUT_TERMINAL: readonly Affects[] = Affects.options.filter((one) => one !== 'terminal');

/** Records a problem. */
export function tell(state: SessionState, ref: LineRef, message: string, affects: readonly Affects[]): void {
  state.problems.push({ ref, message, affects: [...affects] });
}
