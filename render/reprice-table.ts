/** Rows by the prices of another catalog, for a terminal. */
import { formatUsd } from '../records/money.ts';
import type { RepricedRow, Repricing } from '../records/repricing.ts';
import { groupText, rowText, startText } from './compare-text.ts';
import { forTerminal } from './escape.ts';
import { outOf, plural, shortDigest } from './numbers.ts';
import { columns, paint, wrap } from './terminal-blocks.ts';

/** Rows that are shown; JSON has all. */
const SHOWN = 50;

/** The table; ends with a line feed. */
export function repriceTable(
  { ledger, catalog, rows }: Repricing,
  options: { readonly color: boolean; readonly width: number },
): string {
  const ink = paint(options.color);
  const width = Math.max(60, Math.min(options.width, 120));
  const shown = rows.slice(-SHOWN);
  const head = ['STARTED (UTC)', 'ROW', 'SUITE', 'CPAO', 'BY THIS CATALOG'].map(ink.dim);
  const known = rows.filter(({ repriced }) => repriced !== null).length;
  return [
    `${plural(ledger.count, 'row')} verified; a view by ${forTerminal(catalog.source, 80)} (${shortDigest(catalog.digest)})`,
    `${outOf(known, rows.length)} rows can be priced by it. No row is changed.`,
    '',
    ...columns([head, ...shown.map(cells)], ['l', 'l', 'l', 'r', 'l'], width),
    ...(shown.length < rows.length ? [ink.dim(`the last ${outOf(shown.length, rows.length)} rows`)] : []),
    ...groups(shown, width),
    '',
  ].join('\n');
}

function cells({ row, suite, recorded, repriced, detail }: RepricedRow): string[] {
  const was = costText(recorded.cpao.nanoUsd, recorded.cpao.disposition);
  const is =
    repriced === null
      ? `unpriced: ${forTerminal(detail ?? '', 160)}`
      : costText(repriced.cpao.nanoUsd, repriced.cpao.disposition);
  return [startText(row), rowText(row, forTerminal), forTerminal(suite, 40), was, is];
}

function costText(nanoUsd: number | null, disposition: string): string {
  if (nanoUsd !== null) return formatUsd(nanoUsd);
  return disposition === 'no_accepted_outcomes' ? 'nothing accepted' : 'unpriced';
}

/** Which rows are of which group. */
function groups(rows: readonly RepricedRow[], width: number): string[] {
  const places = new Map<string, number[]>();
  for (const { row, group } of rows) {
    const name = groupText(group, forTerminal);
    places.set(name, [...(places.get(name) ?? []), row.seq]);
  }
  const lines = [...places].map(([name, seqs]) => `${name}: ${plural(seqs.length, 'row')}`);
  return lines.length < 2 ? [] : ['', ...lines.flatMap((line) => wrap(line, width))];
}
