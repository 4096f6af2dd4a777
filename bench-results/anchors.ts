/**
 * Anchors: what a ledger is held against. A bare chain proves only that nothing was edited in the middle; a head and a
 * count from elsewhere prove that it was not cut and not replaced.
 */
import type { Checkpoint, Head, LedgerOrigin, VerifyResult } from '../records/ledger.ts';
import type { Receipt } from '../records/scalars.ts';

/** What a ledger has to agree with; what is absent or null is not asked for. */
export interface Anchors {
  /** The receipt of its last row. */
  readonly expectHead?: Receipt | null;
  /** The number of its rows. */
  readonly expectCount?: number | null;
  /** An older checkpoint: the ledger may have grown since then and must not have changed. */
  readonly checkpoint?: Since | null;
}

/** What a ledger once was: as a checkpoint, or as a card showed it (then the origin is not known). */
export interface Since extends Pick<Checkpoint, 'count' | 'head'> {
  readonly origin?: LedgerOrigin;
}

type Problem = Omit<Extract<VerifyResult, { ok: false }>, 'ok' | 'place'>;

/**
 * The first anchor that a sound chain of `count` rows ending in `head` does not agree with; null when all hold. The
 * row under an older checkpoint is checked while the rows pass by, not here. `expectedAt` is the row whose receipt is the
 * expected head, or null: then the ledger has grown since, and nothing before that row was changed.
 */
export function anchorProblem(
  anchors: Anchors,
  count: number,
  head: Receipt | null,
  expectedAt: number | null = null,
): Problem | null {
  const { expectHead = null, expectCount = null, checkpoint = null } = anchors;
  if (checkpoint !== null && count < checkpoint.count) {
    return problem('count_mismatch', `the checkpoint counts ${checkpoint.count} rows, the ledger has ${count}`);
  }
  if (expectCount !== null && count !== expectCount) {
    return problem('count_mismatch', `expected ${expectCount} rows, found ${count}`);
  }
  if (expectHead !== null && head !== expectHead) {
    const grown =
      expectedAt === null
        ? ''
        : `; that is the receipt of row ${expectedAt}, nothing up to it was changed, and ${count - expectedAt - 1} rows were added after it`;
    return problem('head_mismatch', `expected the head ${expectHead}, found ${head ?? 'no row'}${grown}`);
  }
  return null;
}

/** What the files beside the rows say about them; null where the file is missing. */
export interface OwnHead {
  readonly head: Head | null;
  readonly checkpoint: Checkpoint | null;
}

/**
 * Whether HEAD.json and the checkpoint of a ledger agree with its rows. In a ledger that has rows both must be there,
 * and a ledger without rows has neither.
 */
export function ownHeadProblem(own: OwnHead, count: number, head: Receipt | null): Problem | null {
  for (const [name, stated] of [
    ['HEAD.json', own.head],
    ['the checkpoint', own.checkpoint],
  ] as const) {
    if (stated === null && head === null) continue;
    if (stated === null) return problem('head_mismatch', `${name} is missing, the rows end in ${head}`);
    if (stated.count !== count) return problem('count_mismatch', `${name} counts ${stated.count} rows, found ${count}`);
    if (stated.head !== head) return problem('head_mismatch', `${name} says ${stated.head}, the rows end in ${head}`);
  }
  return null;
}

function problem(code: Problem['code'], message: string): Problem {
  return { code, row: null, message };
}
