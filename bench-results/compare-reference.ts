/** What `--reference` names: a lane, or a row by its receipt. */
import type { Row } from '../records/row.ts';
import { Lane } from '../records/terms.ts';
import type { WantedReference } from './lanes.ts';

/** What was found, or in words why not. */
export type FoundReference =
  | { readonly ok: true; readonly reference: WantedReference }
  | { readonly ok: false; readonly message: string; readonly next: string };

/** Fewest hex digits that name a receipt; cards print twelve. */
const LEAST_DIGITS = 8;

/** Finds the reference. A receipt may be shortened as cards print it, as long as one row alone begins with it. */
export function findReference(rows: readonly Row[], asked: string | null): FoundReference {
  if (asked === null) return { ok: true, reference: null };
  const lane = Lane.safeParse(asked);
  if (lane.success) return { ok: true, reference: { lane: lane.data } };
  const digits = /^receipt:([0-9a-f]+)…?$/.exec(asked)?.[1];
  if (digits === undefined || digits.length < LEAST_DIGITS) {
    const next = `Name a lane (${Lane.options.join(', ')}), or receipt: and at least ${LEAST_DIGITS} hex digits.`;
    return { ok: false, message: `"${asked}" is neither a lane nor a receipt`, next };
  }
  const found = rows.filter(({ receipt }) => receipt.startsWith(`receipt:${digits}`));
  const [row] = found;
  if (row !== undefined && found.length === 1) return { ok: true, reference: { row } };
  const message =
    row === undefined
      ? `No row has the receipt ${asked}`
      : `${found.length} rows have a receipt that begins with ${asked}`;
  return { ok: false, message, next: 'Report cards print receipts; operant compare --json lists those of all rows.' };
}
