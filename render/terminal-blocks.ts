/** Colours, wrapping and columns for terminals. Text arrives free of control characters. */
import Table from 'cli-table3';
import { displayWidth } from './display-width.ts';
import type { Align } from './markdown.ts';

export { type Paint, paint } from './paint.ts';

/** Wraps at spaces to `width` columns; a longer word, such as a path or a receipt, stays whole. At least one line. */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(8, width);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(joined) > room) {
      lines.push(line);
      line = word;
    } else {
      line = joined;
    }
  }
  return [...lines, line];
}

const NO_BORDER = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

const ALIGN = { l: 'left', r: 'right', c: 'center' } as const;

/** Columns without borders; the last column takes the width that is left and wraps in it. */
export function columns(
  rows: readonly (readonly string[])[],
  align: readonly Align[],
  width: number,
): readonly string[] {
  if (rows.length === 0) return [];
  const natural = align.map((_, at) => Math.max(...rows.map((row) => displayWidth(row[at] ?? ''))));
  const widths = shrink(natural, width);
  const table = new Table({
    chars: NO_BORDER,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: align.map((side) => ALIGN[side]),
    colWidths: [...widths],
    wordWrap: true,
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

const GAP = 2;

/** Takes width from the last column first, then from the widest, until the row fits. */
function shrink(natural: readonly number[], width: number): readonly number[] {
  const widths = natural.map((size) => Math.max(1, size));
  const spare = (): number => width - widths.reduce((sum, size) => sum + size, 0) - GAP * (widths.length - 1);
  const last = widths.length - 1;
  const wanted = widths[last] ?? 1;
  if (spare() < 0) widths[last] = Math.max(Math.min(wanted, 16), wanted + spare());
  while (spare() < 0) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 1) <= 4) break;
    widths[widest] = Math.max(4, (widths[widest] ?? 4) - 1);
  }
  return widths;
}
