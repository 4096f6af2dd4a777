import type { Trace, UsageObservation } from '../../records/observation.ts';
import { NO_USAGE, type RequestUsage, type Tokens, type TrialUsage } from '../../records/usage.ts';

const PARTS = [
  'uncachedInput',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'output',
  'reasoningWithinOutput',
] as const;

/** The sum of one part; null when a request did not report it. */
function sumOf(requests: readonly RequestUsage[], part: keyof Tokens): number | null {
  let sum = 0;
  for (const { tokens } of requests) {
    const count = tokens[part];
    if (count === null) return null;
    sum += count;
  }
  return sum;
}

/** The sums of the last result: they cover the whole session, so those of earlier results are parts of them. */
function lastSums(totals: readonly UsageObservation[]): UsageObservation[] {
  const last = totals.at(-1);
  return totals.filter(({ ref }) => ref.line === last?.ref.line);
}

/** What a sum holds beyond the responses that were logged. A part that one of them does not report is null. */
function beyond(total: RequestUsage, logged: readonly RequestUsage[]): { usage: RequestUsage; excess: string | null } {
  let excess: string | null = null;
  const tokens: Record<keyof Tokens, number | null> = { ...total.tokens };
  for (const part of PARTS) {
    const [stated, counted] = [total.tokens[part], sumOf(logged, part)];
    const rest = stated === null || counted === null ? null : stated - counted;
    if (rest !== null && rest < 0 && part !== 'reasoningWithinOutput') {
      excess ??= `${part} of ${total.model} is ${counted} by its responses and ${stated} by its sum`;
    }
    tokens[part] = rest === null ? null : Math.max(0, rest);
  }
  return { usage: { ...total, tokens }, excess };
}

const isEmpty = ({ tokens }: RequestUsage): boolean =>
  PARTS.every((part) => tokens[part] === 0 || (tokens[part] === null && part === 'reasoningWithinOutput'));

/** A request that broke without a status may have been answered and billed in part. */
function mayHaveSpentMore(trace: Trace): boolean {
  return trace.observations.some(
    (one) =>
      one.kind === 'turn' &&
      (one.state === 'failed' || (one.state === 'retrying' && !/^status \d/.test(one.message ?? ''))),
  );
}

/**
 * Every response that a log holds, of every thread, and for each model what the sum of the last result holds beyond
 * them: answers without any content leave no record of their own. `complete` only when a result gave that sum, nothing
 * failed, no problem touches usage and the sums agree. Cost is never taken from the record: it is Claude Code's own
 * list price, and 0 where it knows none.
 */
export function usage(trace: Trace): TrialUsage {
  const all = trace.observations.filter((one) => one.kind === 'usage');
  const logged = all.filter(({ total }) => !total).map((one) => one.usage);
  const sums = lastSums(all.filter(({ total }) => total)).map((one) => one.usage);
  const rests = sums.map((sum) =>
    beyond(
      sum,
      logged.filter(({ model }) => model === sum.model),
    ),
  );
  const rest = rests.map((one) => one.usage).filter((one) => !isEmpty(one));
  const requests = [...logged, ...rest];
  if (requests.length === 0) return NO_USAGE;
  const unsummed = logged.find(({ model }) => sums.length > 0 && !sums.some((sum) => sum.model === model));
  const inconsistent =
    rests.find(({ excess }) => excess !== null)?.excess ??
    (unsummed === undefined ? null : `the sum of the session lacks the model ${unsummed.model}`);
  const hidden = trace.problems.some(({ affects }) => affects.includes('usage'));
  const complete = sums.length > 0 && inconsistent === null && !hidden && !mayHaveSpentMore(trace);
  return {
    coverage: complete ? 'complete' : 'lower_bound',
    source: logged.length > 0 ? 'session' : 'stream',
    totals: rest.length > 0,
    inconsistent,
    requests,
  };
}
