/** OpenCode's token counts, turned into disjoint parts. */
import type { Tokens } from '../../records/usage.ts';
import type { OpenCodeTokens } from './schemas.ts';

/** Counts with what does not add up in them, or null when they do. */
export interface DisjointTokens {
  readonly tokens: Tokens;
  readonly inconsistent: string | null;
}

/**
 * Disjoint parts: OpenCode keeps cached input out of input and reasoning out of output. A provider that reports more
 * cached than whole input makes input negative there; such a part is null. Writes have one lifetime, the short one.
 */
export function disjoint(counts: OpenCodeTokens): DisjointTokens {
  const { input, output, reasoning, cache, total } = counts;
  const sum = input + output + reasoning + cache.read + cache.write;
  const negative = input < 0 || output < 0;
  const wrong = total !== null && total !== undefined && total !== sum;
  return {
    tokens: {
      uncachedInput: input < 0 ? null : input,
      cacheRead: cache.read,
      cacheWrite5m: cache.write,
      cacheWrite1h: 0,
      output: output < 0 ? null : output + reasoning,
      reasoningWithinOutput: output < 0 ? null : reasoning,
    },
    inconsistent: negative ? 'a part is negative' : wrong ? `a total of ${total} tokens is not the sum ${sum}` : null,
  };
}
