/**
 * Refusals: expected answers of "no", as values with a code. A refused row is not recorded; the shell
 * exits with 3 where the verdict alone would have been 0.
 */
import * as z from 'zod';

/** Why a row is not recorded. In the order in which they are checked: the first that matches is the answer. */
export const RefusalCode = z.enum([
  'unclassified_run',
  'smoke_run',
  'self_reported_run',
  'chain_broken',
  'duplicate_job',
]);
export type RefusalCode = z.infer<typeof RefusalCode>;

/** An expected "no". */
export const Refusal = z.strictObject({
  code: RefusalCode.describe('Stable name of the refusal'),
  message: z.string().min(1).describe('What was refused and why, in one or two sentences'),
  next: z.string().min(1).describe('What the reader can do about it'),
});
export type Refusal = z.infer<typeof Refusal>;

const NEXT: { readonly [K in RefusalCode]: string } = {
  unclassified_run: 'Name the suite with --suite: only a run of a pinned suite can be recorded.',
  smoke_run: 'Run every task of a score suite with all of its attempts; a smoke run is shown, never recorded.',
  self_reported_run: 'Let the bench workflow of the default branch run this change, and record that run.',
  chain_broken: 'Run operant verify on the ledger and restore it from a copy that matches the printed head.',
  duplicate_job: 'Keep the recorded row. For other thresholds or another evaluator, run the suite again.',
};

/** A refusal with the standard next step of its code. */
export function refusal(code: RefusalCode, message: string): Refusal {
  return { code, message, next: NEXT[code] };
}
