/** Takes off the line numbers that a tool puts before the lines of a file. */

/** Lines without their numbers. */
export interface Unnumbered {
  /** Number of the first line. */
  readonly startLine: number;
  readonly content: string;
}

/**
 * The text without its numbers, or null unless every line begins with its number and `separator`, and the numbers go
 * up by one. Spaces before a number are the tool's. What stands after the separator is kept as it is, also when it
 * looks like a number.
 */
export function withoutNumbers(text: string, separator: string): Unnumbered | null {
  const first = /^ *(\d+)/.exec(text)?.[1];
  const startLine = Number(first);
  if (first === undefined || !Number.isSafeInteger(startLine) || startLine < 1) return null;
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const number = `${startLine + at}${separator}`;
    const start = line.startsWith(number) ? 0 : line.length - line.trimStart().length;
    if (start > 0 && !/^ +$/.test(line.slice(0, start))) return null;
    if (!line.startsWith(number, start)) return null;
    lines[at] = line.slice(start + number.length);
  }
  return { startLine, content: lines.join('\n') };
}
