/** What the messages in pi's stream show. */
import type { LineRef } from '../../records/observation.ts';
import { EVERYTHING } from '../shared/unknown-events.ts';
import { ENDPOINT_PROVIDER } from './prepare.ts';
import { AssistantMessage, ToolResult, UserMessage } from './schemas.ts';
import { instant, type Stream, tell } from './state.ts';
import { disjoint } from './tokens.ts';
import { readCall, readResult } from './tools.ts';

/** What `/skill:name` becomes: where the skill lies and its file without the front matter, before the prompt's rest. */
const SKILL =
  /^<skill name="([^"\n]+)" location="([^"\n]+)">\nReferences are relative to [^\n]+\n\n([\s\S]*?)\n<\/skill>/;

/** An answer that did not come to its end; pi runs no tool call of it. */
export const isFailure = ({ stopReason }: AssistantMessage): boolean =>
  stopReason === 'error' || stopReason === 'aborted';

function readUser(stream: Stream, ref: LineRef, message: unknown): void {
  const parsed = UserMessage.safeParse(message);
  if (!parsed.success) {
    tell(stream, ref, 'a message of the user has an unknown shape', ['reads']);
    return;
  }
  const { content, operantSkill = null } = parsed.data;
  // Without the mark it is a prompt that has the same words.
  if (operantSkill === null) return;
  const text = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n');
  const found = SKILL.exec(text);
  if (found === null) {
    tell(stream, ref, 'a called skill stands in an unknown form', ['reads']);
    return;
  }
  const [, skill = '', path = '', body = ''] = found;
  stream.observations.push({
    kind: 'read',
    ref,
    thread: stream.thread,
    via: 'injected',
    path,
    skill,
    done: true,
    startLine: null,
    content: body,
    cut: null,
  });
}

function readUsage(stream: Stream, ref: LineRef, message: AssistantMessage): void {
  const { tokens, unreported, inconsistent } = disjoint(message.usage);
  if (inconsistent !== null) tell(stream, ref, `usage does not add up: ${inconsistent}`, ['usage']);
  // A failed request without counts is told by its turn; pi's zeros are not a use of nothing.
  if (unreported && isFailure(message)) return;
  if (unreported) tell(stream, ref, 'the provider reported no usage for an answer', ['usage']);
  const usage = {
    // Named only where it is another than the one asked for; what answered is what is billed.
    model: message.responseModel ?? message.model,
    // Our own name for a given endpoint is no provider's.
    provider: message.provider === ENDPOINT_PROVIDER ? null : message.provider,
    at: instant(message.timestamp),
    tokens,
    serviceTier: null,
    reportedNanoUsd: null,
  };
  stream.observations.push({ kind: 'usage', ref, thread: stream.thread, total: false, usage });
}

function readAssistant(stream: Stream, ref: LineRef, value: unknown): void {
  const parsed = AssistantMessage.safeParse(value);
  if (!parsed.success) {
    stream.last = null;
    tell(stream, ref, 'an answer of the model has an unknown shape', EVERYTHING);
    return;
  }
  const message = parsed.data;
  const { thread } = stream;
  stream.last = message;
  stream.observations.push({ kind: 'model', ref, thread, id: message.model, role: 'requested' });
  const served = message.responseModel ?? null;
  if (served !== null) stream.observations.push({ kind: 'model', ref, thread, id: served, role: 'served' });
  readUsage(stream, ref, message);
  const texts = message.content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []));
  const text = texts.join('\n');
  if (text !== '') stream.observations.push({ kind: 'message', ref, thread, text, at: instant(message.timestamp) });
  if (isFailure(message)) return;
  for (const part of message.content) {
    if (part.type !== 'toolCall') continue;
    if (part.id !== undefined && part.name !== undefined) readCall(stream, ref, part.id, part.name, part.arguments);
    else tell(stream, ref, 'a tool call has an unknown shape', ['commands', 'reads', 'edits', 'delegation']);
  }
}

function readToolResult(stream: Stream, ref: LineRef, value: unknown): void {
  const parsed = ToolResult.safeParse(value);
  if (!parsed.success) tell(stream, ref, 'a result of a tool has an unknown shape', ['commands', 'reads', 'edits']);
  else if (!readResult(stream, parsed.data)) {
    tell(stream, ref, 'a result of a tool belongs to no call on record', EVERYTHING);
  }
}

/** Reads one whole message. */
export function readMessage(stream: Stream, ref: LineRef, role: string, message: unknown): void {
  if (role === 'assistant') readAssistant(stream, ref, message);
  else if (role === 'toolResult') readToolResult(stream, ref, message);
  else if (role === 'user') readUser(stream, ref, message);
  else tell(stream, ref, `a message of the unknown role ${JSON.stringify(role)}`, EVERYTHING);
}
