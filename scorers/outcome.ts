/** The outcome mapping: one total table for every suite kind. */
import type { Cause } from '../records/terms.ts';
import type { Check, Outcome } from '../records/trial.ts';

/** Id of the check that fails when a cheat is proven; such a trial is rejected and raises an alarm. */
export const INTEGRITY_CHECK = 'integrity';

/** A trial that did not run properly. */
export interface Blocked {
  readonly cause: Cause;
  readonly detail: string;
}

/**
 * The outcome of a trial from its checks.
 *
 * 1. Not run properly: ungraded with the cause, whatever the checks say. The one exception is the cause `integrity`,
 *    which is no accident but a proven cheat: rejected.
 * 2. Any required check failed: rejected.
 * 3. All required checks passed, and there is at least one: accepted. `unsupported` checks stand outside the pass rule.
 * 4. Everything else, the empty set included: ungraded (incomplete), with the checks that could not be judged.
 */
export function decideOutcome(checks: readonly Check[], blocked: Blocked | null): Outcome {
  if (blocked !== null && blocked.cause !== 'integrity') {
    return { state: 'ungraded', cause: blocked.cause, detail: blocked.detail };
  }
  const judged = checks.filter((check) => check.required && check.status !== 'unsupported');
  const failed = judged.filter((check) => check.status === 'failed').map((check) => check.id);
  if (blocked !== null) return { state: 'rejected', failed: [...new Set([INTEGRITY_CHECK, ...failed])] };
  if (failed.length > 0) return { state: 'rejected', failed };
  if (judged.length > 0 && judged.every((check) => check.status === 'passed')) return { state: 'accepted' };
  return { state: 'ungraded', cause: 'incomplete', detail: incompleteDetail(judged) };
}

function incompleteDetail(judged: readonly Check[]): string {
  const open = judged.filter((check) => check.status === 'unobservable');
  if (open.length === 0) return 'No required check could be put to this trial';
  return open.map((check) => `${check.id}: ${check.because}`).join('; ');
}
