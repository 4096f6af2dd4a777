/** Tokens, tool calls and wall time of a group. One execution that does not show them makes a total unknown (I3). */
import type { Report } from '../records/report.ts';
import { UsageSource } from '../records/terms.ts';
import type { TrialResult } from '../records/trial.ts';
import type { Tokens } from '../records/usage.ts';
import { addTokens } from '../records/usage-parts.ts';
import type { TrialExecutions } from './executions.ts';

/** The usage fields of the report. All executions count. */
export function spendOf(
  trials: readonly TrialExecutions[],
): Pick<Report, 'tokens' | 'usageSource' | 'toolCalls' | 'wallMs'> {
  const results = trials.flatMap((trial) => trial.results);
  const complete = results.length > 0 && trials.every((trial) => trial.executions > 0 && trial.lost === 0);
  return {
    tokens: complete ? tokensOf(results) : null,
    usageSource: weakestSource(results),
    toolCalls: complete ? sum(results.map((result) => result.toolCalls)) : null,
    wallMs: complete ? sum(results.map((result) => result.wallMs)) : null,
  };
}

const NOTHING: Tokens = {
  uncachedInput: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output: 0,
  reasoningWithinOutput: 0,
};

function tokensOf(results: readonly TrialResult[]): Tokens | null {
  if (results.some(({ usage }) => usage.coverage !== 'complete' || usage.inconsistent !== null)) return null;
  const requests = results.flatMap(({ usage }) => usage.requests);
  const total = requests.map((request) => request.tokens).reduce(addTokens, NOTHING);
  const safe = Object.values(total).every((part) => part === null || Number.isSafeInteger(part));
  return safe ? total : null;
}

function sum(values: readonly (number | null)[]): number | null {
  let total = 0;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return Number.isSafeInteger(total) ? total : null;
}

/** The weakest source that was used; later in the list of sources is weaker. */
function weakestSource(results: readonly TrialResult[]): UsageSource {
  const places = results.map(({ usage }) => UsageSource.options.indexOf(usage.source));
  return UsageSource.options[Math.max(-1, ...places)] ?? 'none';
}
