import type { Trace, UsageObservation } from '../../records/observation.ts';
import { NO_USAGE, type Tokens, type TrialUsage } from '../../records/usage.ts';

const PARTS = ['uncachedInput', 'cacheRead', 'output', 'reasoningWithinOutput'] as const;

function sumOf(requests: readonly UsageObservation[], part: keyof Tokens): number {
  return requests.reduce((sum, { usage }) => sum + (usage.tokens[part] ?? Number.NaN), 0);
}

/** What standard output counts over all agents, against all responses of all logs. */
function mismatch(logged: readonly UsageObservation[], totals: readonly UsageObservation[]): string | null {
  if (totals.length === 0 || logged.length === 0) return null;
  for (const part of PARTS) {
    const [counted, stated] = [sumOf(logged, part), sumOf(totals, part)];
    if (counted !== stated) return `the ${part} is ${counted} by the responses and ${stated} by the CLI's own total`;
  }
  return null;
}

/** Problems whose words begin so are contradictions, not gaps. */
const CONTRADICTION = 'usage does not add up';

/**
 * Every response of every agent, from the chat logs. `complete` only when the CLI's own total over all agents, which it
 * prints at the end, is the same, the run did not fail (a failed request may have been billed) and no problem touches
 * usage. When the logs show less than the total, some requests are not in them: a lower bound. Without logs the totals
 * stand, one for each model.
 */
export function usage(trace: Trace): TrialUsage {
  const all = trace.observations.filter((one) => one.kind === 'usage');
  const logged = all.filter(({ total }) => !total);
  const totals = all.filter(({ total }) => total);
  const used = logged.length > 0 ? logged : totals;
  if (used.length === 0) return NO_USAGE;
  const problems = trace.problems.filter(({ affects }) => affects.includes('usage'));
  const contradiction = problems.find(({ message }) => message.startsWith(CONTRADICTION))?.message;
  const inconsistent = contradiction ?? mismatch(logged, totals);
  const turns = trace.observations.filter((one) => one.kind === 'turn');
  const ended = turns.some(({ state }) => state === 'completed') && !turns.some(({ state }) => state === 'failed');
  const whole = logged.length > 0 && totals.length > 0 && ended;
  return {
    coverage: whole && problems.length === 0 && inconsistent === null ? 'complete' : 'lower_bound',
    source: logged.length > 0 ? 'session' : 'stream',
    totals: logged.length === 0,
    inconsistent,
    requests: used.map((one) => one.usage),
  };
}
