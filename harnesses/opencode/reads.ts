/** What OpenCode's tools for files and skills put before the model. */
import type { ReadObservation } from '../../records/observation.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import { numberedLines } from '../shared/numbered.ts';
import type { ToolPart } from './schemas.ts';

type Shown = Pick<ReadObservation, 'startLine' | 'content' | 'cut'>;

const NOTHING: Shown = { startLine: null, content: null, cut: null };

const HEAD = /^<path>[^\n]*<\/path>\n<type>file<\/type>\n<content>\n/;

/** What stands below the lines: the end of the file, the lines that were asked for, or as many bytes as are shown. */
const TAIL =
  /^\n\((?:(End of file) - total \d+ lines|Showing lines (\d+)-(\d+) of \d+\. [^\n]*|(Output capped) at [^\n]*)\)\n<\/content>/;

/** A line of which no more is shown; a line of a file that looks like this is as long and is cut too. */
const CUT_LINE = /^.{2000}\.\.\. \(line truncated to 2000 chars\)$/m;

/** Whether less was shown than there is and was asked for. The field `truncated` says nothing of lines that were cut. */
function cutOf(tail: RegExpExecArray, limit: unknown, content: string): boolean {
  if (CUT_LINE.test(content)) return true;
  if (tail[1] !== undefined) return false;
  const shown = Number(tail[3]) - Number(tail[2]) + 1;
  return tail[4] !== undefined || typeof limit !== 'number' || shown < limit;
}

/**
 * The lines as the model was shown them: numbered, and without a trace of whether the file ends with a newline.
 * Null when the output is not what the tool writes for a file of text.
 */
function shownOf(output: string, limit: unknown): Shown | null {
  const head = HEAD.exec(output);
  if (head === null) return null;
  const body = output.slice(head[0].length);
  const lines = numberedLines(body, ': ');
  // Without a line, its place is empty.
  const tail = TAIL.exec(body.slice(lines?.end ?? 1));
  if (tail === null) return null;
  if (lines === null) return body.startsWith('\n') ? { startLine: 1, content: '', cut: false } : null;
  const { startLine, content } = lines;
  return { startLine, content, cut: cutOf(tail, limit, content) };
}

const SKILL = /^<skill_content name="[^"]*">\n# Skill: [^\n]*\n\n/;
const SKILL_END = '\n\nBase directory for this skill: ';

/** The skill's text, without its front matter and without the blank characters at its ends. */
function skillText(output: string): string | null {
  const head = SKILL.exec(output);
  const end = output.lastIndexOf(SKILL_END);
  return head === null || end < head[0].length ? null : output.slice(head[0].length, end);
}

/** A read without its place, and what about it cannot be read, if anything. */
export interface Read {
  readonly read: Omit<ReadObservation, 'ref' | 'thread'>;
  readonly problem: string | null;
}

const doneOf = ({ status }: ToolPart['state']): boolean | null =>
  status === 'running' ? null : status === 'completed';

function fileRead({ state }: ToolPart): Read {
  const display = fieldOf(state.metadata, 'display');
  const path = textField(display, 'path') ?? textField(state.input, 'filePath');
  const done = doneOf(state);
  const base = { kind: 'read' as const, via: 'tool' as const, path, skill: null, done };
  if (done === false) return { read: { ...base, ...NOTHING }, problem: null };
  if (path === null) return { read: { ...base, ...NOTHING }, problem: 'the input of read cannot be read' };
  if (done === null) return { read: { ...base, ...NOTHING }, problem: null };
  const shown = shownOf(state.output ?? '', state.input['limit']);
  // A folder, an image or a document is shown in another way; that is no reading of text.
  const isText = textField(display, 'type') === 'file';
  const problem = shown === null && isText ? `what read showed of ${JSON.stringify(path)} cannot be read` : null;
  return { read: { ...base, ...(shown ?? NOTHING) }, problem };
}

function skillRead({ state }: ToolPart): Read {
  const skill = textField(state.input, 'name');
  const done = doneOf(state);
  const folder = textField(state.metadata, 'dir');
  const base = { kind: 'read' as const, via: 'skill' as const, skill, done, ...NOTHING };
  if (done !== true) return { read: { ...base, path: null }, problem: null };
  const content = skillText(state.output ?? '');
  const path = folder === null ? null : `${folder}/SKILL.md`;
  return { read: { ...base, path, content }, problem: content === null ? 'what skill showed cannot be read' : null };
}

/** The read that a state of a call shows, or null when the tool reads nothing. */
export function readOf(part: ToolPart): Read | null {
  if (part.tool === 'read') return fileRead(part);
  return part.tool === 'skill' ? skillRead(part) : null;
}
