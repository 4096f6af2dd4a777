/** What the tool calls of the records show: commands, reads, edits and delegates. */
import type { EditObservation, LineRef } from '../../records/observation.ts';
import { textField } from '../shared/fields.ts';
import { agentRead, taskEnded } from './delegates.ts';
import { skillRefused, viewed } from './reads.ts';
import { SkillInvoked, ToolComplete, ToolStart } from './schemas.ts';
import { type Call, callKey, type Event, type Run, tell } from './state.ts';

/** Tools that change nothing, run nothing and put no file before the model that counts as read. */
const QUIET = new Set([
  ...['grep', 'glob', 'rg', 'lsp', 'sql', 'session_store_sql', 'report_intent', 'update_todo', 'ask_user'],
  ...['read_bash', 'stop_bash', 'list_bash', 'list_agents', 'web_fetch', 'fetch_copilot_cli_documentation'],
]);
/** Tools that change files; which, is told by the list of edits that their end carries. */
const EDITORS = new Set(['create', 'edit', 'apply_patch', 'str_replace_editor']);
const CHANGES: Readonly<Record<string, EditObservation['change']>> = { create: 'add', delete: 'delete' };

/** Below a command's output: how it ended, in words of Copilot. */
const TAIL = /\n<shellId: [^\n>]* completed with exit code -?\d+>$/;

function ran(run: Run, call: Call, ref: LineRef, end: ToolComplete | null): void {
  const text = textField(call.input, 'command');
  if (text === null) {
    tell(run, ref, 'a shell tool was called without a command', ['commands']);
    return;
  }
  const output = end?.result?.content?.replace(TAIL, '') ?? end?.error?.message ?? null;
  // Each command starts in the session's folder, but one in a shell that was used before starts where that is.
  const cwd = call.input['shellId'] === undefined ? run.cwd : null;
  const exitCode = end?.shellExecution?.exitCode ?? null;
  run.observations.push({ kind: 'command', ref, thread: call.thread, text, cwd, exitCode, output });
}

function changed(run: Run, call: Call, event: Event, { success, fileEdits }: ToolComplete): void {
  const { ref } = event;
  for (const { path, kind } of fileEdits ?? []) {
    run.observations.push({ kind: 'edit', ref, thread: call.thread, path, change: CHANGES[kind] ?? 'update' });
  }
  if (!EDITORS.has(call.tool) || !success || fileEdits?.length) return;
  const path = textField(call.input, 'path');
  if (path === null) tell(run, ref, `the tool ${call.tool} names no file`, ['edits']);
  else {
    const change = call.tool === 'create' ? 'add' : 'update';
    run.observations.push({ kind: 'edit', ref, thread: call.thread, path, change });
  }
}

function looked(run: Run, call: Call, ref: LineRef, end: ToolComplete): void {
  const { read, problem } = viewed(call, end);
  if (read !== null) run.observations.push({ ...read, ref, thread: call.thread });
  if (problem !== null) tell(run, ref, problem, ['reads']);
}

function skillEnded(run: Run, call: Call, event: Event, { success }: ToolComplete): void {
  const skill = textField(call.input, 'skill');
  if (!success) run.observations.push({ ...skillRefused(call), ref: event.ref, thread: call.thread });
  else if (skill !== null) run.awaited.set(skill, event.ref);
}

/** The text of a skill that the model called, or that came unasked: below its front matter. */
export function skillInvoked(run: Run, event: Event): void {
  const found = SkillInvoked.safeParse(event.data);
  if (!found.success) {
    tell(run, event.ref, 'the text of a skill has an unknown shape', ['reads']);
    return;
  }
  const { name: skill, path = null, content, trigger } = found.data;
  run.awaited.delete(skill);
  const via = trigger === 'agent-invoked' ? ('skill' as const) : ('injected' as const);
  const { ref, thread } = event;
  run.observations.push({
    kind: 'read',
    ref,
    thread,
    via,
    path,
    skill,
    done: true,
    startLine: null,
    content,
    cut: null,
  });
}

/** A call begins. */
export function toolStarted(run: Run, event: Event): void {
  const found = ToolStart.safeParse(event.data);
  if (!found.success) {
    tell(run, event.ref, 'the start of a tool has an unknown shape', ['commands', 'reads', 'edits', 'delegation']);
    return;
  }
  const { toolCallId: id, toolName: tool, arguments: input } = found.data;
  const { ref, thread, at } = event;
  run.open.set(callKey(thread, id), { ref, thread, id, tool, input: input ?? {}, at });
}

function endCall(run: Run, call: Call, end: ToolComplete, event: Event): void {
  changed(run, call, event, end);
  if (call.tool === 'bash') ran(run, call, event.ref, end);
  else if (call.tool === 'view') looked(run, call, event.ref, end);
  else if (call.tool === 'skill') skillEnded(run, call, event, end);
  else if (call.tool === 'task') taskEnded(run, call, end, event);
  else if (call.tool === 'read_agent' || call.tool === 'write_agent') {
    if (call.tool === 'read_agent') agentRead(run, call, end, event);
  } else if (!QUIET.has(call.tool) && !EDITORS.has(call.tool)) {
    const message = `the tool ${JSON.stringify(call.tool)} is not known; what it did is not observed`;
    tell(run, event.ref, message, ['commands', 'reads', 'edits', 'delegation']);
  }
}

/** A call ends: what it did, and whether it was refused. */
export function toolEnded(run: Run, event: Event): void {
  const found = ToolComplete.safeParse(event.data);
  const key = found.success ? callKey(event.thread, found.data.toolCallId) : '';
  const call = run.open.get(key);
  if (!found.success || call === undefined) {
    tell(run, event.ref, 'a tool ends that had not started', ['commands', 'reads', 'edits', 'delegation']);
    return;
  }
  run.open.delete(key);
  endCall(run, call, found.data, event);
}

/** Calls that never ended in the record. Only the end of a view says whether a file or a folder was shown. */
export function leftOpen(run: Run): void {
  for (const call of run.open.values()) {
    if (call.tool === 'bash') ran(run, call, call.ref, null);
    else if (call.tool === 'view') tell(run, call.ref, 'what a view showed is not on record', ['reads']);
  }
  for (const [skill, ref] of run.awaited) {
    tell(run, ref, `the log does not hold the text of the skill ${JSON.stringify(skill)}`, ['reads']);
  }
}
