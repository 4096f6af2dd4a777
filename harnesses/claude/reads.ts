/** What the file tool, the skill tool and a called skill put before the model. */
import type { EvidenceProblem, ReadObservation } from '../../records/observation.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import { withoutNumbers } from '../shared/numbered.ts';
import type { Given, Thread, ToolCall } from './thread.ts';

/** The tool that reads a file. */
export const READ = 'Read';
/** The tool that calls a skill. */
export const SKILL = 'Skill';

type Shown = Pick<ReadObservation, 'startLine' | 'content' | 'cut'>;

const NOTHING: Shown = { startLine: null, content: null, cut: null };

/** Kinds of results that show no lines of text: nothing is lost when there is no content. */
const NO_TEXT = new Set(['image', 'pdf', 'parts', 'notebook', 'file_unchanged']);

/** What the model is told where there is no line to show. */
const NO_LINES = /^<system-reminder>Warning: the file exists but (the contents are empty|is shorter than)/;

/** A note that may stand below the lines, which are all numbered. */
const NOTE = '\n\n<system-reminder>';

const integer = (value: unknown, name: string): number | null => {
  const found = fieldOf(value, name);
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : null;
};

/** Whether fewer lines were shown than there are and were asked for; null where the details do not say. */
function cutOf(file: unknown, limit: number | null): boolean | null {
  const [start, shown, total] = [integer(file, 'startLine'), integer(file, 'numLines'), integer(file, 'totalLines')];
  if (start === null || shown === null || total === null) return null;
  const wanted = limit === null ? total : Math.min(total, start + limit - 1);
  return start + shown - 1 < wanted;
}

/**
 * The lines as the model was shown them. It sees them numbered, and the last line of a file with a final newline as an
 * empty one; carriage returns before a newline are taken off by Claude Code. The details beside it, which delegates'
 * logs lack, tell where a file without lines begins and how many lines there are.
 */
function shownOf(given: Given, limit: number | null): Shown | null {
  const file = textField(given.details, 'type') === 'text' ? fieldOf(given.details, 'file') : undefined;
  const note = given.text.indexOf(NOTE);
  const text = note < 0 ? given.text : given.text.slice(0, note);
  const lines = withoutNumbers(text, '\t') ?? withoutNumbers(text, '→');
  if (lines !== null) return { ...lines, cut: cutOf(file, limit) };
  if (!NO_LINES.test(given.text)) return null;
  const start = integer(file, 'startLine');
  return { startLine: start === 0 ? null : start, content: '', cut: cutOf(file, limit) };
}

/** True when the call itself says that there is no text to show. */
const showsNoText = (given: Given): boolean => NO_TEXT.has(textField(given.details, 'type') ?? '');

const BASE = /^Base directory for this skill: ([^\n]+)\n\n/;

/** The text of a skill: below the line that names its folder, above the arguments. Its front matter is not shown. */
function skillText(text: string, args: string | null): { path: string | null; content: string } {
  const base = BASE.exec(text);
  const body = base === null ? text : text.slice(base[0].length);
  const tail = args === null || args === '' ? '' : `\n\nARGUMENTS: ${args}`;
  const content = tail !== '' && body.endsWith(tail) ? body.slice(0, -tail.length) : body;
  return { path: base?.[1] === undefined ? null : `${base[1]}/SKILL.md`, content };
}

function fileRead({ ref, input, given }: ToolCall, thread: Thread): ReadObservation | null {
  const path = textField(input, 'file_path');
  if (path === null) return null;
  const base = { kind: 'read' as const, ref, thread: thread.id, via: 'tool' as const, path, skill: null };
  if (given === null) return { ...base, done: null, ...NOTHING };
  if (given.error) return { ...base, done: false, ...NOTHING };
  return { ...base, done: true, ...(shownOf(given, integer(input, 'limit')) ?? NOTHING) };
}

const skillOf = ({ input }: ToolCall): string | null => textField(input, 'skill') ?? textField(input, 'command');

function skillRead(call: ToolCall, thread: Thread): ReadObservation | null {
  const { ref, id, input, given } = call;
  const skill = skillOf(call);
  if (skill === null) return null;
  const base = { kind: 'read' as const, ref, thread: thread.id, via: 'skill' as const, skill, ...NOTHING };
  if (given === null || given.error) return { ...base, path: null, done: given === null ? null : false };
  const text = thread.skillTexts.get(id);
  const told = text === undefined ? { path: null, content: null } : skillText(text, textField(input, 'args'));
  return { ...base, done: true, ...told };
}

/** The read behind a call, or null when it is none. */
export function readOf(call: ToolCall, thread: Thread): ReadObservation | null {
  if (call.name === READ) return fileRead(call, thread);
  return call.name === SKILL ? skillRead(call, thread) : null;
}

/** Skills that a prompt called: Claude Code marks the text that it puts there as its own. */
export function injectedReads(thread: Thread): ReadObservation[] {
  return thread.injected.map(({ ref, skill, args, text }) => ({
    kind: 'read',
    ref,
    thread: thread.id,
    via: 'injected',
    skill,
    done: true,
    ...NOTHING,
    ...skillText(text, args),
  }));
}

/** Why a read cannot be told from the record of its call, or null. */
export function unreadable(call: ToolCall, thread: Thread): EvidenceProblem | null {
  const { name, ref, input, given } = call;
  if (name !== READ && name !== SKILL) return null;
  const problem = (message: string): EvidenceProblem => ({ ref, message, affects: ['reads'] });
  const target = name === READ ? textField(input, 'file_path') : skillOf(call);
  if (given?.error === true) return null;
  if (target === null) return problem(`the input of ${name} cannot be read`);
  if (given === null) return null;
  if (name === SKILL) {
    const lost = thread.file !== '' && !thread.skillTexts.has(call.id);
    return lost ? problem(`the log does not hold the text of the skill ${JSON.stringify(target)}`) : null;
  }
  if (showsNoText(given) || shownOf(given, null) !== null) return null;
  return problem(`what ${name} showed of ${JSON.stringify(target)} cannot be read`);
}
