/** Text of files against text that was shown, line by line. Pure. */

/** The lines of a text; a final line break begins no further line. Some CLIs take a carriage return off, so none counts. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Lines `first` to `last` of a file, from 1, both included. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** Whether a line stands for a place in its file: blank lines, brackets and the like stand everywhere. */
export function isDistinct(line: string): boolean {
  return line.trim().length >= 8;
}

function matchesAt(file: readonly string[], shown: readonly string[], at: number): boolean {
  return at >= 0 && at + shown.length <= file.length && shown.every((line, index) => file[at + index] === line);
}

/** The shown text without blank lines at its end: command lines of agents cut them off. */
function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1);
}

/**
 * Where a shown text stands in a file as one contiguous range, every line equal to the byte; null where it does not.
 * `from` is the line that it is said to begin with (from 1); null: wherever it fits, if a line of it is distinct.
 */
export function rangeIn(file: readonly string[], shown: string, from: number | null): Range | null {
  const lines = withoutBlankEnd(linesOf(shown));
  if (lines.length === 0) return null;
  const found = (at: number): Range => ({ first: at + 1, last: at + lines.length });
  if (from !== null) return matchesAt(file, lines, from - 1) ? found(from - 1) : null;
  if (!lines.some(isDistinct)) return null;
  const at = file.findIndex((_, index) => matchesAt(file, lines, index));
  return at === -1 ? null : found(at);
}

/** Lines of a file that no range covers, from 1. Blank lines need no cover. */
export function uncovered(file: readonly string[], ranges: readonly Range[]): readonly number[] {
  return file.flatMap((line, index) => {
    const number = index + 1;
    const covered = ranges.some(({ first, last }) => first <= number && number <= last);
    return covered || line.trim() === '' ? [] : [number];
  });
}

/** Least run of lines that shows that a text holds a part of a file and no chance likeness. */
const TELLING_RUN = 3;

/** Non-blank lines with the white space around them taken off. */
function bare(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const trimmed = line.trim();
    return trimmed === '' ? [] : [trimmed];
  });
}

/** Whether a text holds a telling run of a file's lines: three in a row with a distinct one, or all of a shorter file. */
export function holdsPartOf(file: string, text: string): boolean {
  const wanted = bare(file);
  const places = new Map<string, number[]>();
  for (const [index, line] of wanted.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  const least = Math.min(TELLING_RUN, wanted.length);
  if (least === 0) return false;
  // Lengths of the runs that end with the line before, by their place in the file.
  let runs = new Map<number, { readonly length: number; readonly distinct: boolean }>();
  for (const line of bare(text)) {
    const next = new Map<number, { length: number; distinct: boolean }>();
    for (const place of places.get(line) ?? []) {
      const before = runs.get(place - 1);
      const run = { length: (before?.length ?? 0) + 1, distinct: before?.distinct === true || isDistinct(line) };
      if (run.length >= least && run.distinct) return true;
      next.set(place, run);
    }
    runs = next;
  }
  return false;
}
