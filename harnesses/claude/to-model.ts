/** What one record shows of what went to the model: prompts, results of tools, and texts of Claude Code itself. */
import type { EvidenceProblem, LineRef } from '../../records/observation.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import type { JsonRecord } from '../shared/json-lines.ts';
import { ToolResult, User } from './schemas.ts';
import { countField, isClean, shownOf } from './shown.ts';
import { type Given, READ, share, type Thread, type ToolCall, unknownShape } from './thread.ts';

/** The text of a tool's result. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => textField(part, 'text') ?? '').join('\n') : '';
}

function givenOf(
  call: ToolCall,
  ref: LineRef,
  at: string | null,
  text: string,
  error: boolean,
  details: unknown,
): Given {
  const read = call.name === READ && !error;
  return {
    ref,
    at,
    text: read ? '' : text,
    error,
    clean: isClean(details),
    created: textField(details, 'type') === 'create',
    agent: textField(details, 'agentId') === null ? null : details,
    shown: read ? shownOf(text, details, countField(call.input, 'limit')) : null,
  };
}

/** What Claude Code makes of a prompt that calls a skill. A prompt may say the same, but is then not followed by it. */
const COMMAND =
  /^<command-message>[^<]*<\/command-message>\n<command-name>\/([^<]+)<\/command-name>(?:\n<command-args>([\s\S]*)<\/command-args>)?$/;

/** A text that Claude Code itself put into a log: that of a skill which the model or the prompt called. */
function readOwnText(thread: Thread, record: JsonRecord, content: readonly unknown[]): void {
  if (fieldOf(record.value, 'isMeta') !== true) return;
  const text = textOf(content);
  const call = textField(record.value, 'sourceToolUseID');
  if (call !== null) thread.skillTexts.set(call, text);
  const { command } = thread;
  if (call !== null || command === null || textField(record.value, 'parentUuid') !== command.uuid) return;
  if (!text.startsWith('Base directory for this skill: ')) return;
  thread.injected.push({ ref: record.ref, skill: command.skill, args: command.args, text });
}

/** Reads what went to the model. Null, or what is wrong with the record. */
export function readUser(thread: Thread, record: JsonRecord): EvidenceProblem | null {
  const parsed = User.safeParse(record.value);
  if (!parsed.success) return unknownShape(record);
  const { uuid, timestamp, message, origin } = parsed.data;
  const at = timestamp ?? null;
  const details = parsed.data.toolUseResult ?? parsed.data.tool_use_result;
  thread.first ??= at;
  thread.ended = false;
  if (typeof message.content === 'string') {
    thread.prompt ??= message.content;
    const [, skill, args = null] = COMMAND.exec(message.content) ?? [];
    if (skill !== undefined) thread.command = { uuid, skill, args };
    if (textField(origin, 'kind') === 'task-notification')
      thread.notes.push({ ref: record.ref, at, text: message.content });
    return null;
  }
  readOwnText(thread, record, message.content);
  for (const block of message.content) {
    const result = ToolResult.safeParse(block);
    if (!result.success) continue;
    share(thread, uuid, record.ref);
    const { tool_use_id: id, content, is_error: error } = result.data;
    const logged = thread.log?.calls.get(id)?.given ?? null;
    if (logged !== null) continue;
    const call = thread.calls.get(id);
    if (call !== undefined) call.given = givenOf(call, record.ref, at, textOf(content), error === true, details);
    else if (thread.file !== '') {
      const message_ = 'the result of a tool call that is not in this record';
      return { ref: record.ref, message: message_, affects: ['commands', 'reads', 'edits', 'delegation'] };
    }
  }
  return null;
}
