/** The trial matrix of `operant list` for a terminal. */
import { displayWidth } from './display-width.ts';
import { forTerminal } from './escape.ts';
import { outOf, plural } from './numbers.ts';
import { paint } from './paint.ts';
import { plainColumns } from './plain-columns.ts';

/** One planned trial as `list` shows it. */
export interface ListRow {
  readonly harness: string;
  readonly case: string;
  readonly condition: string;
  readonly attempt: number;
  readonly title: string;
  /** Whether the prompt calls the package under test; null outside workflow suites. */
  readonly package: 'called' | 'unused' | 'none' | null;
  /** Files of the package that must be read; null outside workflow suites. */
  readonly requires: readonly string[] | null;
  /** What delegation is asked for; null outside workflow suites. */
  readonly delegation: string | null;
}

/** What stands above and below the matrix. */
export interface ListFacts {
  readonly suite: string;
  readonly cases: number;
  readonly attempts: number;
  /** The ceiling of spend and time in words (I19), for example `unknown; at most 4.7 h`. */
  readonly ceiling: string;
  /** Rows to show; the rest is counted. Null for all. */
  readonly maxRows: number | null;
}

/** The number of the attempt stands on the right. */
const RIGHT: ReadonlySet<number> = new Set([3]);
const HEAD = ['HARNESS', 'CASE', 'CONDITION', 'ATTEMPT'] as const;
const WORKFLOW_HEAD = ['DELEGATION', 'REQUIRED FILES'] as const;
/** Room between two columns, and the least that stays for required files. */
const GAP = 2;
const LEAST_FILES = 13;

/** The matrix with a head line, as text that ends with a line feed. */
export function listTable(
  rows: readonly ListRow[],
  facts: ListFacts,
  options: { readonly color: boolean; readonly width: number },
): string {
  const ink = paint(options.color);
  const width = Math.max(40, options.width);
  const shown = facts.maxRows === null ? rows : rows.slice(0, facts.maxRows);
  const lines = plainColumns(cellsOf(shown, width), RIGHT, width);
  const left = rows.length - shown.length;
  return [
    `${ink.bold(forTerminal(facts.suite, 80))}  ${plural(facts.cases, 'case')}, ${plural(facts.attempts, 'attempt')} each, ${plural(rows.length, 'trial')}`,
    '',
    ...lines.map((line, index) => (index === 0 ? ink.bold(line) : line)),
    ...(left > 0 ? [ink.dim(`showing ${outOf(shown.length, rows.length)} trials`)] : []),
    '',
    `Ceiling: ${forTerminal(facts.ceiling, 300)}`,
    '',
  ].join('\n');
}

/** Head and rows. What a workflow asks has columns of its own, where a row has any. */
function cellsOf(rows: readonly ListRow[], width: number): readonly (readonly string[])[] {
  const ran = rows.map((row) => [
    forTerminal(row.harness, 40),
    forTerminal(row.case, 60),
    forTerminal(row.condition, 20),
    String(row.attempt),
  ]);
  const titles = ['TITLE', ...rows.map((row) => forTerminal(row.title, 120))];
  const asked = rows.some((row) => row.package !== null) ? askedCells(rows, [HEAD, ...ran], titles, width) : [];
  return [HEAD, ...ran].map((cells, at) => [...cells, ...(asked[at] ?? []), titles[at] ?? '']);
}

/** Delegation and required files. Files share the room beside the other columns with the title, half and half. */
function askedCells(
  rows: readonly ListRow[],
  before: readonly (readonly string[])[],
  titles: readonly string[],
  width: number,
): readonly (readonly string[])[] {
  const delegation = [WORKFLOW_HEAD[0], ...rows.map((row) => forTerminal(row.delegation ?? '', 20))];
  const columns = [...HEAD.map((_, column) => before.map((cells) => cells[column] ?? '')), delegation];
  const taken = columns.reduce((sum, cells) => sum + widest(cells) + GAP, 0);
  const left = width - taken - GAP;
  const room = Math.max(LEAST_FILES, Math.floor(left / 2), left - widest(titles));
  return delegation.map((cell, at) => {
    const row = rows[at - 1];
    return [cell, row === undefined ? WORKFLOW_HEAD[1] : filesText(row, room)];
  });
}

function widest(cells: readonly string[]): number {
  return Math.max(...cells.map(displayWidth));
}

/** As many files as fit, and how many more there are; their number alone where not even one fits. */
function filesText({ package: use, requires }: ListRow, room: number): string {
  if (use === 'none') return 'no package';
  if (use === 'unused') return 'no activation';
  const files = (requires ?? []).map((path) => forTerminal(path, 300));
  for (let shown = files.length; shown > 0; shown -= 1) {
    const rest = files.length - shown;
    const text = `${files.slice(0, shown).join(', ')}${rest > 0 ? ` +${rest} more` : ''}`;
    if (displayWidth(text) <= room) return text;
  }
  return files.length === 0 ? '' : plural(files.length, 'file');
}
