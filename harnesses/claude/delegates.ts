/** Which delegates were started and what they gave back. */
import type { DelegateObservation } from '../../records/observation.ts';
import { AGENTS } from './calls.ts';
import { AgentResult } from './schemas.ts';
import type { Started } from './stream.ts';
import type { Note, Thread, ToolCall } from './thread.ts';
import { textOf } from './to-model.ts';

interface Team {
  readonly root: string;
  readonly started: readonly Started[];
  /** Threads by id. */
  readonly threads: ReadonlyMap<string, Thread>;
}

function modelOf(team: Team, delegate: string): string | null {
  const [first] = team.threads.get(delegate)?.responses.values() ?? [];
  return first?.requested ?? first?.model ?? null;
}

/** The delegate's own words, without what Claude Code put around them. */
function reportOf(details: AgentResult): string | null {
  const { content, harnessNoteCount: before = 0, harnessTailCount: after = 0 } = details;
  if (content === undefined) return null;
  return textOf(content.slice(before, content.length - after));
}

/** A delegate's words as the parent was shown them, for results that have no details beside them. */
function shownReport(team: Team, call: ToolCall, delegate: string): string | null {
  const last = team.threads.get(delegate)?.texts.at(-1)?.text;
  const shown = call.given?.text.replaceAll(/^ {2}/gm, '') ?? '';
  return last !== undefined && shown.includes(last) ? last : null;
}

function ofCall(team: Team, thread: string, call: ToolCall): DelegateObservation[] {
  const known = AgentResult.safeParse(call.given?.agent);
  const details = known.success ? known.data : null;
  const start = team.started.find((one) => one.call === call.id && (one.parent ?? team.root) === thread);
  const delegate = details?.agentId ?? start?.delegate;
  if (delegate === undefined) return [];
  const own = team.threads.get(delegate);
  const prompt = typeof call.input['prompt'] === 'string' ? call.input['prompt'] : (start?.prompt ?? null);
  const model = details?.resolvedModel ?? modelOf(team, delegate);
  const base = { kind: 'delegate' as const, thread, delegate, model };
  const started = {
    ...base,
    ref: call.ref,
    phase: 'started' as const,
    prompt,
    result: null,
    at: own?.first ?? null,
  };
  const { given } = call;
  // A delegate in the background gives back a handle at once: that is no result.
  const launched = details !== null ? details.status !== 'completed' : (given?.text.startsWith('Async agent') ?? true);
  if (given === null || given.error || launched) return [started];
  const result = details === null ? shownReport(team, call, delegate) : reportOf(details);
  const at = own?.last ?? given.at;
  return [started, { ...base, ref: given.ref, phase: 'returned' as const, prompt: null, result, at }];
}

const tag = (text: string, name: string): string | null =>
  new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1] ?? null;

/** The end of a delegate in the background, told to its parent by a note that Claude Code marks as its own. */
function ofNote(team: Team, thread: string, note: Note): DelegateObservation[] {
  const delegate = tag(note.text, 'task-id');
  if (delegate === null || tag(note.text, 'status') !== 'completed' || !team.threads.has(delegate)) return [];
  const result = /<result>([\s\S]*)<\/result>/.exec(note.text)?.[1] ?? null;
  const at = team.threads.get(delegate)?.last ?? note.at;
  const model = modelOf(team, delegate);
  return [{ kind: 'delegate', ref: note.ref, thread, phase: 'returned', delegate, prompt: null, result, model, at }];
}

/** Delegates of every thread: started by a call, returned by its result or by a note. */
export function delegatesOf(team: Team): DelegateObservation[] {
  return [...team.threads.values()].flatMap((thread) => [
    ...[...thread.calls.values()]
      .filter(({ name }) => AGENTS.has(name))
      .flatMap((call) => ofCall(team, thread.id, call)),
    ...thread.notes.flatMap((note) => ofNote(team, thread.id, note)),
  ]);
}
