/** Whether a row may be recorded, and where it goes. Refusals are values; records/refusal.ts gives their order. */
import type { VerifyResult } from '../records/ledger.ts';
import { type LedgerUse, mayBeStored, ORIGINS, type Origin } from '../records/origin.ts';
import { type Refusal, refusal } from '../records/refusal.ts';
import type { Previous, Row, RowBody } from '../records/row.ts';
import type { Tier } from '../records/terms.ts';
import { type Anchors, anchorProblem } from './anchors.ts';

/** What a run was found to be: `unclassified` when nothing pins what a complete run would have been. */
export type RunClass = Tier | 'unclassified';

/** What the caller knows about the row and the ledger it is meant for. */
export interface AppendFacts {
  readonly runClass: RunClass;
  readonly use: LedgerUse;
}

/** What was read from the ledger before the append. */
export interface LedgerTail {
  /** The verification of the head: the last shard, or everything. */
  readonly verified: VerifyResult;
  /** The link for the next row: the head, or the genesis of an empty ledger. */
  readonly next: Previous;
  /** The last row; null in an empty ledger. */
  readonly last: Pick<Row, 'origin'> | null;
  /** The row that already holds the same execution; null when none does. */
  readonly recorded: Row | null;
}

/** What becomes of a row. */
export type AppendDecision =
  | { readonly kind: 'append'; readonly seq: number; readonly previous: Previous }
  | { readonly kind: 'already_recorded'; readonly row: Row }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * The refusals that need no look at the ledger; null when there is none. A run with fewer trials than planned is smoke
 * whatever its caller says (I7).
 */
export function refusalOfRun(body: RowBody, facts: AppendFacts): Refusal | null {
  if (facts.runClass === 'unclassified') {
    return refusal('unclassified_run', `Nothing pins the tasks of suite ${body.suite.id}, so the run has no class.`);
  }
  const reason = smokeReason(body, facts.runClass);
  if (reason !== null) return refusal('smoke_run', `This is a smoke run: ${reason}.`);
  if (!mayBeStored(body.origin, facts.use)) return refusal('self_reported_run', ORIGINS[body.origin].reason);
  return null;
}

function smokeReason(body: RowBody, runClass: Tier): string | null {
  const { counts, settings, suite, tasks } = body;
  if (runClass === 'smoke' || suite.tier === 'smoke') return 'its tier is smoke';
  if (tasks.length === 0) return 'it has no task';
  if (counts.trials < counts.planned) return `${counts.trials} of ${counts.planned} planned trials have a result`;
  const short = tasks.findIndex((task) => task.n < settings.attempts);
  if (short < 0) return null;
  return `task ${short} has ${tasks[short]?.n ?? 0} of ${settings.attempts} attempts`;
}

/** What becomes of a row, given what the ledger holds. */
export function decideAppend(body: RowBody, facts: AppendFacts, tail: LedgerTail, anchors: Anchors): AppendDecision {
  const early = refusalOfRun(body, facts) ?? foreignOrigin(body.origin, tail.last);
  if (early !== null) return { kind: 'refused', refusal: early };
  const { verified } = tail;
  if (!verified.ok) return broken(verified);
  const problem = anchorProblem(anchors, verified.count, verified.head);
  if (problem !== null) return broken(problem);
  if (tail.recorded === null) return { kind: 'append', seq: verified.count, previous: tail.next };
  const differs = differences(body, tail.recorded);
  if (differs.length === 0) return { kind: 'already_recorded', row: tail.recorded };
  const where = `Row ${tail.recorded.seq} (${tail.recorded.receipt}) already holds this execution`;
  return { kind: 'refused', refusal: refusal('duplicate_job', `${where}, graded with another ${differs.join(', ')}.`) };
}

/** A ledger whose last row came from a workflow is the branch of a repository, whatever the caller takes it for. */
function foreignOrigin(origin: Origin, last: Pick<Row, 'origin'> | null): Refusal | null {
  if (last === null || last.origin === 'local' || mayBeStored(origin, 'repository')) return null;
  return refusal('self_reported_run', `${ORIGINS[origin].reason} The last row of this ledger came from a workflow.`);
}

function broken(problem: Pick<Extract<VerifyResult, { ok: false }>, 'code' | 'row' | 'message'>): AppendDecision {
  const where = problem.row === null ? '' : ` at row ${problem.row}`;
  const message = `The ledger does not verify: ${problem.code}${where}: ${problem.message}. A row on top would hide it.`;
  return { kind: 'refused', refusal: refusal('chain_broken', message) };
}

function differences(body: RowBody, recorded: Row): string[] {
  const pairs = [
    ['evaluator', body.evaluator.digest, recorded.evaluator.digest],
    ['thresholds file', body.thresholds?.digest, recorded.thresholds?.digest],
    ['price catalog', body.catalog?.digest, recorded.catalog?.digest],
  ] as const;
  return pairs.filter(([, asked, stands]) => asked !== stands).map(([name]) => name);
}
