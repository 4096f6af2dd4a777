/**
 * From the counts that a source reports to disjoint parts (Tokens). Sources differ in one thing that moves a price by
 * a factor of four: whether cached tokens are inside the input count or beside it. Each harness knows its source; the
 * arithmetic is here once.
 *
 * Convention for parts that were not reported: their tokens, if any, are inside `uncachedInput` (a one-hour write:
 * inside `cacheWrite5m` where that was reported). The pricing rules rely on it.
 */
import type { Tokens } from './usage.ts';

/** A source's counts of one request, each null when not reported. */
export interface SourceCounts {
  readonly input: number | null;
  readonly cacheRead: number | null;
  /** All cache writes, whatever their lifetime. */
  readonly cacheWrite: number | null;
  /** Those with the one-hour lifetime; 0 where the source knows one lifetime only, null where it does not tell. */
  readonly cacheWrite1h: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
}

/** Disjoint parts, and what does not add up in the source (null when all does). */
export interface Parts {
  readonly tokens: Tokens;
  readonly inconsistent: string | null;
}

/** No part reported. */
export const NO_TOKENS: Tokens = {
  uncachedInput: null,
  cacheRead: null,
  cacheWrite5m: null,
  cacheWrite1h: null,
  output: null,
  reasoningWithinOutput: null,
};

const PARTS = [
  'uncachedInput',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'output',
  'reasoningWithinOutput',
] as const;

/** For sources whose `input` includes cache reads and writes, and whose `output` includes reasoning. */
export function partsOfInclusive(counts: SourceCounts): Parts {
  const bad = contradictionIn(counts);
  if (bad !== null) return { tokens: NO_TOKENS, inconsistent: bad };
  const cached = (counts.cacheRead ?? 0) + (counts.cacheWrite ?? counts.cacheWrite1h ?? 0);
  if (counts.input !== null && cached > counts.input) {
    return { tokens: NO_TOKENS, inconsistent: `${cached} cached tokens in an input of ${counts.input}` };
  }
  return { tokens: tokensOf(counts, counts.input === null ? null : counts.input - cached), inconsistent: null };
}

/**
 * For sources whose `input` excludes cache reads and writes, and whose `output` includes reasoning. A cache count that
 * such a source leaves out is in no other count, so the input as a whole is then not known.
 */
export function partsOfDisjoint(counts: SourceCounts): Parts {
  const bad = contradictionIn(counts);
  if (bad !== null) return { tokens: NO_TOKENS, inconsistent: bad };
  const complete = counts.cacheRead !== null && counts.cacheWrite !== null;
  return { tokens: tokensOf(counts, complete ? counts.input : null), inconsistent: null };
}

/** Counts of a source that reports reasoning beside output, with reasoning moved into output; null when either is. */
export function withReasoningInside(counts: SourceCounts): SourceCounts {
  const { output, reasoning } = counts;
  return { ...counts, output: output === null || reasoning === null ? null : output + reasoning };
}

/** Every input token, cached or not: what long-context tiers and totals go by. Null when it is not known. */
export function inputOf(tokens: Tokens): number | null {
  if (tokens.uncachedInput === null) return null;
  return tokens.uncachedInput + (tokens.cacheRead ?? 0) + (tokens.cacheWrite5m ?? 0) + (tokens.cacheWrite1h ?? 0);
}

/** What contradicts the source's own total of input and output, or null when it agrees or cannot be told. */
export function disagreesWithTotal(tokens: Tokens, total: number | null): string | null {
  const input = inputOf(tokens);
  if (total === null || input === null || tokens.output === null) return null;
  const sum = input + tokens.output;
  return sum === total ? null : `input and output make ${sum}, the total says ${total}`;
}

/** Part by part sum; a part is null when it is null on either side. */
export function addTokens(a: Tokens, b: Tokens): Tokens {
  return combine((part) => plus(a[part], b[part]));
}

/**
 * The usage between two readings of a cumulative counter (`earlier` null: from the start). A part that shrinks makes
 * the source inconsistent.
 */
export function usageSince(earlier: Tokens | null, later: Tokens): Parts {
  if (earlier === null) return { tokens: later, inconsistent: null };
  const shrunk = PARTS.find((part) => (later[part] ?? Number.POSITIVE_INFINITY) < (earlier[part] ?? 0));
  if (shrunk !== undefined) {
    return { tokens: NO_TOKENS, inconsistent: `${shrunk} shrinks from ${earlier[shrunk]} to ${later[shrunk]}` };
  }
  return { tokens: combine((part) => minus(later[part], earlier[part])), inconsistent: null };
}

/** Nano-USD of an amount in nano AI credits, at 0.01 USD a credit; null for 0 or less, which is no reported cost. */
export function nanoUsdOfNanoAiCredits(nanoCredits: number): number | null {
  if (!Number.isSafeInteger(nanoCredits) || nanoCredits <= 0) return null;
  const whole = Math.floor(nanoCredits / 100);
  const rest = nanoCredits % 100;
  const up = rest > 50 || (rest === 50 && whole % 2 === 1);
  return Math.max(1, up ? whole + 1 : whole);
}

function tokensOf(counts: SourceCounts, uncachedInput: number | null): Tokens {
  const { cacheRead, cacheWrite, cacheWrite1h, output, reasoning } = counts;
  return {
    uncachedInput,
    cacheRead,
    cacheWrite5m: cacheWrite === null ? null : cacheWrite - (cacheWrite1h ?? 0),
    cacheWrite1h,
    output,
    reasoningWithinOutput: reasoning,
  };
}

function contradictionIn(counts: SourceCounts): string | null {
  for (const [name, count] of Object.entries(counts)) {
    if (count !== null && !(Number.isSafeInteger(count) && count >= 0)) return `${name} is ${count}, not a token count`;
  }
  const { cacheWrite, cacheWrite1h, output, reasoning } = counts;
  if (cacheWrite !== null && cacheWrite1h !== null && cacheWrite1h > cacheWrite) {
    return `${cacheWrite1h} one-hour tokens in ${cacheWrite} cache writes`;
  }
  return output !== null && reasoning !== null && reasoning > output
    ? `${reasoning} reasoning tokens in an output of ${output}`
    : null;
}

function combine(of: (part: (typeof PARTS)[number]) => number | null): Tokens {
  return {
    uncachedInput: of('uncachedInput'),
    cacheRead: of('cacheRead'),
    cacheWrite5m: of('cacheWrite5m'),
    cacheWrite1h: of('cacheWrite1h'),
    output: of('output'),
    reasoningWithinOutput: of('reasoningWithinOutput'),
  };
}

function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

function minus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}
