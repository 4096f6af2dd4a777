/** What the CLI's own tools for files and skills put before the model. */
import type { LineRef, ReadObservation } from '../../records/observation.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import { responseOf, type ToolCall } from './schemas.ts';

interface Place {
  readonly ref: LineRef;
  readonly thread: string | null;
}

type Shown = Pick<ReadObservation, 'startLine' | 'content' | 'cut'>;

const NOTHING: Shown = { startLine: null, content: null, cut: null };

const READ = 'read_file';
const READ_MANY = 'read_many_files';
const SKILL = 'activate_skill';

/** Tools whose calls are reads. */
export const READERS: ReadonlySet<string> = new Set([READ, READ_MANY, SKILL]);

/** Stands before a text that is not the whole file: lines were left out, or shortened. */
const HEADER =
  /^\nIMPORTANT: The file content has been truncated\.\nStatus: Showing lines (\d+)-(\d+) of (\d+) total lines\.\nAction: [^\n]*\n\n--- FILE CONTENT \(truncated\) ---\n/;

/** What the CLI tells a person when a line was longer than it shows. */
const SHORTENED = /\(some lines were shortened\)$/;

function shownOf(call: ToolCall, text: string): Shown {
  const told = typeof call.resultDisplay === 'string' ? call.resultDisplay : null;
  const header = told === '' ? null : HEADER.exec(text);
  if (header === null) return told === '' || told === null ? { startLine: 1, content: text, cut: false } : NOTHING;
  const [from, to, total] = [header[1], header[2], header[3]].map(Number);
  if (from === undefined || to === undefined || total === undefined) return NOTHING;
  const asked = fieldOf(call.args, 'end_line');
  const wanted = typeof asked === 'number' ? Math.min(total, asked) : total;
  const cut = to < wanted || (told !== null && SHORTENED.test(told));
  return { startLine: Math.max(1, from), content: text.slice(header[0].length), cut };
}

const OPEN = /^<activated_skill name="[^"]*">\n {2}<instructions>\n {4}/;
const CLOSE = '\n  </instructions>\n\n  <available_resources>\n';
const FOLDER = /^Skill \*\*[^\n]*\*\* activated\. Resources loaded from `([^`\n]+)`:/;

/** The skill's text: without its front matter, and without the blank characters at its ends. */
function skillText(text: string): string | null {
  const open = OPEN.exec(text);
  const end = text.lastIndexOf(CLOSE);
  return open === null || end < open[0].length ? null : text.slice(open[0].length, end);
}

function skillRead(call: ToolCall, place: Place): ReadObservation {
  const base = { kind: 'read' as const, ...place, via: 'skill' as const, skill: textField(call.args, 'name') };
  const done = call.status === 'success';
  if (!done) return { ...base, path: null, done, ...NOTHING };
  const folder = FOLDER.exec(textField(call, 'resultDisplay') ?? '')?.[1];
  const content = skillText(responseOf(call) ?? '');
  return { ...base, path: folder === undefined ? null : `${folder}/SKILL.md`, done, ...NOTHING, content };
}

/** Paths of a call that reads several files at once; a pattern stands for files that the record does not name. */
function manyPaths(args: unknown): string[] {
  const include = fieldOf(args, 'include');
  return Array.isArray(include) ? include.filter((one): one is string => typeof one === 'string') : [];
}

/** A read of a file by a tool. Written out field by field: a long log has many. */
function toolRead({ ref, thread }: Place, path: string | null, done: boolean | null, shown: Shown): ReadObservation {
  const { startLine, content, cut } = shown;
  return { kind: 'read', ref, thread, via: 'tool', path, skill: null, done, startLine, content, cut };
}

/** A call as standard output announces it, where it proves nothing of what was shown. */
export function announcedReads(name: string, args: unknown, place: Place): ReadObservation[] {
  if (name === SKILL) {
    const skill = textField(args, 'name');
    return [{ kind: 'read', ...place, via: 'skill', path: null, skill, done: null, ...NOTHING }];
  }
  const paths = name === READ_MANY ? manyPaths(args) : [textField(args, 'file_path')];
  return paths.map((path) => toolRead(place, path, null, NOTHING));
}

/** A finished call. What several files showed together is not taken apart, as each may hold what parts them. */
export function finishedReads(call: ToolCall, place: Place): ReadObservation[] {
  const { name, args, status } = call;
  if (name === SKILL) return [skillRead(call, place)];
  const done = status === 'success';
  if (name === READ_MANY) return manyPaths(args).map((path) => toolRead(place, path, done, NOTHING));
  const text = done ? responseOf(call) : null;
  return [toolRead(place, textField(args, 'file_path'), done, text === null ? NOTHING : shownOf(call, text))];
}

/** What about a finished call cannot be read, or null. A file without text, such as an image, is no problem. */
export function unreadable(call: ToolCall): string | null {
  const { name, args, status } = call;
  if (!READERS.has(name) || status !== 'success') return null;
  if (name === SKILL) {
    if (textField(args, 'name') === null) return `the input of ${name} cannot be read`;
    return skillText(responseOf(call) ?? '') === null ? `what ${name} showed cannot be read` : null;
  }
  const named = name === READ_MANY ? manyPaths(args).length > 0 : textField(args, 'file_path') !== null;
  if (!named) return `the input of ${name} cannot be read`;
  return responseOf(call) === null ? `what ${name} showed cannot be read` : null;
}
