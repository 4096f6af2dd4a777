/** Takes off the line numbers that a tool puts before the lines of a file. */

/** Lines without their numbers. */
export interface Unnumbered {
  /** Number of the first line. */
  readonly startLine: number;
  readonly content: string;
  /** Where the numbered lines end in the text: its length when there is nothing else. */
  readonly end: number;
}

/** Where the number of a line begins: spaces before it are the tool's. */
function numberAt(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 0x20) at += 1;
  return at;
}

/**
 * The numbered lines at the start of a text, or null when its first line is not numbered from 1 or higher. Each line
 * begins with its number and `separator`, and the numbers go up by one. What stands after the separator is kept as it
 * is, also when it looks like a number. The newline before a line without a number belongs to the numbered lines' end.
 */
export function numberedLines(text: string, separator: string): Unnumbered | null {
  const startLine = Number(/^ *(\d{1,15})/.exec(text)?.[1] ?? 0);
  if (startLine < 1) return null;
  const lines: string[] = [];
  let from = 0;
  for (let number = startLine; from <= text.length; number += 1) {
    const head = `${number}${separator}`;
    const at = numberAt(text, from);
    if (!text.startsWith(head, at)) break;
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    lines.push(text.slice(at + head.length, end));
    from = end + 1;
  }
  if (lines.length === 0) return null;
  return { startLine, content: lines.join('\n'), end: Math.min(from, text.length) };
}

/** The text without its numbers, or null unless every line has one. */
export function withoutNumbers(text: string, separator: string): Unnumbered | null {
  const found = numberedLines(text, separator);
  // A newline at the end of the text begins a line without a number.
  return found !== null && found.end === text.length && !text.endsWith('\n') ? found : null;
}
