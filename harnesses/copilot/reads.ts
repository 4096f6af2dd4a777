/** What Copilot's tool for files puts before the model. */
import type { ReadObservation } from '../../records/observation.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import type { ToolComplete } from './schemas.ts';
import type { Call } from './state.ts';

type Shown = Pick<ReadObservation, 'startLine' | 'content' | 'cut'>;

/** Stands below text of which a part was left out; the line above it is broken off. */
const CUT = /\n*\n\[Output truncated\. Use view_range=\[\d+, \.\.\.\][^\n]*\]$/;

/** What is shown instead of a file that is too long, under the word `success`. */
const TOO_LARGE = /^File too large to read at once \([^\n]*$/;

function firstLine({ input }: Call): number {
  const range = input['view_range'];
  const from: unknown = Array.isArray(range) ? range[0] : 1;
  return typeof from === 'number' && Number.isSafeInteger(from) && from > 0 ? from : 1;
}

function withoutBrokenLine(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

/**
 * The text as the model was shown it: without line numbers, to the byte, the last newline only where the end of the
 * file was shown. Copilot shows an empty file as a difference of nothing; only the length beside it says so.
 */
function shownOf(call: Call, { result, toolTelemetry }: ToolComplete): Shown | null {
  const text = result?.content ?? null;
  const avoided = textField(toolTelemetry?.properties, 'largeOutputAvoided') === 'true';
  if (avoided || (text !== null && TOO_LARGE.test(text))) return { startLine: null, content: '', cut: true };
  if (text === null) return null;
  const startLine = firstLine(call);
  if (fieldOf(toolTelemetry?.metrics, 'resultLength') === 0) return { startLine, content: '', cut: false };
  const cut = CUT.exec(text);
  if (cut === null) return { startLine, content: text, cut: false };
  return { startLine, content: withoutBrokenLine(text.slice(0, cut.index)), cut: true };
}

/** True for a listing of a folder, which is no reading of a file. */
const isListing = ({ toolTelemetry }: ToolComplete): boolean =>
  textField(toolTelemetry?.properties, 'viewType') === 'directory';

/** True for text; an image is shown in another way, and nothing is lost when there is none. */
const isText = ({ toolTelemetry }: ToolComplete): boolean =>
  ['file', null].includes(textField(toolTelemetry?.properties, 'viewType'));

/** A read without its place, and what about it cannot be read, if anything. */
export interface Read {
  readonly read: Omit<ReadObservation, 'ref' | 'thread'> | null;
  readonly problem: string | null;
}

/** The read behind a call of the file tool. */
export function viewed(call: Call, end: ToolComplete): Read {
  const path = textField(call.input, 'path');
  const nothing: Shown = { startLine: null, content: null, cut: null };
  const base = { kind: 'read' as const, via: 'tool' as const, path, skill: null, ...nothing };
  if (!end.success) return { read: { ...base, done: false }, problem: null };
  if (isListing(end)) return { read: null, problem: null };
  if (path === null) return { read: { ...base, done: true }, problem: 'the input of view cannot be read' };
  const shown = isText(end) ? shownOf(call, end) : null;
  const problem = shown === null && isText(end) ? `what view showed of ${JSON.stringify(path)} cannot be read` : null;
  return { read: { ...base, done: true, ...(shown ?? nothing) }, problem };
}

/** A skill that was called and not found. */
export function skillRefused(call: Call): Omit<ReadObservation, 'ref' | 'thread'> {
  const skill = textField(call.input, 'skill');
  return { kind: 'read', via: 'skill', path: null, skill, done: false, startLine: null, content: null, cut: null };
}
