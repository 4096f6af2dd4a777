/** Graders that read: a file byte for byte, the final message, and a JSON file with values and citations. */
import { digestOf } from '../../records/digest.ts';
import { parseStrictJson } from '../../records/strict-json.ts';
import type { Check } from '../../records/trial.ts';
import type { Grader } from '../../records/workflow.ts';
import {
  deliverableLine,
  deliverableOf,
  entryOf,
  type Judged,
  MAX_DELIVERABLE,
  outcomeCheck,
  quoted,
} from './outcome-evidence.ts';
import { type AnyJson, fieldOf, sameJson, valueAt } from './plain-json.ts';

type Citation = Extract<Grader, { kind: 'answers' }>['citations'][number];

/** A file with exactly these bytes. Its digest decides; its text only says what is different. */
export function judgeFile({ grader, ...evidence }: Judged<'file'>): Check {
  const { id, path, text } = grader;
  const entry = entryOf(evidence, path);
  if ('state' in entry) return outcomeCheck(id, entry.state, entry.because, []);
  if (entry.digest === digestOf(text)) {
    return outcomeCheck(id, 'passed', `${path} has exactly the text that was asked for`, [deliverableLine(path)]);
  }
  const found = evidence.deliverables.get(path) ?? null;
  if (entry.digest === null && found === null) {
    return outcomeCheck(id, 'unobservable', `${path} is there, and neither its digest nor its text is known`, []);
  }
  if (found === text) {
    const because = 'is what was asked for, and not the one that was found in the workspace';
    if (entry.digest !== null)
      return outcomeCheck(id, 'unobservable', `The text of ${path} in the evidence ${because}`, []);
    return outcomeCheck(id, 'passed', `${path} has exactly the text that was asked for`, [deliverableLine(path)]);
  }
  if (found === null)
    return outcomeCheck(id, 'failed', `Expected other bytes in ${path} (${entry.size} were found)`, []);
  const { line, because } = difference(text, found);
  return outcomeCheck(id, 'failed', `${path}, line ${line}: ${because}`, [deliverableLine(path, line)]);
}

/** The first line that differs, line ends included. */
function difference(expected: string, found: string): { readonly line: number; readonly because: string } {
  const [wanted, there] = [linesOf(expected), linesOf(found)];
  const at = wanted.findIndex((line, index) => line !== there[index]);
  const line = at === -1 ? wanted.length : at;
  const words = `expected ${quoted(wanted[line] ?? 'the end')}, found ${quoted(there[line] ?? 'the end')}`;
  return { line: Math.min(line, Math.max(there.length - 1, 0)) + 1, because: words };
}

function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

/** A final message of exactly this text, white space around it apart. */
export function judgeReply({ grader, finalText, blocked }: Judged<'reply'>): Check {
  const { id, text } = grader;
  const final = [{ file: 'final.txt', line: 1 }];
  if (finalText === null) return outcomeCheck(id, 'unobservable', 'There is no final message', []);
  if (finalText.trim() === text.trim()) {
    if (!blocked) return outcomeCheck(id, 'passed', `The final message is ${quoted(text)}`, final);
    return outcomeCheck(
      id,
      'unobservable',
      'The trial did not run to its end, so that the message may not be final',
      final,
    );
  }
  if (blocked) return outcomeCheck(id, 'unobservable', 'The trial did not run to its end', final);
  return outcomeCheck(id, 'failed', `Expected the message ${quoted(text)}, found ${quoted(finalText)}`, final);
}

/** A JSON file whose values and citations are right. Every fault is told. */
export function judgeAnswers({ grader, ...evidence }: Judged<'answers'>): Check {
  const { id, path, values, citations } = grader;
  const file = deliverableOf(evidence, path);
  if (file.state !== 'there') return outcomeCheck(id, file.state, file.because, []);
  const refs = [deliverableLine(path)];
  const json = parseStrictJson(file.text, { maxBytes: MAX_DELIVERABLE, floats: true });
  if (!json.ok) return outcomeCheck(id, 'failed', `${path} is not plain JSON: ${json.message}`, refs);
  const faults = [
    ...valueFaults(json.value, values),
    ...citations.flatMap((citation) => citationFault(json.value, citation, evidence.given)),
  ];
  if (faults.length > 0) return outcomeCheck(id, 'failed', `${path}: ${faults.join('; ')}`, refs);
  const counted = `${Object.keys(values).length} values and ${citations.length} citations`;
  return outcomeCheck(id, 'passed', `${path}: ${counted} are right`, refs);
}

/** Values that are not what must stand there, in words. */
export function valueFaults(root: AnyJson, values: Readonly<Record<string, AnyJson>>): string[] {
  return Object.entries(values).flatMap(([pointer, expected]) => {
    const found = valueAt(root, pointer);
    if (found !== undefined && sameJson(found, expected)) return [];
    return [`${pointer}: expected ${quoted(expected)}, found ${quoted(found)}`];
  });
}

/** The words must stand on that line of the file as it was given, and the line must be one of the right ones. */
function citationFault(root: AnyJson, { at, places }: Citation, given: Readonly<Record<string, string>>): string[] {
  const value = valueAt(root, at) ?? null;
  const [file, line, text] = [fieldOf(value, 'file'), fieldOf(value, 'line'), fieldOf(value, 'text')];
  if (typeof file !== 'string' || typeof line !== 'number' || typeof text !== 'string') {
    return [`${at}: expected {file, line, text}, found ${quoted(value)}`];
  }
  const lines = Object.hasOwn(given, file) ? given[file]?.split('\n') : undefined;
  if (lines === undefined) return [`${at}: expected a file of the workspace, found ${quoted(file)}`];
  const there = Number.isInteger(line) ? lines[line - 1] : undefined;
  if (there === undefined) return [`${at}: expected a line of ${file}, found ${line} of ${lines.length}`];
  if (there.trim() !== text.trim()) {
    return [`${at}: expected the words of ${file} line ${line}, ${quoted(there.trim())}, found ${quoted(text)}`];
  }
  const right = places.some((place) => place.file === file && place.lines.includes(line));
  return right ? [] : [`${at}: ${file} line ${line} stands as quoted and is not the place that was asked for`];
}
