/** Verifies a ledger against what a person trusts: a head, a count, an older checkpoint. */
import type { Anchors } from '../bench-results/anchors.ts';
import { UsageError } from '../records/errors.ts';
import type { VerifyResult } from '../records/ledger.ts';
import { Receipt } from '../records/scalars.ts';
import { checkpointFrom, type KeptCheckpoint, keepCheckpoint } from './checkpoints.ts';
import type { Context } from './context.ts';
import { openLedger } from './ledger/open.ts';
import type { TrustedSigners } from './ledger/sign.ts';

/** What a person holds the ledger against; null: nothing of that kind. */
export interface Trusted {
  readonly expectHead: string | null;
  readonly expectCount: number | null;
  /** File of an older checkpoint: the ledger must have grown since then and not changed. */
  readonly checkpoint: string | null;
  /** Who must have signed that checkpoint; null: nobody. */
  readonly signers: TrustedSigners | null;
  /** Where to keep the checkpoint of what verified; null: nowhere. */
  readonly keep: KeptCheckpoint | null;
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
  const anchors = await anchorsOf(context, trusted);
  const result = await ledger.verify({ ...anchors, rows: trusted.rows });
  if (result.ok && trusted.keep !== null) await keepCheckpoint(context, ledger, result, trusted.keep);
  return { place: ledger.describe(), result, anchored: Object.keys(anchors).length > 0 };
}

async function anchorsOf(context: Context, trusted: Trusted): Promise<Anchors> {
  const { expectHead, expectCount, checkpoint, signers } = trusted;
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
    ...(checkpoint === null ? {} : { checkpoint: await checkpointFrom(context, checkpoint, signers) }),
  };
}
