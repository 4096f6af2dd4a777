/** Decodes standard output of `gemini --output-format stream-json`: the first agent, and totals over all. */
import type { NativeFile } from '../../records/harness.ts';
import type { Affects } from '../../records/observation.ts';
import { type JsonRecord, jsonRecords } from '../shared/json-lines.ts';
import type { Shape } from '../shared/shape.ts';
import { EVERYTHING, mayHide } from '../shared/unknown-events.ts';
import { type Findings, noFindings, tell } from './drafts.ts';
import { ErrorEvent, Init, Message, Result, ToolResult, ToolUse } from './schemas.ts';
import { disjointStats } from './tokens.ts';
import { announced, hiddenBy } from './tools.ts';

/** What standard output shows. */
export interface Stream extends Findings {
  /** Id of the session, which is the first agent's; null when the line that names it is missing. */
  root: string | null;
  /** Whether the chat log holds a tool call: it shows more of it. */
  readonly logged: (id: string) => boolean;
  /** Ids of tool calls that the chat log holds too. */
  readonly announcedAgain: Set<string>;
  /** What the agent said since its last tool call, joined. */
  said: string;
  /** Tool calls of all agents as the last line counts them; null without that line. */
  toolCalls: number | null;
}

function read<T>(state: Stream, record: JsonRecord, schema: Shape<T>, affects: readonly Affects[]): T | null {
  const parsed = schema.safeParse(record.value);
  if (parsed.success) return parsed.data;
  tell(state, record.ref, `the ${record.type} event has an unknown shape`, affects);
  return null;
}

function readInit(state: Stream, record: JsonRecord): void {
  const event = read(state, record, Init, EVERYTHING);
  if (event === null) return;
  if (state.root !== null && state.root !== event.session_id) {
    tell(state, record.ref, 'standard output names a second session', EVERYTHING);
    return;
  }
  state.root = event.session_id;
  state.others.push({ kind: 'model', ref: record.ref, thread: state.root, id: event.model, role: 'requested' });
}

function readMessage(state: Stream, record: JsonRecord): void {
  const event = read(state, record, Message, ['messages', 'terminal']);
  if (event?.role !== 'assistant') return;
  // A message comes in pieces; those that no tool call parts are one.
  const last = state.said === '' ? undefined : state.others.at(-1);
  if (last?.kind === 'message') state.others.pop();
  const text = last?.kind === 'message' ? last.text + event.content : event.content;
  const ref = last?.kind === 'message' ? last.ref : record.ref;
  state.others.push({
    kind: 'message',
    ref,
    thread: state.root,
    text,
    at: last?.kind === 'message' ? last.at : (event.timestamp ?? null),
  });
  state.said += event.content;
}

function readUse(state: Stream, record: JsonRecord): void {
  const event = read(state, record, ToolUse, ['commands', 'reads', 'edits', 'delegation']);
  state.said = '';
  if (event === null) return;
  const { tool_name: name, tool_id: id, parameters } = event;
  if (state.logged(id)) state.announcedAgain.add(id);
  else {
    const observations = announced(name, id, parameters, { ref: record.ref, thread: state.root });
    state.tools.set(id, { id, name, ref: record.ref, ended: false, observations, lost: null });
  }
  const hidden = hiddenBy(name);
  if (hidden.length > 0) tell(state, record.ref, `the tool ${name} is not known; what it did is not observed`, hidden);
}

function readToolResult(state: Stream, record: JsonRecord): void {
  state.said = '';
  const event = read(state, record, ToolResult, ['commands', 'reads', 'edits', 'delegation']);
  if (event === null) return;
  const tool = state.tools.get(event.tool_id);
  if (tool !== undefined) tool.ended = true;
  else if (!state.announcedAgain.has(event.tool_id))
    tell(state, record.ref, 'a tool gave a result and no line says what it was asked', ['commands', 'reads', 'edits']);
}

/** Notices after which the CLI stops by itself and still calls the run a success. */
const STOPPED = /^Loop detected|^Agent execution (stopped|blocked)/;

function readError(state: Stream, record: JsonRecord): void {
  const event = read(state, record, ErrorEvent, ['terminal']);
  if (event === null) return;
  const failed = event.severity === 'error' || STOPPED.test(event.message);
  const base = { kind: 'turn' as const, ref: record.ref, thread: state.root };
  state.others.push({ ...base, state: failed ? 'failed' : 'warning', message: event.message });
}

function readResult(state: Stream, record: JsonRecord): void {
  const event = read(state, record, Result, ['terminal', 'usage']);
  if (event === null) return;
  const { status, error, stats } = event;
  const base = { ref: record.ref, thread: state.root };
  const message = error?.message ?? (status === 'success' ? state.said : `the status is ${status}`);
  state.others.push({ kind: 'turn', ...base, state: status === 'success' ? 'completed' : 'failed', message });
  state.toolCalls = stats?.tool_calls ?? null;
  for (const [model, counts] of Object.entries(stats?.models ?? {})) {
    if (counts.total_tokens === 0) continue;
    const { tokens, inconsistent } = disjointStats(counts);
    if (inconsistent !== null) tell(state, record.ref, `usage does not add up: ${inconsistent}`, ['usage']);
    const usage = { model, provider: null, at: null, tokens, serviceTier: null, reportedNanoUsd: null };
    state.others.push({ kind: 'usage', ...base, total: true, usage });
  }
}

const READERS: Readonly<Record<string, (state: Stream, record: JsonRecord) => void>> = {
  init: readInit,
  message: readMessage,
  tool_use: readUse,
  tool_result: readToolResult,
  error: readError,
  result: readResult,
};

/** The session that standard output names; null when it names none. */
export function sessionOf(file: NativeFile): string | null {
  for (const { type, value } of jsonRecords(file, [], () => undefined)) {
    const event = type === 'init' ? Init.safeParse(value) : null;
    if (event?.success === true) return event.data.session_id;
  }
  return null;
}

/** Everything that standard output shows, in the order of its lines, without the tool calls that are `logged`. */
export function decodeStream(file: NativeFile, logged: (id: string) => boolean): Stream {
  const state: Stream = { ...noFindings(), logged, announcedAgain: new Set(), root: null, said: '', toolCalls: null };
  for (const record of jsonRecords(file, EVERYTHING, (problem) => state.problems.push(problem))) {
    state.eventTypes.add(record.type);
    const reader = Object.hasOwn(READERS, record.type) ? READERS[record.type] : undefined;
    if (reader !== undefined) reader(state, record);
    else {
      const affects = mayHide(record.type, record.value);
      if (affects.length > 0) tell(state, record.ref, `an event of the unknown type ${record.type}`, affects);
    }
  }
  return state;
}
