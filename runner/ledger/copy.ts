/** A ledger's files in memory, as they were at one moment: for readers that want bytes and verify them themselves. */
import * as z from 'zod';
import { EvidenceError } from '../../records/errors.ts';
import { headOf, SHARD_ROWS, shardFile } from '../../records/ledger.ts';
import { Receipt } from '../../records/scalars.ts';
import type { LedgerCopy } from './ledger.ts';
import { isForeign, type Snapshot } from './snapshot.ts';

const COPIED = /^(?:HEAD\.json|checkpoint|ledger\/.*|suites\/.*)$/;

/** Copies a snapshot; null when there is no ledger. Throws an EvidenceError when the files are no ledger's. */
export async function copyOf(snapshot: Snapshot | null, where: string): Promise<LedgerCopy | null> {
  if (snapshot === null) return null;
  if (isForeign(snapshot)) throw new EvidenceError('foreign', `There are files in ${where}, and they are no ledger.`);
  const pieces = new Map<string, Uint8Array[]>();
  const names = [...snapshot.names].filter((name) => COPIED.test(name)).sort();
  for (const name of names) pieces.set(name, []);
  await snapshot.stream(names, (name, bytes) => {
    pieces.get(name)?.push(new Uint8Array(bytes));
    return true;
  });
  return { kind: 'branch', files: new Map([...pieces].map(([name, parts]) => [name, Buffer.concat(parts)])) };
}

const WithReceipt = z.object({ receipt: Receipt });
/** Stands for a receipt that the last row does not have; it cannot match, so that a reader finds what is wrong. */
const NO_RECEIPT: Receipt = `receipt:${'0'.repeat(64)}`;

/** The rows of a single file as the files of a ledger; null when there is no row. What is torn stays torn. */
export function copyOfRows(bytes: Uint8Array): LedgerCopy | null {
  const lines = linesOf(bytes);
  const last = lines.at(-1);
  if (last === undefined) return null;
  const files = new Map<string, Uint8Array>();
  for (let first = 0; first < lines.length; first += SHARD_ROWS) {
    files.set(shardFile(first), Buffer.concat(lines.slice(first, first + SHARD_ROWS)));
  }
  files.set('HEAD.json', Buffer.from(`${JSON.stringify(headOf(lines.length, receiptIn(last)))}\n`));
  return { kind: 'rows', files };
}

/** Lines with their line feeds; the last may lack it. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

function receiptIn(line: Uint8Array): Receipt {
  try {
    return WithReceipt.parse(JSON.parse(Buffer.from(line).toString('utf8'))).receipt;
  } catch {
    return NO_RECEIPT;
  }
}
