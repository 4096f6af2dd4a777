/** What of a tool's result is kept: long texts that stand there twice, or that nothing is told from, are let go. */
import type { ReadObservation } from '../../records/observation.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import { withoutNumbers } from '../shared/numbered.ts';

/** What a read showed. */
export type Shown = Pick<ReadObservation, 'startLine' | 'content' | 'cut'>;

/** A read that showed no text, or of which none is proven. */
export const NOTHING: Shown = { startLine: null, content: null, cut: null };

/** Kinds of results that show no lines of text: nothing is lost when there is no content. */
const NO_TEXT = new Set(['image', 'pdf', 'parts', 'notebook', 'file_unchanged']);

/** What the model is told where there is no line to show. */
const NO_LINES = /^<system-reminder>Warning: the file exists but (the contents are empty|is shorter than)/;

/** A note that may stand below the lines, which are all numbered. */
const NOTE = '\n\n<system-reminder>';

/** A whole number from 0, else null. */
export function countField(value: unknown, name: string): number | null {
  const found = fieldOf(value, name);
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : null;
}

/** Whether fewer lines were shown than there are and were asked for; null where the details do not say. */
function cutOf(file: unknown, limit: number | null): boolean | null {
  const start = countField(file, 'startLine');
  const shown = countField(file, 'numLines');
  const total = countField(file, 'totalLines');
  if (fieldOf(file, 'truncatedByTokenCap') === true) return true;
  if (start === null || shown === null || total === null) return null;
  const wanted = limit === null ? total : Math.min(total, start + limit - 1);
  return start + shown - 1 < wanted;
}

/**
 * The lines as the model was shown them, or null when they cannot be told. It sees them numbered, and the last line of a
 * file with a final newline as an empty one; carriage returns before a newline are taken off by Claude Code. The details
 * beside it, which delegates' logs lack, tell where a file without lines begins and how many lines there are.
 */
export function shownOf(result: string, details: unknown, limit: number | null): Shown | null {
  const type = textField(details, 'type');
  const file = type === 'text' ? fieldOf(details, 'file') : undefined;
  const note = result.indexOf(NOTE);
  const text = note < 0 ? result : result.slice(0, note);
  const lines = withoutNumbers(text, '\t') ?? withoutNumbers(text, '→');
  if (lines !== null) return { startLine: lines.startLine, content: lines.content, cut: cutOf(file, limit) };
  if (type !== null && NO_TEXT.has(type)) return NOTHING;
  if (!NO_LINES.test(result)) return null;
  const start = countField(file, 'startLine');
  return { startLine: start === 0 ? null : start, content: '', cut: cutOf(file, limit) };
}

/**
 * Whether the details beside a result say nothing against an end with 0. Claude Code calls some codes that are not 0 no
 * error (1 of `grep`) and says so only here; nothing is known of a command that went on in the background.
 */
export function isClean(details: unknown): boolean {
  const told = ['returnCodeInterpretation', 'backgroundTaskId'].some((name) => textField(details, name) !== null);
  return !told && fieldOf(details, 'interrupted') === false;
}

/** Fields of a call's input from which something is told. */
const TELLING = ['command', 'file_path', 'notebook_path', 'skill', 'args', 'limit', 'prompt'];

/** The input of a call without the texts that it only hands on, such as those of a file to write. */
export function inputOf(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(TELLING.flatMap((name) => (name in input ? [[name, input[name]]] : [])));
}
