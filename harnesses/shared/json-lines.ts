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

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function unreadable(line: NativeLine): string {
  return line.problem === 'no_final_newline' ? 'the file ends inside a line' : 'the line is not JSON';
}

/**
 * The records of `file` in order. Blank lines are passed over. A line that is too long, not UTF-8, not JSON, or not an
 * object with a string `type` is told to `problem` with what it may hide; a line that is only not UTF-8 is read anyway,
 * because what it shows still counts.
 */
export function* jsonRecords(
  file: NativeFile,
  affects: readonly Affects[],
  problem: (problem: EvidenceProblem) => void,
): Iterable<JsonRecord> {
  for (const line of file.lines()) {
    if (line.text.trim() === '' && line.problem !== 'too_long') continue;
    const ref = { file: file.path, line: line.number };
    const tell = (message: string) => problem({ ref, message, affects: [...affects] });
    if (line.problem === 'too_long') {
      tell('the line is longer than the limit and was not read');
      continue;
    }
    if (line.problem === 'invalid_utf8') tell('the line is not valid UTF-8');
    const parsed = parse(line.text);
    if (parsed === null) {
      tell(unreadable(line));
      continue;
    }
    const type = textField(parsed.value, 'type');
    if (type !== null) yield { ref, type, value: parsed.value };
    else tell('the line is not an object with a "type"');
  }
}
