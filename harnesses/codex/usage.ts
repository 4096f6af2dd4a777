import type { Trace, UsageObservation } from '../../records/observation.ts';
import { NO_USAGE, type Tokens, type TrialUsage } from '../../records/usage.ts';
import { rootThread } from './terminal.ts';

const PARTS = ['uncachedInput', 'cacheRead', 'cacheWrite5m', 'output'] as const;

/** The sum of one part, or null when a request did not report it. */
function sumOf(requests: readonly UsageObservation[], part: keyof Tokens): number | null {
  let sum = 0;
  for (const { usage } of requests) {
    const count = usage.tokens[part];
    if (count === null) return null;
    sum += count;
  }
  return sum;
}

/** Standard output's total for the root against the root's own responses. */
function rootMismatch(session: readonly UsageObservation[], total: UsageObservation | undefined, root: string | null) {
  const own = session.filter(({ thread }) => thread === root);
  if (total === undefined || own.length === 0) return null;
  for (const part of PARTS) {
    const [counted, stated] = [sumOf(own, part), total.usage.tokens[part]];
    if (counted !== stated) return `the root's ${part} is ${counted} by its responses and ${stated} by its total`;
  }
  return null;
}

/** Problems whose words begin so are contradictions, not gaps. */
const CONTRADICTION = 'usage does not add up';

/**
 * Every response of every thread of the session. `complete` only when nothing may be missing: each thread ended, no
 * turn failed (a failed request may have been billed), no problem touches usage. From standard output alone it is a
 * lower bound, because the second generation of Codex's agents starts delegates without a word there.
 */
export function usage(trace: Trace): TrialUsage {
  const all = trace.observations.filter((one) => one.kind === 'usage');
  const session = all.filter(({ total }) => !total);
  const total = all.findLast((one) => one.total);
  const root = rootThread(trace);
  const rootLogged = session.some(({ thread }) => thread === root);
  const used = rootLogged || total === undefined ? session : [...session, total];
  if (used.length === 0) return NO_USAGE;
  const problems = trace.problems.filter(({ affects }) => affects.includes('usage'));
  const contradiction = problems.find(({ message }) => message.startsWith(CONTRADICTION))?.message;
  const inconsistent = contradiction ?? rootMismatch(session, total, root);
  const failed = trace.observations.some((one) => one.kind === 'turn' && one.state === 'failed');
  const complete = rootLogged && problems.length === 0 && inconsistent === null && !failed;
  return {
    coverage: complete ? 'complete' : 'lower_bound',
    source: session.length > 0 ? 'session' : 'stream',
    totals: used.some((one) => one.total),
    inconsistent,
    requests: used.map((one) => one.usage),
  };
}
