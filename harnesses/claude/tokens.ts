/** Claude Code's token counts, turned into disjoint parts. */
import type { Tokens } from '../../records/usage.ts';
import type { ModelTokens, ResponseTokens } from './schemas.ts';

/** Written input by lifetime. Unknown, not zero, when the lifetimes do not add up to the sum that was written. */
function written(sum: number | null | undefined, short: number | null | undefined, long: number | null | undefined) {
  if (sum === 0) return { cacheWrite5m: 0, cacheWrite1h: 0 };
  const known = typeof short === 'number' && typeof long === 'number' && (sum ?? short + long) === short + long;
  return known ? { cacheWrite5m: short, cacheWrite1h: long } : { cacheWrite5m: null, cacheWrite1h: null };
}

/** Disjoint parts of one response. */
export function responseTokens(counts: ResponseTokens): Tokens {
  const { cache_creation: lifetimes } = counts;
  return {
    uncachedInput: counts.input_tokens,
    cacheRead: counts.cache_read_input_tokens ?? null,
    ...written(
      counts.cache_creation_input_tokens,
      lifetimes?.ephemeral_5m_input_tokens,
      lifetimes?.ephemeral_1h_input_tokens,
    ),
    output: counts.output_tokens,
    reasoningWithinOutput: counts.output_tokens_details?.thinking_tokens ?? null,
  };
}

/** Disjoint parts of one model's sum over the session. */
export function modelTokens(counts: ModelTokens): Tokens {
  return {
    uncachedInput: counts.inputTokens,
    cacheRead: counts.cacheReadInputTokens,
    ...written(
      counts.cacheCreationInputTokens,
      counts.cacheCreationEphemeral5mInputTokens,
      counts.cacheCreationEphemeral1hInputTokens,
    ),
    output: counts.outputTokens,
    reasoningWithinOutput: counts.thinkingTokens ?? null,
  };
}
