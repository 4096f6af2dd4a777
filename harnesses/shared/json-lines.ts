/** Reads native files that hold one JSON object a line. A line that cannot be read is a problem, never an exception. */
import type { NativeFile, NativeLine } from '../../records/harness.ts';
import type { Affects, EvidenceProblem, LineRef } from '../../records/observation.ts';
import { textField } from './fields.ts';

/** One line of a native file: an object with a string `type`. */
export interface JsonRecord {
  readonly ref: LineRef;
  readonly type: string;
  readonly value: unknown;
}

/** The brace with which nearly every line begins; only others may be blank. */
const OPENING = 0x7b;

/** Stands for text that is not JSON, which no parsed value can be. */
const NOT_JSON = Symbol('not JSON');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** Why a line has no record in it, or null. */
function fault(line: NativeLine, value: unknown, type: string | null): string | null {
  if (type !== null) return null;
  if (line.problem === 'too_long') return 'the line is longer than the limit and was not read';
  if (value !== NOT_JSON) return 'the line is not an object with a "type"';
  return line.problem === 'no_final_newline' ? 'the file ends inside a line' : 'the line is not JSON';
}

/**
 * The records of `file` in order. Blank lines are passed over. A line that is too long, not UTF-8, not JSON, or not an
 * object with a string `type` is told to `problem` with what it may hide; a line that is only not UTF-8 is read anyway,
 * because what it shows still counts. `typeOf` tells the type in a format that says it in another way.
 */
export function* jsonRecords(
  file: NativeFile,
  affects: readonly Affects[],
  problem: (problem: EvidenceProblem) => void,
  typeOf: (value: unknown) => string | null = (value) => textField(value, 'type'),
): Iterable<JsonRecord> {
  for (const line of file.lines()) {
    if (line.problem !== 'too_long' && line.text.charCodeAt(0) !== OPENING && !/\S/.test(line.text)) continue;
    const ref = { file: file.path, line: line.number };
    if (line.problem === 'invalid_utf8')
      problem({ ref, message: 'the line is not valid UTF-8', affects: [...affects] });
    const value = line.problem === 'too_long' ? NOT_JSON : parse(line.text);
    const type = typeOf(value);
    const message = fault(line, value, type);
    if (message !== null) problem({ ref, message, affects: [...affects] });
    else if (type !== null) yield { ref, type, value };
  }
}
