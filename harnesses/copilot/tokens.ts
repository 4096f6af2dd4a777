/** Copilot's token counts, turned into disjoint parts. */
import { type Parts, partsOfInclusive } from '../../records/usage-parts.ts';
import type { CopilotTokens } from './schemas.ts';

/** Disjoint parts: input includes cached and written input, output includes reasoning. Writes have one lifetime. */
export function disjoint(counts: CopilotTokens): Parts {
  return partsOfInclusive({
    input: counts.inputTokens,
    cacheRead: counts.cacheReadTokens ?? null,
    cacheWrite: counts.cacheWriteTokens ?? null,
    cacheWrite1h: 0,
    output: counts.outputTokens,
    reasoning: counts.reasoningTokens ?? null,
  });
}
