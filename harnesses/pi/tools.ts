/** What the tool calls in pi's stream show: commands, reads and edits. */
import type { LineRef, Observation, ReadObservation } from '../../records/observation.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import { mayHide } from '../shared/unknown-events.ts';
import { type ToolResult, Truncation } from './schemas.ts';
import { type Call, type Stream, tell } from './state.ts';

/** Tools that change nothing and run nothing, and whose output is no file's text. */
const QUIET = new Set(['grep', 'find', 'ls']);

/** What pi adds below a part of a file that was asked for by its number of lines. */
const MORE_LINES = /\n\n\[\d+ more lines in file\. Use offset=(\d+) to continue\.\]$/;

const textOf = (result: ToolResult): string | null =>
  result.content.every(({ type }) => type === 'text') ? result.content.map(({ text }) => text ?? '').join('\n') : null;

/** The exit code, which stands only in the text, at its very end. A command that ran into its time limit has none. */
function exitCode(result: ToolResult, text: string): number | null {
  if (!result.isError) return 0;
  const code = /(?:^|\n)Command exited with code (\d{1,3})$/.exec(text)?.[1];
  return code === undefined ? null : Number(code);
}

function commandOf(stream: Stream, call: Call, text: string, result: ToolResult | null): Observation {
  const shown = result === null ? null : textOf(result);
  return {
    kind: 'command',
    ref: call.ref,
    thread: stream.thread,
    text,
    cwd: stream.cwd,
    exitCode: result === null ? null : exitCode(result, shown ?? ''),
    output: shown,
  };
}

/** A number from 1 in a call's arguments, or null. */
function numberField(args: unknown, name: string): number | null {
  const found = fieldOf(args, name);
  return typeof found === 'number' && Number.isInteger(found) && found > 0 ? found : null;
}

/** The text without pi's words below a part that was asked for; they name the line after it. */
function withoutNote(text: string, first: number, args: unknown): string {
  const limit = numberField(args, 'limit');
  const next = Number(MORE_LINES.exec(text)?.[1] ?? Number.NaN);
  return limit !== null && next === first + limit ? text.replace(MORE_LINES, '') : text;
}

/**
 * What the model was shown of a file, and whether less was shown than was asked for. Lines that are not asked for are
 * not cut.
 */
function shownOf(result: ToolResult, first: number, args: unknown): Pick<ReadObservation, 'content' | 'cut'> {
  const truncation = Truncation.safeParse(result.details);
  if (truncation.success && truncation.data.truncation.truncated) {
    const { firstLineExceedsLimit, content } = truncation.data.truncation;
    return { content: firstLineExceedsLimit === true ? '' : content, cut: true };
  }
  const text = textOf(result);
  return text === null ? { content: null, cut: null } : { content: withoutNote(text, first, args), cut: false };
}

function readOf(stream: Stream, call: Call, result: ToolResult | null): Observation {
  const done = result === null ? null : !result.isError;
  const first = numberField(call.args, 'offset') ?? 1;
  const shown = result === null || done !== true ? { content: null, cut: null } : shownOf(result, first, call.args);
  return {
    kind: 'read',
    ref: call.ref,
    thread: stream.thread,
    via: 'tool',
    path: textField(call.args, 'path') ?? textField(call.args, 'file_path'),
    skill: null,
    done,
    startLine: done === true && shown.content !== null ? first : null,
    ...shown,
  };
}

/** A file that was written: new only where our extension saw that there was none before. */
function readEdit(stream: Stream, call: Call, result: ToolResult | null): void {
  if (result === null || result.isError) return;
  const path = textField(call.args, 'path') ?? textField(call.args, 'file_path');
  if (path === null) {
    tell(stream, call.ref, `the tool ${call.name} names no file`, ['edits']);
    return;
  }
  const isNew = call.name === 'write' && fieldOf(result.details, 'operantNewFile') === true;
  const change = isNew ? 'add' : 'update';
  stream.observations.push({ kind: 'edit', ref: call.ref, thread: stream.thread, path, change });
}

function observe(stream: Stream, call: Call, observation: Observation): Call {
  if (call.at !== null) {
    stream.observations[call.at] = observation;
    return call;
  }
  stream.observations.push(observation);
  return { ...call, at: stream.observations.length - 1 };
}

function show(stream: Stream, call: Call, result: ToolResult | null): Call {
  if (call.name === 'bash') {
    const text = textField(call.args, 'command');
    if (text !== null) return observe(stream, call, commandOf(stream, call, text, result));
    // pi refuses such a call before it runs anything.
    if (result?.isError !== true) tell(stream, call.ref, 'a shell tool was called without a command', ['commands']);
    return call;
  }
  if (call.name === 'read') return observe(stream, call, readOf(stream, call, result));
  if (call.name === 'write' || call.name === 'edit') readEdit(stream, call, result);
  else if (!QUIET.has(call.name) && result === null) {
    const message = `the tool ${JSON.stringify(call.name)} is not known; what it did is not observed`;
    const hidden = mayHide(call.name, call.args);
    tell(stream, call.ref, message, [...new Set([...hidden, 'commands', 'reads', 'edits', 'delegation'] as const)]);
  }
  return call;
}

/** A call that the model made. */
export function readCall(stream: Stream, ref: LineRef, id: string, name: string, args: unknown): void {
  stream.open.add(id);
  stream.calls.set(id, show(stream, { name, args, ref, at: null }, null));
}

/** The result of a call. False when the call is not known. */
export function readResult(stream: Stream, result: ToolResult): boolean {
  const call = stream.calls.get(result.toolCallId);
  if (call === undefined || !stream.open.delete(result.toolCallId)) return false;
  show(stream, call, result);
  return true;
}
