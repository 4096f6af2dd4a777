/**
 * How each kind of evidence counts tokens, from its own counts to a price: the mistakes that other tools made here,
 * each as a case that would come out at another amount if it were made again.
 */
import { describe, expect, it } from 'vitest';
import type { TrialUsage } from '../../../records/usage.ts';
import {
  disagreesWithTotal,
  nanoUsdOfNanoAiCredits,
  type Parts,
  partsOfDisjoint,
  partsOfInclusive,
  type SourceCounts,
  usageSince,
  withReasoningInside,
} from '../../../records/usage-parts.ts';
import { priceTrial } from '../../../scorers/pricing/price-trial.ts';
import { facts, request, SHIPPED, usage } from './shipped.ts';

const counts = (rest: Partial<SourceCounts>): SourceCounts => ({
  input: null,
  cacheRead: null,
  cacheWrite: null,
  cacheWrite1h: null,
  output: null,
  reasoning: null,
  ...rest,
});

/** A trial of these requests; a source that contradicts itself makes the trial inconsistent, as a harness would. */
function trial(...parts: readonly Parts[]): TrialUsage {
  const inconsistent = parts.map((part) => part.inconsistent).find((why) => why !== null) ?? null;
  return usage(
    parts.map((part) => request(part.tokens)),
    { inconsistent },
  );
}

function nano(parts: Parts, model: string, provider: string): number | null {
  return priceTrial(trial(parts), facts(model, provider), SHIPPED).nanoUsd;
}

describe('sources that count cached tokens inside input', () => {
  const source = counts({ input: 10_000, cacheRead: 8000, cacheWrite: 0, output: 500, reasoning: 300 });

  it('bill cached tokens once, at the cached rate', () => {
    expect(nano(partsOfInclusive(source), 'gpt-5.5', 'openai')).toBe(2000 * 5000 + 8000 * 500 + 500 * 30_000);
  });

  it('bill reasoning once, inside output', () => {
    const without = partsOfInclusive({ ...source, reasoning: null });
    expect(nano(partsOfInclusive(source), 'gpt-5.5', 'openai')).toBe(nano(without, 'gpt-5.5', 'openai'));
  });

  it('bill cache writes at their own rate, neither as fresh input nor twice', () => {
    const writes = partsOfInclusive({ ...source, cacheRead: 0, cacheWrite: 8000 });
    expect(nano(writes, 'gpt-5.6-luna', 'openai')).toBe(2000 * 200 + 8000 * 250 + 500 * 1200);
  });

  it('are inconsistent when more is cached than was put in, never negative', () => {
    const price = priceTrial(
      trial(partsOfInclusive({ ...source, cacheRead: 10_001 })),
      facts('gpt-5.5', 'openai'),
      SHIPPED,
    );
    expect(price).toMatchObject({ disposition: 'usage_inconsistent', nanoUsd: null });
  });

  it('without a cache split are not taken for uncached: 3.9 times the price', () => {
    const price = priceTrial(
      trial(partsOfInclusive({ ...source, cacheRead: null })),
      facts('gpt-5.5', 'openai'),
      SHIPPED,
    );
    expect(price).toMatchObject({ disposition: 'usage_incomplete', nanoUsd: null });
  });

  it('with a reported 0 are priced: 0 is not the same as nothing reported', () => {
    expect(nano(partsOfInclusive({ ...source, cacheRead: 0 }), 'gpt-5.5', 'openai')).toBe(10_000 * 5000 + 500 * 30_000);
  });
});

describe('cumulative counters', () => {
  const reading = (input: number, cacheRead: number, output: number) =>
    partsOfInclusive(counts({ input, cacheRead, cacheWrite: 0, cacheWrite1h: 0, output })).tokens;
  const readings = [reading(150_000, 0, 100), reading(400_000, 140_000, 300), reading(660_000, 390_000, 500)];
  const steps = readings.map((later, i) => usageSince(readings[i - 1] ?? null, later));

  it('are billed by the step, never summed', () => {
    const price = priceTrial(trial(...steps), facts('gpt-5.5', 'openai'), SHIPPED);
    expect(price.nanoUsd).toBe(270_000 * 5000 + 390_000 * 500 + 500 * 30_000);
  });

  it('do not lift requests into a long-context tier by their sum', () => {
    const price = priceTrial(trial(...steps), facts('gpt-5.5', 'openai'), SHIPPED);
    expect(price.rates.map((rates) => rates.aboveInput)).toEqual([null]);
    const last = usage([request(readings.at(-1) ?? {})], { totals: true });
    expect(priceTrial(last, facts('gpt-5.5', 'openai'), SHIPPED).disposition).toBe('tier_unresolved');
  });
});

describe('sources that count cached tokens beside input', () => {
  const source = counts({ input: 1000, cacheRead: 50_000, cacheWrite: 3000, cacheWrite1h: 0, output: 500 });

  it('bill every part once', () => {
    const expected = 1000 * 5000 + 50_000 * 500 + 3000 * 6250 + 500 * 25_000;
    expect(nano(partsOfDisjoint(source), 'claude-opus-4-5', 'anthropic')).toBe(expected);
  });

  it('lose most of the cost when the cache is ignored, so a missing count withholds the price', () => {
    for (const part of ['cacheRead', 'cacheWrite'] as const) {
      const price = priceTrial(
        trial(partsOfDisjoint({ ...source, [part]: null })),
        facts('claude-opus-4-5', 'anthropic'),
        SHIPPED,
      );
      expect(price).toMatchObject({ disposition: 'unknown_usage', nanoUsd: null });
    }
  });

  it('bill one-hour writes at twice the input rate', () => {
    const hours = partsOfDisjoint({ ...source, cacheWrite: 3000, cacheWrite1h: 3000 });
    expect(nano(hours, 'claude-opus-4-5', 'anthropic')).toBe(1000 * 5000 + 50_000 * 500 + 3000 * 10_000 + 500 * 25_000);
  });

  it('with writes of unknown lifetime are bounded, not guessed', () => {
    const price = priceTrial(
      trial(partsOfDisjoint({ ...source, cacheWrite1h: null })),
      facts('claude-opus-4-5', 'anthropic'),
      SHIPPED,
    );
    expect(price).toMatchObject({
      disposition: 'usage_incomplete',
      lowerBoundNanoUsd: 1000 * 5000 + 50_000 * 500 + 3000 * 6250 + 500 * 25_000,
    });
  });
});

describe('sources that count reasoning beside output', () => {
  const source = counts({ input: 1000, cacheRead: 400, cacheWrite: 0, cacheWrite1h: 0, output: 50, reasoning: 250 });
  const parts = partsOfInclusive(withReasoningInside(source));

  it('bill reasoning at the output rate', () => {
    expect(nano(parts, 'gemini-3.5-flash', 'google')).toBe(600 * 1500 + 400 * 150 + 300 * 9000);
  });

  it('are told apart by the total', () => {
    expect(disagreesWithTotal(parts.tokens, 1300)).toBeNull();
    expect(disagreesWithTotal(partsOfInclusive({ ...source, reasoning: null }).tokens, 1300)).not.toBeNull();
  });
});

describe('sources with prompt, completion and cached counts only', () => {
  const parts = partsOfInclusive(counts({ input: 10_000, cacheRead: 8000, output: 500 }));

  it.each([
    ['gpt-5.5', 'openai', 'priced'],
    ['gemini-3.5-flash', 'google', 'priced'],
    ['gpt-5.6-luna', 'openai', 'usage_incomplete'],
    ['claude-opus-4-5', 'anthropic', 'usage_incomplete'],
  ])('%s at %s is %s: writes matter where they have a price', (model, provider, expected) => {
    expect(priceTrial(trial(parts), facts(model, provider), SHIPPED).disposition).toBe(expected);
  });
});

describe('models that tools have priced at $0 or at another model', () => {
  it.each([
    ['codex-auto-review', 'openai', 'unknown_model'],
    ['gpt-9-made-up', 'openai', 'unknown_model'],
    ['gpt-4.1', 'github-copilot', 'unpriced_model'],
    ['qwen/qwen3-coder:free', 'openrouter', 'unpriced_model'],
    ['qwen3:0.6b', 'ollama', 'unknown_model'],
    ['claude-sonnet-5-5', 'anthropic', 'inferred_match'],
  ])('%s at %s is %s', (model, provider, expected) => {
    const known = partsOfInclusive(counts({ input: 100, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0, output: 5 }));
    expect(priceTrial(trial(known), facts(model, provider), SHIPPED)).toMatchObject({
      disposition: expected,
      nanoUsd: null,
    });
  });
});

describe('reported credits', () => {
  it('are money under their own basis', () => {
    const reported = request({}, { reportedNanoUsd: nanoUsdOfNanoAiCredits(123_456_789), provider: 'github-copilot' });
    expect(priceTrial(usage([reported]), facts('auto', null), SHIPPED)).toMatchObject({
      disposition: 'provider_reported',
      nanoUsd: 1_234_568,
      rateBasis: 'copilot_ai_credits',
    });
  });
});
