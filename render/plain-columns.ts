/** Columns for a long, simple listing: quick to load and to make, unlike a table that can do everything. */
import { displayWidth } from './display-width.ts';

/** Room that the last column keeps, however wide the others are. */
const LEAST_LAST = 16;
const GAP = '  ';

/** Rows as lines; the last column wraps at spaces into the width that is left. `right` names right-aligned columns. */
export function plainColumns(
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number>,
  width: number,
): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) => Math.max(...rows.map((row) => displayWidth(row[at] ?? ''))));
  const before = widths.slice(0, -1).reduce((sum, size) => sum + size + GAP.length, 0);
  const room = Math.max(LEAST_LAST, width - before);
  return rows.flatMap((row) => {
    const cells = widths.slice(0, -1).map((size, at) => padded(row[at] ?? '', size, right.has(at)));
    const [first = '', ...rest] = wrapped(row[count - 1] ?? '', room);
    return [[...cells, first].join(GAP).trimEnd(), ...rest.map((line) => `${' '.repeat(before)}${line}`)];
  });
}

function padded(text: string, size: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, size - displayWidth(text)));
  return right ? `${space}${text}` : `${text}${space}`;
}

function wrapped(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(joined) > room) {
      lines.push(line);
      line = word;
    } else line = joined;
  }
  return [...lines, line];
}
