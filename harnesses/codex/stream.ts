/** Decodes standard output of `codex exec --json`: the root thread, without what the model was shown. */
import type { NativeFile } from '../../records/harness.ts';
import type { Affects, LineRef } from '../../records/observation.ts';
import { type JsonRecord, jsonRecords } from '../shared/json-lines.ts';
import type { Shape } from '../shared/shape.ts';
import { EVERYTHING, mayHide } from '../shared/unknown-events.ts';
import { commandOfLine } from './command-line.ts';
import { type CommandDraft, type Findings, noFindings } from './drafts.ts';
import {
  CollabItem,
  CommandItem,
  ErrorEvent,
  FileChangeItem,
  ItemEvent,
  MessageItem,
  ThreadStarted,
  TurnCompleted,
  TurnFailed,
  WarningItem,
} from './stream-schemas.ts';
import { disjoint } from './tokens.ts';

/** What standard output shows. */
export interface Stream extends Findings {
  /** Id of the root thread, or null when the line that names it is missing. */
  readonly root: string | null;
  /** True when a delegation tool was used, also where no line names the delegate. */
  readonly delegated: boolean;
}

interface State extends Findings {
  root: string | null;
  delegated: boolean;
  /** Number of the next new item; items are numbered from 0 without gaps. */
  nextItem: number;
  readonly commandsById: Map<string, CommandDraft>;
}

/** Items of a known type that show nothing that is observed. */
const QUIET_ITEMS = new Set(['reasoning', 'todo_list', 'web_search']);

const RETRY = /^Reconnecting\b/;

function tell(state: State, ref: LineRef, message: string, affects: readonly Affects[]): void {
  state.problems.push({ ref, message, affects: [...affects] });
}

/** The parsed event, or null after a problem has been recorded. */
function read<T>(state: State, record: JsonRecord, schema: Shape<T>, affects: readonly Affects[]): T | null {
  const parsed = schema.safeParse(record.value);
  if (parsed.success) return parsed.data;
  tell(state, record.ref, `the ${record.type} event has an unknown shape`, affects);
  return null;
}

function readCommand(state: State, record: JsonRecord, id: string): void {
  const event = read(state, record, CommandItem, ['commands']);
  if (event === null) return;
  const { command, exit_code: exitCode } = event.item;
  const ended = record.type === 'item.completed';
  const known = state.commandsById.get(id);
  if (known !== undefined) {
    Object.assign(known, { exitCode, ended: known.ended || ended, ref: ended ? record.ref : known.ref });
    return;
  }
  const text = commandOfLine(command);
  const draft = { ref: record.ref, text, cwd: null, exitCode, ended, shown: null, printed: null };
  state.commandsById.set(id, draft);
  state.commands.push(draft);
}

function readChanges(state: State, record: JsonRecord): void {
  const event = read(state, record, FileChangeItem, ['edits']);
  if (event === null || event.item.status !== 'completed') return;
  for (const { path, kind: change } of event.item.changes) {
    state.edits.push({ kind: 'edit', ref: record.ref, thread: state.root, path, change });
  }
}

function readCollab(state: State, record: JsonRecord): void {
  state.delegated = true;
  const event = read(state, record, CollabItem, ['delegation']);
  if (event === null || event.item.status !== 'completed') return;
  const { tool, prompt, receiver_thread_ids: receivers, agents_states: states } = event.item;
  const base = { kind: 'delegate' as const, ref: record.ref, thread: state.root, model: null, at: null };
  if (tool === 'spawn_agent') {
    for (const delegate of receivers) {
      state.delegates.push({ ...base, phase: 'started', delegate, prompt: prompt ?? null, result: null });
    }
    return;
  }
  for (const [delegate, { status, message }] of Object.entries(states)) {
    if (status !== 'completed' || message === null || message === undefined || message === '') continue;
    const again = state.delegates.some((one) => one.delegate === delegate && one.result === message);
    if (!again) state.delegates.push({ ...base, phase: 'returned', delegate, prompt: null, result: message });
  }
}

function readCompletedItem(state: State, record: JsonRecord, type: string): void {
  if (type === 'file_change') readChanges(state, record);
  else if (type === 'collab_tool_call') readCollab(state, record);
  else if (type === 'agent_message') {
    const event = read(state, record, MessageItem, ['messages', 'terminal']);
    if (event !== null) {
      state.messages.push({ kind: 'message', ref: record.ref, thread: state.root, text: event.item.text, at: null });
    }
  } else if (type === 'error') {
    const event = read(state, record, WarningItem, []);
    const message = event === null ? null : event.item.message;
    state.others.push({ kind: 'turn', ref: record.ref, thread: state.root, state: 'warning', message });
  } else if (type === 'mcp_tool_call') {
    tell(state, record.ref, 'a tool of an MCP server was used; what it did is not observed', ['commands', 'edits']);
  } else if (!QUIET_ITEMS.has(type)) {
    const affects = [...new Set<Affects>(['commands', 'edits', 'delegation', ...mayHide(type, null)])];
    tell(state, record.ref, `an item of the unknown type ${JSON.stringify(type)}`, affects);
  }
}

/** A gap in the numbers of the items means that lines are missing. */
function followItemNumber(state: State, ref: LineRef, id: string): void {
  const number = /^item_(\d+)$/.exec(id)?.[1];
  if (number === undefined) return;
  const found = Number(number);
  if (found > state.nextItem) {
    tell(state, ref, `items ${state.nextItem} to ${found - 1} are missing before this line`, EVERYTHING);
  }
  state.nextItem = Math.max(state.nextItem, found + 1);
}

function readItem(state: State, record: JsonRecord): void {
  const event = read(state, record, ItemEvent, EVERYTHING);
  if (event === null) return;
  const { id, type } = event.item;
  state.eventTypes.add(record.type, type);
  followItemNumber(state, record.ref, id);
  if (type === 'command_execution') readCommand(state, record, id);
  else if (record.type === 'item.completed') readCompletedItem(state, record, type);
  else if (type === 'collab_tool_call') state.delegated = true;
}

function readTurnEnd(state: State, record: JsonRecord): void {
  const base = { kind: 'turn' as const, ref: record.ref, thread: state.root };
  if (record.type === 'turn.failed') {
    const event = read(state, record, TurnFailed, ['terminal']);
    state.others.push({ ...base, state: 'failed', message: event === null ? null : event.error.message });
    return;
  }
  state.others.push({ ...base, state: 'completed', message: null });
  const event = read(state, record, TurnCompleted, ['usage']);
  if (event === null) return;
  const { tokens, inconsistent } = disjoint(event.usage);
  if (inconsistent !== null) tell(state, record.ref, `usage does not add up: ${inconsistent}`, ['usage']);
  const usage = { model: null, provider: null, at: null, tokens, serviceTier: null, reportedNanoUsd: null };
  state.others.push({ kind: 'usage', ref: record.ref, thread: state.root, total: true, usage });
}

function readError(state: State, record: JsonRecord): void {
  const event = read(state, record, ErrorEvent, ['terminal']);
  const message = event === null ? null : event.message;
  const retrying = message !== null && RETRY.test(message);
  state.others.push({
    kind: 'turn',
    ref: record.ref,
    thread: state.root,
    state: retrying ? 'retrying' : 'failed',
    message,
  });
}

function readThread(state: State, record: JsonRecord): void {
  const event = read(state, record, ThreadStarted, EVERYTHING);
  if (event === null) return;
  if (state.root !== null && state.root !== event.thread_id) {
    tell(state, record.ref, 'standard output names a second thread', EVERYTHING);
  } else state.root = event.thread_id;
}

function readRecord(state: State, record: JsonRecord): void {
  if (record.type.startsWith('item.')) {
    readItem(state, record);
    return;
  }
  state.eventTypes.add(record.type);
  if (record.type === 'thread.started') readThread(state, record);
  else if (record.type === 'turn.completed' || record.type === 'turn.failed') readTurnEnd(state, record);
  else if (record.type === 'error') readError(state, record);
  else if (record.type !== 'turn.started') {
    const affects = mayHide(record.type, record.value);
    if (affects.length > 0) tell(state, record.ref, `an event of the unknown type ${record.type}`, affects);
  }
}

const nameOf = (type: string, item: string | null): string => (item === null ? type : `${type}:${item}`);

/** Everything that standard output shows, in the order of its lines. */
export function decodeStream(file: NativeFile): Stream {
  const state: State = { ...noFindings(nameOf), root: null, delegated: false, nextItem: 0, commandsById: new Map() };
  for (const record of jsonRecords(file, EVERYTHING, (problem) => state.problems.push(problem))) {
    readRecord(state, record);
  }
  return state;
}
