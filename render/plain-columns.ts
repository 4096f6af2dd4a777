/** Columns for a long, simple listing: quick to load and to make, unlike a table that can do everything. */

const ASCII = /^[\x20-\x7e]*$/;
const MARK = /\p{M}/u;
/** Blocks of characters that take two columns (East Asian wide and full-width forms, pictographs). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns that a text takes in a terminal: marks none, wide characters two. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return [...text].reduce((sum, char) => sum + (MARK.test(char) ? 0 : WIDE.test(char) ? 2 : 1), 0);
}

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
