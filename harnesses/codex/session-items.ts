/** Finished items in a session log: commands, changed files, messages and delegation. */
import type { Affects } from '../../records/observation.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import type { JsonRecord } from '../shared/json-lines.ts';
import type { Shape } from '../shared/shape.ts';
import { mayHide } from '../shared/unknown-events.ts';
import { commandOfArgv } from './command-line.ts';
import type { CommandDraft } from './drafts.ts';
import {
  AgentMessage,
  CollabAgentToolCall,
  CommandExecution,
  FileChange,
  SubAgentActivity,
} from './session-schemas.ts';
import { type SessionState, tell } from './session-state.ts';

/** Items that show nothing that is observed. */
const QUIET_ITEMS = new Set(['UserMessage', 'Reasoning', 'Plan', 'TodoList', 'WebSearch', 'ContextCompaction']);

function read<T>(state: SessionState, record: JsonRecord, schema: Shape<T>, affects: readonly Affects[]): T | null {
  const parsed = schema.safeParse(record.value);
  if (parsed.success) return parsed.data;
  tell(state, record.ref, 'the item has an unknown shape', affects);
  return null;
}

function folderOf(cwd: string | null | undefined): string | null {
  if (cwd === null || cwd === undefined) return null;
  if (!cwd.startsWith('file://')) return cwd;
  try {
    return decodeURIComponent(cwd.slice('file://'.length));
  } catch {
    return cwd.slice('file://'.length);
  }
}

/** The script that a command ran in: the only one that is open, else unknown. */
function onlyScript(state: SessionState): CommandDraft[] | null {
  const [script, another] = [...state.scripts.values()];
  return script === undefined || another !== undefined ? null : script.commands;
}

function readCommand(state: SessionState, record: JsonRecord, id: string): void {
  const item = read(state, record, CommandExecution, ['commands']);
  if (item === null) return;
  const { command, cwd, exit_code: exitCode, aggregated_output: printed } = item.payload.item;
  const seen = { ref: record.ref, text: commandOfArgv(command), cwd: folderOf(cwd), exitCode: exitCode ?? null };
  const known = state.commandsById.get(id);
  if (known !== undefined) {
    Object.assign(known, seen, { ended: true });
    return;
  }
  const script = onlyScript(state);
  const kept = script === null ? null : (printed ?? null);
  const draft: CommandDraft = { ...seen, ended: true, shown: null, printed: kept };
  state.commandsById.set(id, draft);
  state.commands.push(draft);
  script?.push(draft);
}

function readChanges(state: SessionState, record: JsonRecord): void {
  const item = read(state, record, FileChange, ['edits']);
  if (item === null || item.payload.item.status !== 'completed') return;
  for (const [path, { type: change }] of Object.entries(item.payload.item.changes)) {
    state.edits.push({ kind: 'edit', ref: record.ref, thread: state.thread, path, change });
  }
}

function readActivity(state: SessionState, record: JsonRecord, id: string, at: string): void {
  const item = read(state, record, SubAgentActivity, ['delegation', 'usage', 'commands']);
  if (item === null) return;
  const { kind, agent_thread_id: delegate, agent_path: path, model } = item.payload.item;
  if (path !== null && path !== undefined) state.delegatePaths.set(path, delegate);
  if (kind !== 'started') return;
  state.delegates.push({
    kind: 'delegate',
    ref: record.ref,
    thread: state.thread,
    phase: 'started',
    delegate,
    prompt: state.prompts.get(id) ?? null,
    result: null,
    model: model ?? null,
    at,
  });
}

/** Notes a result that came back from a delegate; the same text from the same delegate counts once. */
export function delegateReturned(
  state: SessionState,
  record: JsonRecord,
  delegate: string,
  result: string,
  at: string,
): void {
  if (result === '' || state.delegates.some((one) => one.delegate === delegate && one.result === result)) return;
  const base = { kind: 'delegate' as const, ref: record.ref, thread: state.thread, phase: 'returned' as const };
  state.delegates.push({ ...base, delegate, prompt: null, result, model: null, at });
}

function readCollab(state: SessionState, record: JsonRecord, at: string): void {
  const item = read(state, record, CollabAgentToolCall, ['delegation', 'usage', 'commands']);
  if (item === null || item.payload.item.status !== 'completed') return;
  const { tool, receiver_thread_ids: receivers, prompt, model, agents_states: states } = item.payload.item;
  if (tool === 'spawn_agent') {
    const base = { kind: 'delegate' as const, ref: record.ref, thread: state.thread, phase: 'started' as const, at };
    for (const delegate of receivers) {
      state.delegates.push({ ...base, delegate, prompt: prompt ?? null, result: null, model: model ?? null });
    }
    return;
  }
  for (const [delegate, status] of Object.entries(states)) {
    const result = typeof status === 'string' ? null : status['completed'];
    if (typeof result === 'string') delegateReturned(state, record, delegate, result, at);
  }
}

/** Reads one finished item. An item of another thread is a replay of the parent's history. */
export function readItem(state: SessionState, record: JsonRecord, at: string): void {
  const payload = fieldOf(record.value, 'payload');
  const item = fieldOf(payload, 'item');
  const thread = textField(payload, 'thread_id');
  const type = textField(item, 'type');
  const id = textField(item, 'id');
  if (thread === null || type === null || id === null) {
    tell(state, record.ref, 'the item has an unknown shape', ['commands', 'edits', 'messages', 'delegation']);
    return;
  }
  if (thread !== state.thread) return;
  if (type === 'CommandExecution') readCommand(state, record, id);
  else if (type === 'FileChange') readChanges(state, record);
  else if (type === 'SubAgentActivity') readActivity(state, record, id, at);
  else if (type === 'CollabAgentToolCall') readCollab(state, record, at);
  else if (type === 'AgentMessage') {
    const message = read(state, record, AgentMessage, ['messages']);
    const text = message?.payload.item.content.map((part) => part.text ?? '').join('') ?? '';
    if (text !== '') state.messages.push({ kind: 'message', ref: record.ref, thread: state.thread, text, at });
  } else if (!QUIET_ITEMS.has(type)) {
    const affects = [...new Set<Affects>(['commands', 'edits', 'delegation', ...mayHide(type, null)])];
    const known = affects.filter((one) => one !== 'terminal');
    tell(state, record.ref, `an item of the unknown type ${JSON.stringify(type)}`, known);
  }
}
