import { type NativeFile, traceBuilder } from '../../records/harness.ts';
import type { Trace } from '../../records/observation.ts';

/** How much of the answer is kept, in UTF-16 code units: the end of it, where the decision stands. */
export const KEPT = 1024 * 1024;

const STDOUT = 'stdout.raw';

/** A longer output is not read line by line, in bytes: four are the most that one kept character takes. */
const READ_WHOLE = 4 * KEPT;

interface Tail {
  readonly text: string;
  readonly cut: boolean;
}

/** Cuts from the front, never through a surrogate pair. */
function lastPart(text: string): string {
  const tail = text.slice(-KEPT);
  return /^[\uDC00-\uDFFF]/.test(tail) ? tail.slice(1) : tail;
}

/** Joins the lines, keeping memory within twice the bound however long the output is. */
function readTail(file: NativeFile, onLine: (number: number, problem: string) => void): Tail {
  const end = file.tail?.(READ_WHOLE) ?? null;
  if (end !== null) return { text: lastPart(end), cut: true };
  let text = '';
  let cut = false;
  for (const line of file.lines()) {
    if (line.problem === 'invalid_utf8') onLine(line.number, 'the line is not valid UTF-8');
    if (line.problem === 'too_long') onLine(line.number, 'the line is longer than the limit and was not read whole');
    text += line.problem === 'no_final_newline' ? line.text : `${line.text}\n`;
    if (text.length > 2 * KEPT) {
      text = lastPart(text);
      cut = true;
    }
  }
  return text.length > KEPT ? { text: lastPart(text), cut: true } : { text, cut };
}

/**
 * Standard output as one message of the agent. Only its last mebibyte is kept; what was cut is a problem. Text that is
 * not UTF-8 is kept as far as it can be read, and the line is a problem: the answer may stand in it.
 */
export function decode(files: readonly NativeFile[]): Trace {
  const trace = traceBuilder();
  const file = files.find((candidate) => candidate.path === STDOUT);
  if (file === undefined) {
    trace.problem({ ref: null, message: `${STDOUT} is missing`, affects: ['messages', 'terminal'] });
    return trace.trace();
  }
  const tail = readTail(file, (line, message) => {
    trace.problem({ ref: { file: STDOUT, line }, message, affects: ['messages'] });
  });
  if (tail.cut) {
    const message = `only the last ${KEPT} characters of the output were kept`;
    trace.problem({ ref: { file: STDOUT, line: 1 }, message, affects: ['messages'] });
  }
  if (tail.text.trim() !== '') {
    trace.observe({ kind: 'message', ref: { file: STDOUT, line: 1 }, thread: null, text: tail.text, at: null });
  }
  return trace.trace();
}
