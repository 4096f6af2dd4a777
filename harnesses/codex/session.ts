/** Decodes one session log of Codex: one thread, with what the model was shown and the usage of every response. */
import type { NativeFile } from '../../records/harness.ts';
import type { LineRef } from '../../records/observation.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import { type JsonRecord, jsonRecords } from '../shared/json-lines.ts';
import { mayHide } from '../shared/unknown-events.ts';
import { noFindings } from './drafts.ts';
import { readItem } from './session-items.ts';
import { SessionMeta, TaskComplete, TurnAborted, TurnContext } from './session-schemas.ts';
import { ALL_BUT_TERMINAL, type SessionState, tell } from './session-state.ts';
import { readResponseItem } from './session-tools.ts';
import { readTokenUsage, settleUsage } from './session-usage.ts';

/** Records that show nothing that is observed. */
const QUIET = new Set(['session_meta', 'world_state', 'compacted', 'inter_agent_communication_metadata']);
const QUIET_EVENTS = new Set([
  'thread_settings_applied',
  'item_started',
  'user_message',
  'agent_message',
  'agent_reasoning',
  'agent_reasoning_raw_content',
  'context_compacted',
  'web_search_begin',
  'web_search_end',
]);

/** The first record of a log, or null when the log does not begin with one. */
export function sessionMeta(file: NativeFile): SessionMeta['payload'] | null {
  for (const record of jsonRecords(file, [], () => undefined)) {
    const parsed = record.type === 'session_meta' ? SessionMeta.safeParse(record.value) : null;
    return parsed?.success === true ? parsed.data.payload : null;
  }
  return null;
}

/** Ordinals count from 0; a gap means that lines are missing. */
function followOrdinal(state: SessionState, ref: LineRef, ordinal: unknown): void {
  if (typeof ordinal !== 'number') return;
  if (ordinal > state.nextOrdinal) {
    tell(state, ref, `records ${state.nextOrdinal} to ${ordinal - 1} are missing before this line`, ALL_BUT_TERMINAL);
  }
  state.nextOrdinal = Math.max(state.nextOrdinal, ordinal + 1);
}

function readTurnContext(state: SessionState, record: JsonRecord): void {
  const parsed = TurnContext.safeParse(record.value);
  if (!parsed.success) {
    tell(state, record.ref, 'the turn_context record has an unknown shape', ['model', 'usage']);
    return;
  }
  const { turn_id: turn, model: id } = parsed.data.payload;
  state.modelByTurn.set(turn, id);
  const last = state.others.findLast((one) => one.kind === 'model');
  if (last?.kind === 'model' && last.id === id) return;
  state.others.push({ kind: 'model', ref: record.ref, thread: state.thread, id, role: 'requested' });
}

function readTaskEnd(state: SessionState, record: JsonRecord, type: string, at: string): void {
  const base = { kind: 'turn' as const, ref: record.ref, thread: state.thread };
  if (type === 'turn_aborted') {
    const parsed = TurnAborted.safeParse(record.value);
    const reason = parsed.success ? (parsed.data.payload.reason ?? 'no reason given') : 'unknown shape';
    state.others.push({ ...base, state: 'failed', message: `the turn was aborted: ${reason}` });
    state.open = 0;
    return;
  }
  const parsed = TaskComplete.safeParse(record.value);
  if (!parsed.success) {
    tell(state, record.ref, 'the task_complete record has an unknown shape', ['terminal', 'usage', 'messages']);
    return;
  }
  const { error, last_agent_message: last } = parsed.data.payload;
  const failed = error !== null && error !== undefined;
  state.others.push({
    ...base,
    state: failed ? 'failed' : 'completed',
    message: failed ? error.message : (last ?? null),
  });
  state.open = Math.max(0, state.open - 1);
  state.ends.push({ at, ref: record.ref, lastMessage: last ?? null });
}

function readEvent(state: SessionState, record: JsonRecord, type: string, at: string): void {
  if (type === 'task_started') state.open += 1;
  else if (type === 'task_complete' || type === 'turn_aborted') readTaskEnd(state, record, type, at);
  else if (type === 'token_count') state.tokenCounts += 1;
  else if (type === 'item_completed') readItem(state, record, at);
  else if (!QUIET_EVENTS.has(type)) unknown(state, record, type);
}

function unknown(state: SessionState, record: JsonRecord, type: string): void {
  const affects = mayHide(type, fieldOf(record.value, 'payload')).filter((one) => one !== 'terminal');
  if (affects.length > 0) tell(state, record.ref, `a record of the unknown type ${type}`, affects);
}

/**
 * A forked thread's log repeats its parent's history after a second `session_meta`, with the parent's records as they
 * were. What stands there was done, shown and paid for in the parent. The first record that names the thread itself
 * ends it.
 */
function followReplay(state: SessionState, record: JsonRecord, payload: object): void {
  if (record.type === 'session_meta' && fieldOf(payload, 'id') !== state.thread) state.replaying = true;
  else if (fieldOf(payload, 'thread_id') === state.thread) state.replaying = false;
}

function readRecord(state: SessionState, record: JsonRecord): void {
  const timestamp = textField(record.value, 'timestamp');
  const payload = fieldOf(record.value, 'payload');
  if (timestamp === null || typeof payload !== 'object' || payload === null) {
    tell(state, record.ref, 'the record has no timestamp or payload', ALL_BUT_TERMINAL);
    return;
  }
  followOrdinal(state, record.ref, fieldOf(record.value, 'ordinal'));
  const inner = textField(payload, 'type');
  const nested = record.type === 'event_msg' || record.type === 'response_item';
  state.eventTypes.add(record.type, nested ? (inner ?? 'untyped') : null);
  followReplay(state, record, payload);
  if (state.replaying) return;
  if (record.type === 'turn_context') readTurnContext(state, record);
  else if (record.type === 'token_usage_record') readTokenUsage(state, record, timestamp);
  else if (record.type === 'event_msg' && inner !== null) readEvent(state, record, inner, timestamp);
  else if (record.type === 'response_item' && inner !== null) readResponseItem(state, record, inner, timestamp);
  else if (!QUIET.has(record.type)) unknown(state, record, record.type);
}

/** Everything that the log of one thread shows. The caller has read `meta` and knows that the session is its own. */
export function decodeSession(file: NativeFile, meta: SessionMeta['payload']): SessionState {
  const state: SessionState = {
    ...noFindings((type, inner) => (inner === null ? type : `${type}/${inner}`)),
    file: file.path,
    thread: meta.id,
    parent: meta.parent_thread_id ?? null,
    path: meta.agent_path ?? '/root',
    provider: meta.model_provider ?? null,
    replaying: false,
    nextOrdinal: 0,
    open: 0,
    ends: [],
    modelByTurn: new Map(),
    commandsById: new Map(),
    commandsByProcess: new Map(),
    prompts: new Map(),
    polls: new Map(),
    scripts: new Map(),
    delegatePaths: new Map(),
    tokenCounts: 0,
    responses: new Set(),
    threadTotal: null,
  };
  for (const record of jsonRecords(file, ALL_BUT_TERMINAL, (problem) => state.problems.push(problem))) {
    readRecord(state, record);
  }
  settleUsage(state);
  return state;
}
