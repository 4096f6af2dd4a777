/** The domain of the hash of a row, apart from the code that hashes: a browser hashes with other means. */
import { ROW_SCHEMA } from '../records/row.ts';

/** Stands before the canonical row when it is hashed, so that the hash of a row is the hash of nothing else. */
export const RECEIPT_TAG = `${ROW_SCHEMA}\n`;
