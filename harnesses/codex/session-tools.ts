/** What went to and came from the model in a session log: tool calls, their results, and mail between agents. */
import * as z from 'zod';
import { fieldOf, textField } from '../shared/fields.ts';
import type { JsonRecord } from '../shared/json-lines.ts';
import { shape } from '../shared/shape.ts';
import { mayHide } from '../shared/unknown-events.ts';
import { commandOfArgv } from './command-line.ts';
import { delegateReturned } from './session-items.ts';
import { AgentMail, CustomToolCall, FunctionCall, Message, ToolOutput, textOf } from './session-schemas.ts';
import { type SessionState, tell } from './session-state.ts';
import { shownOfResult, shownOfScript } from './shown.ts';

/** Parts of the conversation that show nothing that is observed. */
const QUIET = new Set(['additional_tools', 'reasoning', 'web_search_call', 'compaction', 'ghost_snapshot']);

const CommandArguments = shape(
  z.object({
    cmd: z.string().optional(),
    command: z.union([z.string(), z.array(z.string())]).optional(),
    workdir: z.string().optional(),
  }),
);
const PollArguments = shape(z.object({ session_id: z.union([z.string(), z.number()]) }));
const SpawnArguments = shape(z.object({ message: z.string() }));
const Notification = shape(
  z.object({
    agent_path: z.string(),
    status: z.union([z.string(), z.record(z.string(), z.unknown())]),
  }),
);

const SHELL_TOOLS = new Set(['exec_command', 'shell', 'shell_command']);

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function startCommand(state: SessionState, record: JsonRecord, id: string, args: unknown): void {
  const parsed = CommandArguments.safeParse(args);
  const { cmd, command, workdir } = parsed.success ? parsed.data : {};
  const text = cmd ?? (Array.isArray(command) ? commandOfArgv(command) : command);
  if (text === undefined) {
    tell(state, record.ref, 'the arguments of a command cannot be read', ['commands']);
    return;
  }
  const draft = {
    ref: record.ref,
    text,
    cwd: workdir ?? null,
    exitCode: null,
    ended: false,
    shown: null,
    printed: null,
  };
  state.commandsById.set(id, draft);
  state.commands.push(draft);
}

function readFunctionCall(state: SessionState, record: JsonRecord): void {
  const parsed = FunctionCall.safeParse(record.value);
  if (!parsed.success) {
    tell(state, record.ref, 'the function_call has an unknown shape', ['commands', 'delegation']);
    return;
  }
  const { name, call_id: id, arguments: text } = parsed.data.payload;
  const args = json(text);
  if (SHELL_TOOLS.has(name)) startCommand(state, record, id, args);
  else if (name === 'write_stdin') {
    const poll = PollArguments.safeParse(args);
    const command = poll.success ? state.commandsByProcess.get(String(poll.data.session_id)) : undefined;
    if (command !== undefined) state.polls.set(id, command);
  } else if (name === 'spawn_agent') {
    const spawn = SpawnArguments.safeParse(args);
    if (spawn.success) state.prompts.set(id, spawn.data.message);
  }
}

function readCustomCall(state: SessionState, record: JsonRecord): void {
  const parsed = CustomToolCall.safeParse(record.value);
  if (!parsed.success) tell(state, record.ref, 'the custom_tool_call has an unknown shape', ['commands', 'edits']);
  else if (parsed.data.payload.name === 'exec') state.scripts.set(parsed.data.payload.call_id, { commands: [] });
}

function readOutput(state: SessionState, record: JsonRecord): void {
  const parsed = ToolOutput.safeParse(record.value);
  if (!parsed.success) {
    tell(state, record.ref, 'the tool result has an unknown shape', ['commands']);
    return;
  }
  const { call_id: id, output } = parsed.data.payload;
  const parts = typeof output === 'string' ? [output] : output.map((part) => part.text ?? '');
  const script = state.scripts.get(id);
  if (script !== undefined) {
    state.scripts.delete(id);
    const shown = shownOfScript(parts, script.commands);
    script.commands.forEach((command, index) => {
      command.shown = shown[index] ?? null;
      command.printed = null;
    });
    return;
  }
  const command = state.polls.get(id) ?? state.commandsById.get(id);
  if (command === undefined) return;
  const { text, running, exitCode } = shownOfResult(parts.join(''));
  command.shown = (command.shown ?? '') + text;
  // A command that the sandbox of Codex kept from writing leaves no item of its own, only this.
  command.exitCode ??= exitCode;
  if (running !== null) state.commandsByProcess.set(running, command);
}

/** Mail that brought a delegate's final answer to this thread (the second generation of Codex's agents). */
function readMail(state: SessionState, record: JsonRecord, at: string): void {
  const parsed = AgentMail.safeParse(record.value);
  if (!parsed.success) {
    tell(state, record.ref, 'the agent_message has an unknown shape', ['delegation']);
    return;
  }
  const { author, recipient, content } = parsed.data.payload;
  const text = textOf(content);
  if (recipient !== state.path || !/^Message Type: FINAL_ANSWER$/m.test(text)) return;
  const at_ = text.indexOf('\nPayload:\n');
  const result = at_ < 0 ? '' : text.slice(at_ + '\nPayload:\n'.length);
  delegateReturned(state, record, state.delegatePaths.get(author) ?? author, result, at);
}

/** Codex's own note that a delegate has finished (the first generation). */
function readNotification(state: SessionState, record: JsonRecord, text: string, at: string): void {
  const inner = /<subagent_notification>\n([\s\S]*)\n<\/subagent_notification>/.exec(text);
  const note = Notification.safeParse(json(inner?.[1] ?? ''));
  if (!note.success) {
    tell(state, record.ref, 'the note about a delegate has an unknown shape', ['delegation']);
    return;
  }
  const { agent_path: delegate, status } = note.data;
  const result = typeof status === 'string' ? null : status['completed'];
  if (typeof result === 'string') delegateReturned(state, record, delegate, result, at);
}

/** The text of a skill that the prompt called by its name: the whole file, between Codex's own lines. */
function readSkill(state: SessionState, record: JsonRecord, text: string): void {
  const found = /^<skill>\n<name>([^\n]*)<\/name>\n<path>([^\n]*)<\/path>\n([\s\S]*)\n<\/skill>$/.exec(text);
  const [, skill = null, path = null, content = null] = found ?? [];
  if (content === null) tell(state, record.ref, 'the text of a skill has an unknown shape', ['reads']);
  state.reads.push({
    kind: 'read',
    ref: record.ref,
    thread: state.thread,
    via: 'injected',
    path,
    skill,
    done: true,
    startLine: content === null ? null : 1,
    content,
    cut: null,
  });
}

/**
 * What Codex itself put before the model as a user's message. Its own note on where each part came from tells; a user's
 * text cannot pass for one.
 */
function readMessage(state: SessionState, record: JsonRecord, at: string): void {
  const payload = fieldOf(record.value, 'payload');
  if (textField(payload, 'role') !== 'user') return;
  const parsed = Message.safeParse(record.value);
  if (!parsed.success) {
    tell(state, record.ref, 'a message to the model has an unknown shape', ['reads', 'delegation']);
    return;
  }
  const { content, internal_chat_message_metadata_passthrough: own } = parsed.data.payload;
  const kinds = own?.content_item_kinds ?? [];
  if (kinds.includes('multi_agent.subagent_notification')) readNotification(state, record, textOf(content), at);
  for (const [index, part] of content.entries()) {
    if (kinds[index] === 'skills.selected_skill_instructions') readSkill(state, record, part.text ?? '');
  }
}

/** Reads one part of the conversation. */
export function readResponseItem(state: SessionState, record: JsonRecord, type: string, at: string): void {
  if (type === 'function_call') readFunctionCall(state, record);
  else if (type === 'custom_tool_call') readCustomCall(state, record);
  else if (type === 'function_call_output' || type === 'custom_tool_call_output') readOutput(state, record);
  else if (type === 'agent_message') readMail(state, record, at);
  else if (type === 'message') readMessage(state, record, at);
  else if (!QUIET.has(type)) {
    const affects = mayHide(type, null).filter((one) => one !== 'terminal');
    if (affects.length > 0) tell(state, record.ref, `a part of the unknown type ${type}`, affects);
  }
}
