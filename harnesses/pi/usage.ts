import type { Trace } from '../../records/observation.ts';
import { NO_USAGE, type TrialUsage } from '../../records/usage.ts';

/** Problems whose words begin so are contradictions, not gaps. */
const CONTRADICTION = 'usage does not add up';

/**
 * Every answer of the run; pi has no delegates of its own. `complete` only when nothing may be missing: the agent ended,
 * no request failed or was repeated (a failed one may have been billed), no problem touches usage. pi's own cost is a
 * product of rates in its configuration, and 0 where it has none: it is not taken.
 */
export function usage(trace: Trace): TrialUsage {
  const used = trace.observations.flatMap((one) => (one.kind === 'usage' ? [one.usage] : []));
  if (used.length === 0) return NO_USAGE;
  const problems = trace.problems.filter(({ affects }) => affects.includes('usage'));
  const inconsistent = problems.find(({ message }) => message.startsWith(CONTRADICTION))?.message ?? null;
  const failed = trace.observations.some(
    (one) => one.kind === 'turn' && (one.state === 'failed' || one.state === 'retrying'),
  );
  return {
    coverage: problems.length === 0 && !failed ? 'complete' : 'lower_bound',
    source: 'stream',
    totals: false,
    inconsistent,
    requests: used,
  };
}
