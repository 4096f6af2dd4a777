/** Did the model that was asked for answer? */
import type { Trace } from '../../records/observation.ts';

/** A release date behind a model id: -20251101, -2025-11-01 or @20251101. */
const DATE_SUFFIX = /^(?:[-@][0-9]{8}|-[0-9]{4}-[0-9]{2}-[0-9]{2})$/;

/**
 * Whether a served model is the one asked for: the same id, or the same with a release date behind it. A provider prefix
 * (`openai/…`) that only one of the two carries is passed over, because CLIs add and drop it.
 */
export function isModelAsked(served: string, asked: string): boolean {
  const [left, right] = served.includes('/') === asked.includes('/') ? [served, asked] : [bare(served), bare(asked)];
  return left === right || (left.startsWith(right) && DATE_SUFFIX.test(left.slice(right.length)));
}

function bare(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

/**
 * Why the trial was answered by another model than the one asked for, or null. Threads that the agent delegated to are
 * left out: which model they use is the agent's own choice. Nothing was asked for: nothing can differ.
 */
export function modelMismatch(trace: Trace, asked: string | null): string | null {
  if (asked === null) return null;
  const delegated = new Set(trace.observations.flatMap((one) => (one.kind === 'delegate' ? [one.delegate] : [])));
  for (const one of trace.observations) {
    if (one.kind !== 'model' || one.role !== 'served') continue;
    if (one.thread !== null && delegated.has(one.thread)) continue;
    if (!isModelAsked(one.id, asked)) return `Asked for ${asked}, answered by ${one.id}`;
  }
  return null;
}

/** Why it cannot be told which model answered: the record is damaged where it would say so. Null when it is not. */
export function modelUnclear(trace: Trace, asked: string | null): string | null {
  if (asked === null) return null;
  const problem = trace.problems.find(({ affects }) => affects.includes('model'));
  return problem === undefined ? null : `Which model answered may be hidden: ${problem.message}`;
}
