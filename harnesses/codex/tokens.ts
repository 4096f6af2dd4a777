/** Codex's token counts, turned into disjoint parts. */
import * as z from 'zod';
import { Count } from '../../records/scalars.ts';
import type { Tokens } from '../../records/usage.ts';

/** Token counts as Codex writes them: cached and written input are parts of input, reasoning is a part of output. */
export const CodexTokens = z.object({
  input_tokens: Count,
  cached_input_tokens: Count.nullish(),
  cache_write_input_tokens: Count.nullish(),
  output_tokens: Count,
  reasoning_output_tokens: Count.nullish(),
  total_tokens: Count.nullish(),
});
export type CodexTokens = z.infer<typeof CodexTokens>;

/** Counts with what does not add up in them, or null when they do. */
export interface DisjointTokens {
  readonly tokens: Tokens;
  readonly inconsistent: string | null;
}

function contradiction(counts: CodexTokens, uncached: number): string | null {
  const {
    input_tokens: input,
    output_tokens: output,
    reasoning_output_tokens: reasoning,
    total_tokens: total,
  } = counts;
  if (uncached < 0) return `cached and written input exceed the input of ${input} tokens`;
  if ((reasoning ?? 0) > output) return `${reasoning} reasoning tokens exceed the output of ${output} tokens`;
  if (total !== null && total !== undefined && total !== input + output) {
    return `a total of ${total} tokens is not input ${input} plus output ${output}`;
  }
  return null;
}

/**
 * Disjoint parts. Codex reports one figure for all cache writes and its provider has one lifetime, so they stand under
 * the short lifetime and there are none with the long one. A part that does not add up is null.
 */
export function disjoint(counts: CodexTokens): DisjointTokens {
  const cached = counts.cached_input_tokens ?? null;
  const written = counts.cache_write_input_tokens ?? null;
  const uncached = counts.input_tokens - (cached ?? 0) - (written ?? 0);
  const inconsistent = contradiction(counts, uncached);
  return {
    tokens: {
      uncachedInput: cached === null || uncached < 0 ? null : uncached,
      cacheRead: cached,
      cacheWrite5m: written,
      cacheWrite1h: written === null ? null : 0,
      output: counts.output_tokens,
      reasoningWithinOutput: counts.reasoning_output_tokens ?? null,
    },
    inconsistent,
  };
}
