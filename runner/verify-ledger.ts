/** Verifies a ledger against what a person trusts: a head, a count, an older checkpoint. */
import { resolve } from 'node:path';
import type { Anchors } from '../bench-results/anchors.ts';
import { UsageError } from '../records/errors.ts';
import { parseCheckpoint, type VerifyResult } from '../records/ledger.ts';
import { Receipt } from '../records/scalars.ts';
import type { Context } from './context.ts';
import { readIfThere } from './files.ts';
import { openLedger } from './ledger/open.ts';

/** What a person holds the ledger against; null: nothing of that kind. */
export interface Trusted {
  readonly expectHead: string | null;
  readonly expectCount: number | null;
  /** File of an older checkpoint: the ledger must have grown since then and not changed. */
  readonly checkpoint: string | null;
  /** Check every row against the strict schema too. */
  readonly rows: boolean;
}

export interface VerifiedLedger {
  readonly place: string;
  readonly result: VerifyResult;
  /** False when nothing outside the ledger was held against it, so that a cut end would not show. */
  readonly anchored: boolean;
}

/** Verifies the whole ledger. What the person gave and that is no head, count or checkpoint is a usage error. */
export async function verifyLedger(context: Context, spec: string, trusted: Trusted): Promise<VerifiedLedger> {
  const ledger = openLedger(spec, { env: context.env, interrupt: context.interrupt });
  const anchors = anchorsOf(context, trusted);
  const result = await ledger.verify({ ...anchors, rows: trusted.rows });
  return { place: ledger.describe(), result, anchored: Object.keys(anchors).length > 0 };
}

function anchorsOf(context: Context, { expectHead, expectCount, checkpoint }: Trusted): Anchors {
  const head = expectHead === null ? null : Receipt.safeParse(expectHead);
  if (head !== null && !head.success) {
    throw new UsageError(
      `"${expectHead}" is not a receipt`,
      'A receipt looks like receipt:<64 hex digits>; cards print it.',
    );
  }
  return {
    ...(head === null ? {} : { expectHead: head.data }),
    ...(expectCount === null ? {} : { expectCount }),
    ...(checkpoint === null ? {} : { checkpoint: checkpointFrom(context, checkpoint) }),
  };
}

function checkpointFrom(context: Context, named: string) {
  const bytes = readIfThere(resolve(context.cwd, named));
  if (bytes === null)
    throw new UsageError(`${named}: no such file`, 'A checkpoint is the file of that name on the results branch.');
  const read = parseCheckpoint(new TextDecoder().decode(bytes));
  if (read === null) {
    throw new UsageError(
      `${named} is not a checkpoint`,
      'Expected three lines: the origin, the number of rows, the head in base64.',
    );
  }
  return read;
}
