/** pi's token counts, turned into disjoint parts. */
import type { Tokens } from '../../records/usage.ts';
import { NO_TOKENS } from '../../records/usage-parts.ts';
import type { PiUsage } from './schemas.ts';

/** Counts with what does not add up in them, or null when they do. */
export interface DisjointTokens {
  readonly tokens: Tokens;
  /** True when the provider reported no counts: pi then writes zeros. */
  readonly unreported: boolean;
  readonly inconsistent: string | null;
}

/**
 * Disjoint parts: pi keeps cached tokens out of input, and reasoning inside output without saying how much. Writes have
 * one lifetime, the short one. An answer of 0 tokens is one whose provider reported none.
 */
export function disjoint({ input, output, cacheRead, cacheWrite, totalTokens }: PiUsage): DisjointTokens {
  const sum = input + output + cacheRead + cacheWrite;
  if (sum === 0) return { tokens: NO_TOKENS, unreported: true, inconsistent: null };
  const wrong = totalTokens !== null && totalTokens !== undefined && totalTokens !== sum;
  const tokens = {
    uncachedInput: input,
    cacheRead,
    cacheWrite5m: cacheWrite,
    cacheWrite1h: 0,
    output,
    reasoningWithinOutput: null,
  };
  return {
    tokens,
    unreported: false,
    inconsistent: wrong ? `a total of ${totalTokens} tokens is not the sum ${sum}` : null,
  };
}
