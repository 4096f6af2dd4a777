import type { Trace } from '../../records/observation.ts';
import { NO_USAGE, type TrialUsage } from '../../records/usage.ts';

/** Problems whose words begin so are contradictions, not gaps. */
const CONTRADICTION = 'usage does not add up';

/**
 * Every request of every agent, delegates included, as the session log records it. `complete` only when nothing may be
 * missing: no request failed (a failed one may have been billed), no problem touches usage, and the requests make up
 * the sums that Copilot writes at its end. Its cost counts GitHub's credits and is 0 where there are none: not taken.
 */
export function usage(trace: Trace): TrialUsage {
  const requests = trace.observations.flatMap((one) => (one.kind === 'usage' ? [one.usage] : []));
  if (requests.length === 0) return NO_USAGE;
  const problems = trace.problems.filter(({ affects }) => affects.includes('usage'));
  const inconsistent = problems.find(({ message }) => message.startsWith(CONTRADICTION))?.message ?? null;
  const failed = trace.observations.some(
    (one) => one.kind === 'turn' && (one.state === 'failed' || one.state === 'retrying'),
  );
  return {
    coverage: problems.length === 0 && !failed ? 'complete' : 'lower_bound',
    source: 'session',
    totals: false,
    inconsistent,
    requests,
  };
}
