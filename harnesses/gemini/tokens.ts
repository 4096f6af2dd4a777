/** The CLI's token counts, turned into disjoint parts. */
import * as z from 'zod';
import { Count } from '../../records/scalars.ts';
import type { Tokens } from '../../records/usage.ts';

/** Counts of one response in a chat log: cached input is a part of input, thoughts stand beside output. */
export const LogTokens = z.object({
  input: Count,
  output: Count,
  cached: Count,
  thoughts: Count,
  tool: Count,
  total: Count,
});
export type LogTokens = z.infer<typeof LogTokens>;

/** Counts of one model in the last line of standard output: thoughts are in the total only. */
export const ModelStats = z.object({ total_tokens: Count, input_tokens: Count, output_tokens: Count, cached: Count });
export type ModelStats = z.infer<typeof ModelStats>;

/** Counts with what does not add up in them, or null when they do. */
export interface DisjointTokens {
  readonly tokens: Tokens;
  readonly inconsistent: string | null;
}

/** Gemini caches without a count of what it writes and without a price for it, so nothing is left out by a zero. */
const NO_WRITES = { cacheWrite5m: 0, cacheWrite1h: 0 };

function parts(input: number, cached: number, output: number, reasoning: number): Tokens {
  return {
    uncachedInput: cached > input ? null : input - cached,
    cacheRead: cached,
    ...NO_WRITES,
    output,
    reasoningWithinOutput: reasoning,
  };
}

/** One response of a chat log. */
export function disjoint({ input, output, cached, thoughts, tool, total }: LogTokens): DisjointTokens {
  const sum = input + output + thoughts + tool;
  const surplus = cached > input ? `cached input exceeds the input of ${input} tokens` : null;
  const off = sum === total ? null : `a total of ${total} tokens is not the sum of its parts, ${sum}`;
  return { tokens: parts(input + tool, cached, output + thoughts, thoughts), inconsistent: surplus ?? off };
}

/** One model's total on standard output. What is neither input nor output is counted as reasoning. */
export function disjointStats({ total_tokens: total, input_tokens: input, output_tokens: output, cached }: ModelStats) {
  const all = Math.max(output, total - input);
  const inconsistent = total < input + output ? `a total of ${total} tokens is less than input plus output` : null;
  return { tokens: parts(input, cached, all, all - output), inconsistent };
}
