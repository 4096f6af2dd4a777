/** What the shell tool told the model: the output with lines of the CLI's own after it. */

const OPEN = '<untrusted_context>\n';
const CLOSE = '\n</untrusted_context>';
const OUTPUT = 'Output: ';
/** Stands before a text of which the model was shown the two ends; what is left out is marked between them. */
const CUT = /^Output too large\. Showing first [\d,]+ and last [\d,]+ characters\.[^\n]*\n/;
/** Each with its first words, by which a line is told at less cost. */
const NOTES: readonly (readonly [string, RegExp])[] = [
  ['Process Group PGID: ', /^[^:]+: \d+$/],
  ['Background PIDs: ', /^[^:]+: [\d, ]+$/],
  ['Signal: ', /^[^:]+: \S+$/],
  ['Exit Code: ', /^[^:]+: (\d+)$/],
];

/** The command's end as the tool's text tells it. */
export interface ShellResult {
  /** Null where the text does not tell. */
  readonly exitCode: number | null;
  /** What the model was shown of the command's output. */
  readonly output: string;
}

/**
 * Reads the text from its end, where the CLI's own lines stand in a fixed order: exit code (only when it is not 0),
 * signal, processes left behind, process group. What a command itself prints stands before them, so a failure cannot
 * be talked away; an exit code that is only printed can make a success look like a failure, never the reverse.
 */
export function shellResult(text: string): ShellResult {
  const whole = text.startsWith('Output too large.') ? text.replace(CUT, '') : text;
  const inner = whole.startsWith(OPEN) && whole.endsWith(CLOSE) ? whole.slice(OPEN.length, -CLOSE.length) : whole;
  if (!inner.startsWith(OUTPUT)) return { exitCode: null, output: inner };
  const told = inner.slice(OUTPUT.length);
  // Where what is left of the text ends; below 0 when no line of it is left.
  let end = told.length;
  let exitCode: number | null = null;
  let ended = false;
  for (const [index, [words, note]] of NOTES.entries()) {
    const start = end > 0 ? told.lastIndexOf('\n', end - 1) + 1 : 0;
    const found = end > 0 && told.startsWith(words, start) ? note.exec(told.slice(start, end)) : null;
    if (found === null) continue;
    end = start - 1;
    if (index === 0) ended = true;
    if (index === 2) ended = false;
    if (found[1] !== undefined) exitCode = Number(found[1]);
  }
  const output = told.slice(0, Math.max(0, end));
  return { exitCode: exitCode ?? (ended ? 0 : null), output: output === '(empty)' ? '' : output };
}
