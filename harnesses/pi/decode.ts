/** Decodes pi's standard output, the events of `pi --mode json`. */
import type * as z from 'zod';
import { type NativeFile, traceBuilder } from '../../records/harness.ts';
import type { Affects, Trace } from '../../records/observation.ts';
import { type JsonRecord, jsonRecords } from '../shared/json-lines.ts';
import { EVERYTHING, mayHide } from '../shared/unknown-events.ts';
import { isFailure, readMessage } from './messages.ts';
import { AgentEnd, RetryStart, Session, ToolStart, WithMessage } from './schemas.ts';
import { emptyStream, type Stream, tell } from './state.ts';
import { readCall } from './tools.ts';

/** The file of standard output in a trial folder. */
export const STDOUT = 'stdout.raw';

/** Events that repeat what other lines say or that show a piece of what a later line shows whole. */
const QUIET = new Set([
  ...['message_update', 'tool_execution_update', 'tool_execution_end', 'turn_start', 'turn_end'],
  ...['auto_retry_end', 'queue_update', 'session_info_changed', 'thinking_level_changed'],
]);

function read<T>(stream: Stream, record: JsonRecord, schema: z.ZodType<T>, affects: readonly Affects[]): T | null {
  const parsed = schema.safeParse(record.value);
  if (parsed.success) return parsed.data;
  tell(stream, record.ref, `the ${record.type} event has an unknown shape`, affects);
  return null;
}

function readSession(stream: Stream, record: JsonRecord): void {
  const found = read(stream, record, Session, EVERYTHING);
  if (found === null) return;
  if (stream.thread !== null) tell(stream, record.ref, 'a second session begins', EVERYTHING);
  stream.thread = found.id;
  stream.cwd = found.cwd;
}

function readAgentStart(stream: Stream, record: JsonRecord): void {
  if (stream.thread === null) tell(stream, record.ref, 'the line that begins the session is missing', EVERYTHING);
  if (stream.loop !== null) tell(stream, record.ref, 'the agent starts again and had not ended', EVERYTHING);
  stream.loop = [];
  stream.retrying = false;
}

function readMessageEvent(stream: Stream, record: JsonRecord): void {
  const found = read(stream, record, WithMessage, EVERYTHING);
  if (found === null) return;
  const { role } = found.message;
  if (stream.loop === null) {
    tell(stream, record.ref, 'a message stands before the agent started', EVERYTHING);
    stream.loop = [];
  }
  if (record.type === 'message_start') {
    if (stream.begun !== null) tell(stream, record.ref, 'a message begins and another had not ended', EVERYTHING);
    stream.begun = role;
    return;
  }
  if (stream.begun !== role) tell(stream, record.ref, 'a message ends that had not begun', EVERYTHING);
  stream.begun = null;
  stream.loop.push(JSON.stringify(found.message));
  readMessage(stream, record.ref, role, found.message);
}

/** A call that starts and that no answer asked for: the line of the answer is lost, the call is not. */
function readToolStart(stream: Stream, record: JsonRecord): void {
  const found = read(stream, record, ToolStart, ['commands', 'reads', 'edits']);
  if (found === null || stream.calls.has(found.toolCallId)) return;
  tell(stream, record.ref, 'a tool starts that no answer on record called', EVERYTHING);
  readCall(stream, record.ref, found.toolCallId, found.toolName, found.args);
}

/** The agent's end repeats its messages: a line that was lost or changed before it is seen here. */
function readAgentEnd(stream: Stream, record: JsonRecord): void {
  const found = read(stream, record, AgentEnd, EVERYTHING);
  const messages = found?.messages.map((one) => JSON.stringify(one)) ?? [];
  const { loop, last, thread } = stream;
  if (loop === null) tell(stream, record.ref, 'the agent ends and had not started', EVERYTHING);
  else if (messages.length !== loop.length || messages.some((one, at) => one !== loop[at])) {
    tell(stream, record.ref, 'the messages that the agent ends with are not those before', EVERYTHING);
  }
  stream.loop = null;
  if (last === null) {
    tell(stream, record.ref, 'the agent ends without an answer of the model', EVERYTHING);
    return;
  }
  const failed = isFailure(last) || last.stopReason !== 'stop';
  const why = last.errorMessage ?? `the last answer ended with ${JSON.stringify(last.stopReason)}`;
  const end = failed ? { state: 'failed' as const, message: why } : { state: 'completed' as const, message: null };
  stream.observations.push({ kind: 'turn', ref: record.ref, thread, ...end });
}

function readRetry(stream: Stream, record: JsonRecord): void {
  const found = read(stream, record, RetryStart, ['terminal', 'usage']);
  stream.retrying = true;
  const message = found?.errorMessage ?? null;
  const { thread } = stream;
  stream.observations.push({ kind: 'turn', ref: record.ref, thread, state: 'retrying', message });
}

function readCompaction(stream: Stream, record: JsonRecord): void {
  tell(stream, record.ref, 'a compaction asks the model in a request that no line counts', ['usage']);
}

const READERS: ReadonlyMap<string, (stream: Stream, record: JsonRecord) => void> = new Map([
  ['session', readSession],
  ['agent_start', readAgentStart],
  ['message_start', readMessageEvent],
  ['message_end', readMessageEvent],
  ['tool_execution_start', readToolStart],
  ['agent_end', readAgentEnd],
  ['auto_retry_start', readRetry],
  ['compaction_start', readCompaction],
  ['compaction_end', readCompaction],
]);

function readEvent(stream: Stream, record: JsonRecord): void {
  const reader = READERS.get(record.type);
  if (reader !== undefined) reader(stream, record);
  else if (!QUIET.has(record.type)) {
    const hidden = mayHide(record.type, record.value);
    tell(stream, record.ref, `an event of the unknown type ${JSON.stringify(record.type)}`, hidden);
  }
}

/** What a stream that stops before the agent's end may lack. */
function unfinished(stream: Stream): void {
  if (stream.loop !== null || stream.begun !== null) {
    tell(stream, null, `${STDOUT} stops while the agent was at work`, EVERYTHING);
  } else if (stream.retrying) tell(stream, null, `${STDOUT} stops before a request was sent again`, EVERYTHING);
  else if (stream.thread === null) tell(stream, null, `${STDOUT} holds no session`, EVERYTHING);
}

/**
 * Decodes one run from standard output alone. Every message stands there when it ends and again when the agent ends, so
 * that a lost line is seen. pi's session log would hold the same messages, but neither the retries nor the end, and in
 * a file that the agent can write to; it is not kept.
 */
export function decode(files: readonly NativeFile[]): Trace {
  const stream = emptyStream();
  const stdout = files.find(({ path }) => path === STDOUT);
  if (stdout === undefined) tell(stream, null, `${STDOUT} is missing`, EVERYTHING);
  else {
    for (const record of jsonRecords(stdout, EVERYTHING, (problem) => stream.problems.push(problem))) {
      stream.eventTypes.push(record.type);
      readEvent(stream, record);
    }
    unfinished(stream);
  }
  const trace = traceBuilder();
  for (const one of stream.observations) trace.observe(one);
  for (const one of stream.problems) trace.problem(one);
  for (const type of stream.eventTypes) trace.event(type);
  return trace.trace();
}
