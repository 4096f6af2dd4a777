/** The trial matrix of `operant list` for a terminal. */
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

/** The matrix with a head line, as text that ends with a line feed. */
export function listTable(
  rows: readonly ListRow[],
  facts: ListFacts,
  options: { readonly color: boolean; readonly width: number },
): string {
  const ink = paint(options.color);
  const width = Math.max(40, options.width);
  const shown = facts.maxRows === null ? rows : rows.slice(0, facts.maxRows);
  const head = ['HARNESS', 'CASE', 'CONDITION', 'ATTEMPT', 'TITLE'];
  const body = shown.map((row) => [
    forTerminal(row.harness, 40),
    forTerminal(row.case, 60),
    forTerminal(row.condition, 20),
    String(row.attempt),
    forTerminal(row.title, 120),
  ]);
  const lines = plainColumns([head, ...body], RIGHT, width);
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
