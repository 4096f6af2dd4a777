/** Decodes standard output of `claude -p --output-format stream-json`. */
import type { NativeFile } from '../../records/harness.ts';
import type { Affects, EvidenceProblem, LineRef, Observation } from '../../records/observation.ts';
import { type EventTypes, eventTypes } from '../shared/event-types.ts';
import { textField } from '../shared/fields.ts';
import { type JsonRecord, jsonRecords } from '../shared/json-lines.ts';
import type { Shape, Shaped } from '../shared/shape.ts';
import { EVERYTHING, mayHide } from '../shared/unknown-events.ts';
import { Init, ModelTokens, Result, Retry, TaskStarted } from './schemas.ts';
import { newThread, readAssistant, type Thread } from './thread.ts';
import { readUser } from './to-model.ts';
import { modelTokens } from './tokens.ts';

/** The start of a delegate as standard output tells it. */
export interface Started {
  readonly ref: LineRef;
  readonly delegate: string;
  readonly call: string | null;
  /** The delegate that started it; null when the root did. */
  readonly parent: string | null;
  readonly prompt: string | null;
}

/** What standard output shows. */
export interface Stream {
  /** The session's id, which is that of the root thread; null when no line names it. */
  root: string | null;
  readonly threads: Map<string, Thread>;
  /** The same threads as their logs hold them. */
  readonly logs: ReadonlyMap<string, Thread>;
  readonly started: Started[];
  readonly others: Observation[];
  readonly problems: EvidenceProblem[];
  readonly eventTypes: EventTypes;
  /** How many turns have ended. */
  results: number;
  /** The final message of the last turn that ended. */
  answer: string | null;
}

/** System events that show nothing that is observed. */
const QUIET = new Set([
  'task_progress',
  'task_updated',
  'task_notification',
  'background_tasks_changed',
  'status',
  'compact_boundary',
  'permission_denied',
]);

function tell(stream: Stream, ref: LineRef, message: string, affects: readonly Affects[]): void {
  stream.problems.push({ ref, message, affects: [...affects] });
}

/** The parsed event, or null after a problem has been recorded. */
function read<T>(stream: Stream, record: JsonRecord, schema: Shape<T>, affects: readonly Affects[]): T | null {
  const parsed = schema.safeParse(record.value);
  if (parsed.success) return parsed.data;
  tell(stream, record.ref, `the ${record.type} event has an unknown shape`, affects);
  return null;
}

/** The thread of a message: a delegate's id, or for versions without it the call that started the delegate. */
function threadOf(stream: Stream, record: JsonRecord): Thread {
  const call = textField(record.value, 'parent_tool_use_id');
  const starter = stream.started.find((one) => one.call !== null && one.call === call);
  const id = textField(record.value, 'agent_id') ?? starter?.delegate ?? call ?? stream.root ?? '';
  const known = stream.threads.get(id);
  if (known !== undefined) return known;
  const made = newThread(id, '', stream.logs.get(id) ?? null);
  stream.threads.set(id, made);
  return made;
}

function readInit(stream: Stream, record: JsonRecord): void {
  const event = read(stream, record, Init, EVERYTHING);
  if (event === null) return;
  const thread = event.session_id;
  stream.others.push({ kind: 'model', ref: record.ref, thread, id: event.model, role: 'requested' });
}

function readSystem(stream: Stream, record: JsonRecord, subtype: string): void {
  const base = { kind: 'turn' as const, ref: record.ref, thread: stream.root };
  if (subtype === 'init') readInit(stream, record);
  else if (subtype === 'api_retry') {
    const event = read(stream, record, Retry, ['usage']);
    const status = event?.error_status ?? null;
    const message = `${status === null ? 'no status' : `status ${status}`}: ${event?.error ?? 'unknown'}`;
    stream.others.push({ ...base, state: 'retrying', message });
  } else if (subtype === 'task_started') {
    const event = read(stream, record, TaskStarted, ['delegation']);
    if (event === null || event.task_type !== 'local_agent') return;
    const { task_id: delegate, tool_use_id: call = null, parent_task_id: parent = null, prompt = null } = event;
    stream.started.push({ ref: record.ref, delegate, call, parent, prompt });
  } else if (!QUIET.has(subtype)) {
    const affects = mayHide(subtype, null);
    if (affects.length > 0) tell(stream, record.ref, `a system event of the unknown type ${subtype}`, affects);
  }
}

/** The sums of the whole session so far, one for each model. They grow from turn to turn and are never added up. */
function readSums(stream: Stream, record: JsonRecord, sums: Readonly<Record<string, unknown>>): void {
  for (const [model, counts] of Object.entries(sums)) {
    const parsed = ModelTokens.safeParse(counts);
    if (!parsed.success) {
      tell(stream, record.ref, `the usage of ${model} has an unknown shape`, ['usage']);
      continue;
    }
    const tokens = modelTokens(parsed.data);
    // The cost that stands beside them is Claude Code's own list price, and 0 where it knows none.
    const usage = { model, provider: null, at: null, tokens, serviceTier: null, reportedNanoUsd: null };
    stream.others.push({ kind: 'usage', ref: record.ref, thread: stream.root, total: true, usage });
  }
}

function failure({
  api_error_status: status,
  terminal_reason: reason,
  subtype,
  result,
  errors,
}: Shaped<typeof Result>) {
  const text = [result, ...(errors ?? [])].filter((one) => typeof one === 'string' && one !== '').join('; ');
  const code = typeof status === 'number' ? `status ${status}` : null;
  return [code, subtype === 'success' ? (reason ?? subtype) : subtype, text].filter(Boolean).join(': ');
}

function readResult(stream: Stream, record: JsonRecord): void {
  const event = read(stream, record, Result, ['terminal', 'usage', 'messages']);
  if (event === null) return;
  const index = event.result_index ?? stream.results;
  if (index !== stream.results) {
    tell(stream, record.ref, `the ends of turns ${stream.results} to ${index - 1} are missing`, EVERYTHING);
  }
  stream.results = index + 1;
  stream.answer = event.is_error ? null : (event.result ?? null);
  const base = { kind: 'turn' as const, ref: record.ref, thread: stream.root };
  if (event.is_error) stream.others.push({ ...base, state: 'failed', message: failure(event) });
  else stream.others.push({ ...base, state: 'completed', message: event.result ?? null });
  readSums(stream, record, event.modelUsage ?? {});
}

function readRecord(stream: Stream, record: JsonRecord): void {
  const subtype = record.type === 'system' ? (textField(record.value, 'subtype') ?? 'untyped') : null;
  stream.eventTypes.add(record.type, subtype);
  const session = textField(record.value, 'session_id');
  stream.root ??= session;
  if (session !== null && session !== stream.root) {
    tell(stream, record.ref, 'standard output names a second session', EVERYTHING);
  }
  if (subtype !== null) readSystem(stream, record, subtype);
  else if (record.type === 'result') readResult(stream, record);
  else if (record.type === 'assistant' || record.type === 'user') {
    const thread = threadOf(stream, record);
    const problem = record.type === 'user' ? readUser(thread, record) : readAssistant(thread, record);
    if (problem !== null) stream.problems.push(problem);
  } else {
    const affects = mayHide(record.type, record.value);
    if (affects.length > 0) tell(stream, record.ref, `an event of the unknown type ${record.type}`, affects);
  }
}

/** The session that standard output is about: the first that a line names; null when none does. */
export function sessionOf(file: NativeFile): string | null {
  for (const { value } of jsonRecords(file, [], () => undefined)) {
    const session = textField(value, 'session_id');
    if (session !== null) return session;
  }
  return null;
}

/** Everything that standard output shows, in the order of its lines, without what the logs hold already. */
export function decodeStream(file: NativeFile, logs: ReadonlyMap<string, Thread>): Stream {
  const stream: Stream = {
    root: null,
    threads: new Map(),
    logs,
    started: [],
    others: [],
    problems: [],
    eventTypes: eventTypes((type, subtype) => (subtype === null ? type : `${type}/${subtype}`)),
    results: 0,
    answer: null,
  };
  for (const record of jsonRecords(file, EVERYTHING, (problem) => stream.problems.push(problem))) {
    readRecord(stream, record);
  }
  return stream;
}
