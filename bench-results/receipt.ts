/** Receipts: what makes a row impossible to edit in place (I11). */
import { canonical } from '../records/canonical-json.ts';
import { sha256Hex } from '../records/digest.ts';
import type { LedgerOrigin } from '../records/ledger.ts';
import type { Genesis, Row } from '../records/row.ts';
import type { Receipt } from '../records/scalars.ts';
import { RECEIPT_TAG } from './receipt-tag.ts';

/**
 * The receipt of a row: SHA-256 over the tag and the canonical row without `receipt`. It covers `seq` and `previous`,
 * and through them every row before.
 */
export function receiptOf(row: Omit<Row, 'receipt'> & { readonly receipt?: Receipt }): Receipt {
  const { receipt: _, ...covered } = row;
  return `receipt:${sha256Hex(RECEIPT_TAG + canonical(covered))}`;
}

/** What row 0 of a ledger of that origin is linked to. */
export function genesis(origin: LedgerOrigin): Genesis {
  return `genesis:${sha256Hex(origin)}`;
}
