/** The files of a ledger as a page reaches them, without a browser: fetched from memory, hashed by WebCrypto. */

import type { Row } from '../../records/row.ts';
import { readPart } from '../../render/dashboard/part.ts';
import type { Surroundings } from '../../render/dashboard/reading.ts';
import {
  joined,
  type LedgerKind,
  openLedger,
  type Part,
  partsOf,
  type Reading,
} from '../../render/dashboard/reading.ts';

/** Surroundings over files in memory, and the paths that were asked for. */
export function surroundings(
  files: ReadonlyMap<string, string | Uint8Array>,
): Surroundings & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (path) => {
      asked.push(path);
      const content = files.get(path);
      return typeof content === 'string' ? new TextEncoder().encode(content) : (content ?? null);
    },
    sha256: async (bytes) => {
      const hash = await crypto.subtle.digest('SHA-256', bytes);
      return Buffer.from(hash).toString('hex');
    },
  };
}

/** A reading and the rows that it handed out. */
export interface Read {
  readonly reading: Reading;
  readonly rows: readonly Row[];
}

/** Reads a ledger as the page does, in these parts (those that the page would choose for two readers when left out). */
export async function readAll(
  files: ReadonlyMap<string, string | Uint8Array>,
  how: { readonly kind?: LedgerKind; readonly parts?: (shards: number) => readonly Part[] } = {},
): Promise<Read> {
  const outside = surroundings(files);
  const found = await openLedger(outside, how.kind ?? 'branch');
  if (!found.ok) return { reading: found.reading, rows: [] };
  const { opened } = found;
  const shards = Math.ceil((opened.head?.count ?? 0) / 100);
  const parts = how.parts?.(shards) ?? partsOf(opened, 2);
  const rows: Row[] = [];
  const readings = parts.map((part) => readPart(outside, opened, part, async (some) => void rows.push(...some)));
  return { reading: joined(opened, await Promise.all(readings)), rows: rows.sort((a, b) => a.seq - b.seq) };
}
