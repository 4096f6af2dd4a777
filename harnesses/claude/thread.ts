/** What one record (standard output or one session log) shows of one thread: calls, texts, responses. */
import type { EvidenceProblem, LineRef } from '../../records/observation.ts';
import type { Tokens } from '../../records/usage.ts';
import { textField } from '../shared/fields.ts';
import type { JsonRecord } from '../shared/json-lines.ts';
import { EVERYTHING } from '../shared/unknown-events.ts';
import { Assistant, ResponseTokens, TextBlock, ToolUse } from './schemas.ts';
import { inputOf, type Shown } from './shown.ts';
import { responseTokens } from './tokens.ts';

/** Model name of messages that Claude Code writes itself, such as an error. */
const SYNTHETIC = '<synthetic>';

/** The tool that reads a file. */
export const READ = 'Read';

/** What a tool gave back: the text that the model was shown, and what the details beside it tell. */
export interface Given {
  readonly ref: LineRef;
  readonly at: string | null;
  readonly text: string;
  readonly error: boolean;
  /** Details of a command that say nothing against its end with 0. */
  readonly clean: boolean;
  /** Details that call a written file a new one. */
  readonly created: boolean;
  /** Details of a delegate's end, in which its own words stand; else null. */
  readonly agent: unknown;
  /** What a read showed, whose text is then not kept beside it; null when that cannot be told. */
  readonly shown: Shown | null;
}

/** A tool call, with its result once there is one. */
export interface ToolCall {
  readonly ref: LineRef;
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  given: Given | null;
}

/** One response of the model; its parts share the id and repeat the usage. */
export interface Response {
  ref: LineRef;
  readonly id: string;
  readonly model: string;
  readonly requested: string | null;
  at: string | null;
  stop: string | null;
  /** Null when the counts have an unknown shape. */
  tokens: Tokens | null;
  tier: string | null;
}

/** A delegate's end that was told to this thread in a note of its own. */
export interface Note {
  readonly ref: LineRef;
  readonly at: string | null;
  readonly text: string;
}

/** The text of a skill that a prompt called. */
export interface InjectedSkill {
  readonly ref: LineRef;
  readonly skill: string;
  readonly args: string | null;
  readonly text: string;
}

/** A record that both records of the root must have, and whether standard output has shown it. */
export interface SharedRecord {
  readonly ref: LineRef;
  shown: boolean;
}

export interface Thread {
  readonly id: string;
  readonly file: string;
  /** The log of the same thread, for standard output: what the log holds is not kept twice. */
  readonly log: Thread | null;
  /** Ids of the records that both records of the root thread must have. */
  readonly shared: Map<string, SharedRecord>;
  readonly calls: Map<string, ToolCall>;
  readonly textIds: Set<string>;
  readonly texts: { readonly ref: LineRef; readonly uuid: string; readonly text: string; readonly at: string | null }[];
  readonly responses: Map<string, Response>;
  readonly notes: Note[];
  /** Texts of skills that the model called, by the id of the call. */
  readonly skillTexts: Map<string, string>;
  readonly injected: InjectedSkill[];
  /** The last prompt that called a skill by its name, with the id of its record. */
  command: { readonly uuid: string; readonly skill: string; readonly args: string | null } | null;
  /** When the first and the last record were written. */
  first: string | null;
  last: string | null;
  prompt: string | null;
  /** True when the last part of the conversation is a finished answer, also one that Claude Code wrote itself. */
  ended: boolean;
  /** How many answers ended the thread's turn. */
  answers: number;
}

export function newThread(id: string, file: string, log: Thread | null = null): Thread {
  return {
    id,
    file,
    log,
    shared: new Map(),
    calls: new Map(),
    textIds: new Set(),
    texts: [],
    responses: new Map(),
    notes: [],
    skillTexts: new Map(),
    injected: [],
    command: null,
    first: null,
    last: null,
    prompt: null,
    ended: false,
    answers: 0,
  };
}

/** The problem of a record whose shape is not known. */
export function unknownShape(record: JsonRecord): EvidenceProblem {
  return { ref: record.ref, message: `the ${record.type} record has an unknown shape`, affects: [...EVERYTHING] };
}

/** Notes a record of the conversation: standard output only what the log of the thread does not hold. */
export function share(thread: Thread, uuid: string, ref: LineRef): void {
  const logged = thread.log?.shared.get(uuid);
  if (logged === undefined) thread.shared.set(uuid, { ref, shown: false });
  else logged.shown = true;
}

function readResponse(thread: Thread, record: JsonRecord, one: Assistant): void {
  const { id, model, stop_reason: stop } = one.message;
  const usage = ResponseTokens.safeParse(one.message.usage);
  const tokens = usage.success ? responseTokens(usage.data) : null;
  const tier = usage.success ? (usage.data.service_tier ?? null) : null;
  const known = thread.responses.get(id);
  const at = one.timestamp ?? null;
  if (known === undefined) {
    const requested = one.requestedModel ?? null;
    thread.responses.set(id, { ref: record.ref, id, model, requested, at, stop: stop ?? null, tokens, tier });
  } else Object.assign(known, { ref: record.ref, at, stop: stop ?? known.stop, tokens, tier });
}

function readBlock(thread: Thread, record: JsonRecord, block: unknown, uuid: string, at: string | null): boolean {
  const type = textField(block, 'type');
  if (type === 'text') {
    const text = TextBlock.safeParse(block);
    const logged = thread.log?.textIds.has(uuid) === true;
    if (!text.success || logged) return true;
    thread.texts.push({ ref: record.ref, uuid, text: text.data.text, at });
    thread.textIds.add(uuid);
  }
  if (type !== 'tool_use') return true;
  const use = ToolUse.safeParse(block);
  if (!use.success) return false;
  const { id, name, input } = use.data;
  const logged = thread.log?.calls.get(id)?.given ?? null;
  if (logged !== null) return true;
  thread.calls.set(id, { ref: record.ref, id, name, input: inputOf(input), given: null });
  return true;
}

/** Reads a part of an answer. Null, or what is wrong with the record. */
export function readAssistant(thread: Thread, record: JsonRecord): EvidenceProblem | null {
  const parsed = Assistant.safeParse(record.value);
  if (!parsed.success) return unknownShape(record);
  const { uuid, timestamp, message } = parsed.data;
  share(thread, uuid, record.ref);
  thread.last = timestamp ?? thread.last;
  thread.first ??= timestamp ?? null;
  thread.ended = message.stop_reason !== 'tool_use' && message.stop_reason !== null;
  if (message.model === SYNTHETIC) return null;
  if (message.stop_reason === 'end_turn') thread.answers += 1;
  if (thread.log === null) readResponse(thread, record, parsed.data);
  for (const block of message.content) {
    if (!readBlock(thread, record, block, uuid, timestamp ?? null)) return unknownShape(record);
  }
  return null;
}
