/** Token usage in disjoint parts; every part is null when it was not reported. */
import * as z from 'zod';
import { Count, Instant } from './scalars.ts';

/** Disjoint token counts; `reasoningWithinOutput` is a part of `output`, not beside it. */
export const Tokens = z.strictObject({
  uncachedInput: Count.nullable().describe('Input tokens that were not read from a cache; null when not reported'),
  cacheRead: Count.nullable().describe('Input tokens read from a cache; null when not reported'),
  cacheWrite5m: Count.nullable().describe(
    'Input tokens written to a cache with the short (default) lifetime; null when not reported',
  ),
  cacheWrite1h: Count.nullable().describe(
    'Input tokens written to a cache with the one-hour lifetime; null when not reported',
  ),
  output: Count.nullable().describe('Output tokens, reasoning included; null when not reported'),
  reasoningWithinOutput: Count.nullable().describe('The part of output that was reasoning; null when not reported'),
});
export type Tokens = z.infer<typeof Tokens>;

/** One request to a model, as far as the evidence shows it. */
export const RequestUsage = z.strictObject({
  model: z.string().nullable().describe('Model id as the evidence names it; null when it does not'),
  provider: z.string().nullable().describe('Provider id as the evidence names it; null when it does not'),
  at: Instant.nullable().describe('When the request was answered; null when unknown'),
  tokens: Tokens.describe('Tokens of this request, in disjoint parts'),
  serviceTier: z.string().nullable().describe('Service tier such as flex or priority; null when not reported'),
  reportedNanoUsd: Count.nullable().describe(
    'Cost the provider itself reported for this request; null when it did not',
  ),
});
export type RequestUsage = z.infer<typeof RequestUsage>;

/**
 * All usage of one trial. `coverage` says how much of the spend the requests show:
 * `complete` (every request of every agent), `lower_bound` (a killed or cut run, or children missing), `unknown` (nothing).
 * `totals` is true when one entry stands for several requests, so that per-request price tiers cannot be resolved.
 */
export const TrialUsage = z.strictObject({
  coverage: z
    .enum(['complete', 'lower_bound', 'unknown'])
    .describe('complete: every request of every agent; lower_bound: at least these; unknown: nothing'),
  source: z
    .enum(['meter', 'session', 'stream', 'none'])
    .describe('Which evidence the usage was taken from; none: no usage was seen'),
  totals: z.boolean().describe('True when an entry sums several requests'),
  inconsistent: z.string().nullable().describe('What does not add up in the source, or null'),
  requests: z.array(RequestUsage).describe('One entry for each request, or for several where totals is true'),
});
export type TrialUsage = z.infer<typeof TrialUsage>;

/** Usage of a trial that left no trace of it. */
export const NO_USAGE: TrialUsage = {
  coverage: 'unknown',
  source: 'none',
  totals: false,
  inconsistent: null,
  requests: [],
};
