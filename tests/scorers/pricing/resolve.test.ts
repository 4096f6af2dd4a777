import { describe, expect, it } from 'vitest';
import type { RateOverrides } from '../../../records/catalog.ts';
import { priceBook } from '../../../scorers/pricing/book.ts';
import { resolveModel } from '../../../scorers/pricing/resolve.ts';
import { SHIPPED } from './shipped.ts';

const book = priceBook(SHIPPED, null);

/** `provider:entry match` of what an id resolves to, or the disposition. */
function resolved(model: string | null, provider: string | null, overrides: RateOverrides | null = null): string {
  const found = resolveModel(model, provider, overrides === null ? book : priceBook(SHIPPED, overrides));
  return found.found ? `${found.listing.provider}:${found.listing.id} ${found.match}` : found.disposition;
}

describe('resolveModel: exact ids', () => {
  it.each([
    ['gpt-5.5', 'openai', 'openai:gpt-5.5 exact'],
    ['gpt-5.6', 'openai', 'openai:gpt-5.6-sol alias'],
    ['gpt-5.1-codex-max', 'openai', 'openai:gpt-5.1 alias'],
    ['codex-mini-latest', 'openai', 'openai:codex-mini alias'],
    ['MiniMax-M2.5', 'minimax', 'minimax:MiniMax-M2 alias'],
    ['gpt-5-6-luna-20260709', 'openai', 'openai:gpt-5.6-luna dated'],
    ['claude-opus-4-5', 'anthropic', 'anthropic:claude-opus-4-5 exact'],
    ['anthropic/claude-sonnet-4.5', 'openrouter', 'openrouter:anthropic/claude-sonnet-4.5 exact'],
    ['gpt-5.4-mini', 'github-copilot', 'github-copilot:gpt-5.4-mini exact'],
    ['glm-5.3', 'zai', 'zai:GLM-5.3 alias'],
    ['glm-5.3', 'z-ai', 'zai:GLM-5.3 alias'],
    ['grok-4.3', 'xai', 'x-ai:grok-4.3 exact'],
    ['claude-sonnet-4-5', 'vertex_ai', 'google:claude-sonnet-4-5 exact'],
    ['gpt-5.5', 'OpenAI', 'openai:gpt-5.5 exact'],
  ])('%s at %s is %s', (model, provider, expected) => {
    expect(resolved(model, provider)).toBe(expected);
  });
});

describe('resolveModel: date suffixes', () => {
  it.each([
    ['claude-opus-4-5-20251101', 'anthropic', 'anthropic:claude-opus-4-5 dated'],
    ['gpt-5.6-luna-2026-07-09', 'openai', 'openai:gpt-5.6-luna dated'],
    ['claude-sonnet-4-5@20250929', 'google', 'google:claude-sonnet-4-5 dated'],
    ['claude-opus-4-5-20251101', null, 'anthropic:claude-opus-4-5 dated'],
    // A dated id that is listed itself keeps its own price.
    ['gpt-4o-2024-05-13', 'openai', 'openai:gpt-4o-2024-05-13 exact'],
    ['claude-opus-4-5-20251301', 'anthropic', 'inferred_match'],
    ['claude-opus-4-5-19990101', 'anthropic', 'inferred_match'],
    ['claude-opus-4-5@2025-11-01', 'anthropic', 'inferred_match'],
    ['claude-opus-4-5-202511', 'anthropic', 'inferred_match'],
    ['claude-opus-4-5-20251101-v1', 'anthropic', 'inferred_match'],
  ])('%s at %s is %s', (model, provider, expected) => {
    expect(resolved(model, provider)).toBe(expected);
  });
});

describe('resolveModel: the provider is part of the key', () => {
  it.each([
    // No provider: one maker lists it.
    ['gpt-5.5', null, 'openai:gpt-5.5 exact'],
    ['claude-sonnet-4-5', null, 'anthropic:claude-sonnet-4-5 exact'],
    ['codex-mini-latest', null, 'openai:codex-mini alias'],
    ['gemini-3.5-flash', null, 'google:gemini-3.5-flash exact'],
    // Two makers list it at different prices.
    ['glm-5.3', null, 'inferred_match'],
    // Only resellers list it.
    ['anthropic/claude-sonnet-4.5:beta', null, 'inferred_match'],
    ['qwen/qwen3-coder', null, 'inferred_match'],
    // The id names the provider.
    ['openai/gpt-5.5', null, 'openai:gpt-5.5 exact'],
    ['openai/gpt-5.5', 'openai', 'openai:gpt-5.5 exact'],
    ['openrouter/anthropic/claude-sonnet-4.5', null, 'openrouter:anthropic/claude-sonnet-4.5 exact'],
    ['x-ai/grok-4.3', null, 'x-ai:grok-4.3 alias'],
    // Listed elsewhere, not there.
    ['gpt-5.2-codex', 'azure', 'inferred_match'],
    ['gpt-5.5', 'some-gateway', 'inferred_match'],
    ['glm-5.1', 'zai', 'inferred_match'],
  ])('%s at %s is %s', (model, provider, expected) => {
    expect(resolved(model, provider)).toBe(expected);
  });

  it('names the providers between which a bare id does not decide', () => {
    expect(resolveModel('glm-5.3', null, book)).toEqual({
      found: false,
      disposition: 'inferred_match',
      detail: 'glm-5.3 is listed by zai and zhipuai; the evidence names no provider',
    });
  });
});

const nearestEnd = (id: string) => new RegExp(`the nearest listed id is ${id.replaceAll('.', '\\.')}$`);

describe('resolveModel: near misses are named and never priced', () => {
  it.each([
    ['claude-sonnet-5-5', 'anthropic', 'anthropic:claude-sonnet-5'],
    ['claude-opus-4.5', 'anthropic', 'anthropic:claude-opus-4-5'],
    ['claude-opus-4.5-preview-ft', 'anthropic', 'anthropic:claude-opus-4-5'],
    ['GPT-5.5', 'openai', 'openai:gpt-5.5'],
    ['gpt-5.2-codex', 'azure', 'openai:gpt-5.2-codex'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'aws', 'aws:regional.anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ])('%s at %s names %s', (model, provider, nearest) => {
    const found = resolveModel(model, provider, book);
    expect(found).toMatchObject({ found: false, disposition: 'inferred_match' });
    expect(found).toHaveProperty('detail', expect.stringMatching(nearestEnd(nearest)));
  });
});

describe('resolveModel: unknown models', () => {
  it.each([
    ['totally-unknown-model', null],
    ['gpt-9-made-up', 'openai'],
    ['claude-opus-9', null],
    ['codex-auto-review', 'openai'],
    ['gpt-6.1-terra', 'openai'],
    ['gpt-6.2-sol', 'openai'],
    ['claude-fable-5-2', 'anthropic'],
    ['claude-haiku-5-5', 'anthropic'],
    ['gemini-4-neon', 'google'],
    ['grok-4.7', 'x-ai'],
    ['mai-code-2', 'github-copilot'],
    ['gpt-5.3-codex-spark', 'openai'],
    ['qwen3:0.6b', 'ollama'],
    ['', 'openai'],
    [null, 'openai'],
    ['-20251101', 'openai'],
    ['__proto__', 'openai'],
  ])('%s at %s is unknown_model', (model, provider) => {
    expect(resolved(model, provider)).toBe('unknown_model');
  });
});

describe("resolveModel with the operator's rates", () => {
  const overrides: RateOverrides = {
    schema: 'operant.rates/v1',
    rates: [
      { provider: 'openai', model: 'gpt-5.5', basis: 'operator_confirmed', inputUsdPerMtok: 4, outputUsdPerMtok: 20 },
      { provider: 'House', model: 'house-1', basis: 'operator_placeholder', inputUsdPerMtok: 1, outputUsdPerMtok: 2 },
    ],
    aliases: [
      {
        provider: 'aws',
        model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
        pricedAs: { provider: 'aws', model: 'regional.anthropic.claude-sonnet-4-5-20250929-v1:0' },
        basis: 'operator_confirmed',
      },
      {
        provider: 'gateway',
        model: 'fast',
        pricedAs: { provider: 'house', model: 'house-1' },
        basis: 'list',
      },
      { provider: 'gateway', model: 'gone', pricedAs: { provider: 'openai', model: 'gpt-0' }, basis: 'list' },
    ],
  };

  it.each([
    ['gpt-5.5', 'openai', 'openai:gpt-5.5 exact', 'operator_confirmed'],
    ['gpt-5.5', null, 'openai:gpt-5.5 exact', 'operator_confirmed'],
    ['house-1', 'house', 'house:house-1 exact', 'operator_placeholder'],
    ['house-1', null, 'house:house-1 exact', 'operator_placeholder'],
    ['house/house-1', null, 'house:house-1 exact', 'operator_placeholder'],
    ['house-1-20261101', 'house', 'house:house-1 dated', 'operator_placeholder'],
    [
      'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'bedrock',
      'aws:regional.anthropic.claude-sonnet-4-5-20250929-v1:0 accepted',
      'operator_confirmed',
    ],
    // The weaker of the alias's and the rate's basis counts.
    ['fast', 'gateway', 'house:house-1 accepted', 'operator_placeholder'],
    ['gpt-5.4', 'openai', 'openai:gpt-5.4 exact', 'list'],
  ])('%s at %s is %s on the basis %s', (model, provider, expected, basis) => {
    expect(resolved(model, provider, overrides)).toBe(expected);
    expect(resolveModel(model, provider, priceBook(SHIPPED, overrides))).toHaveProperty('basis', basis);
  });

  it('an alias of a model that nobody lists prices nothing', () => {
    expect(resolved('gone', 'gateway', overrides)).not.toMatch(/gone (exact|accepted)/);
    expect(resolveModel('gone', 'gateway', priceBook(SHIPPED, overrides)).found).toBe(false);
  });

  it('does not leak into the book without them', () => {
    expect(resolved('house-1', 'house')).toBe('unknown_model');
  });
});
