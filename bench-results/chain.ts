/** Puts rows into the chain and writes them as lines. */
import { canonical } from '../records/canonical-json.ts';
import type { Previous, Row, RowBody } from '../records/row.ts';
import { receiptOf } from './receipt.ts';

/** The row that a body becomes at that place of a chain. */
export function link(body: RowBody, seq: number, previous: Previous): Row {
  const covered = { ...body, seq, previous };
  return { ...covered, receipt: receiptOf(covered) };
}

/** The stored line of a row: its canonical form and a line feed. */
export function rowLine(row: Row): string {
  return `${canonical(row)}\n`;
}
