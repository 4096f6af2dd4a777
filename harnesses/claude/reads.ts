/** What the file tool, the skill tool and a called skill put before the model. */
import type { EvidenceProblem, ReadObservation } from '../../records/observation.ts';
import { textField } from '../shared/fields.ts';
import { NOTHING } from './shown.ts';
import { READ, type Thread, type ToolCall } from './thread.ts';

/** The tool that calls a skill. */
export const SKILL = 'Skill';

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
  return { ...base, done: true, ...(given.shown ?? NOTHING) };
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
  return given.shown !== null ? null : problem(`what ${name} showed of ${JSON.stringify(target)} cannot be read`);
}
