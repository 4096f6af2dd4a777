import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CodexTokens, disjoint } from '../../../harnesses/codex/tokens.ts';
import { Tokens } from '../../../records/usage.ts';

const COUNTS = {
  input_tokens: 1000,
  cached_input_tokens: 400,
  cache_write_input_tokens: 100,
  output_tokens: 50,
  reasoning_output_tokens: 7,
  total_tokens: 1050,
};

describe('disjoint', () => {
  test('takes cached and written tokens out of the input and keeps reasoning inside the output', () => {
    expect(disjoint(COUNTS)).toEqual({
      tokens: {
        uncachedInput: 500,
        cacheRead: 400,
        cacheWrite5m: 100,
        cacheWrite1h: 0,
        output: 50,
        reasoningWithinOutput: 7,
      },
      inconsistent: null,
    });
  });

  test.each([
    ['more cached than input', { cached_input_tokens: 1001 }, /exceed the input of 1000/],
    ['more reasoning than output', { reasoning_output_tokens: 51 }, /51 reasoning tokens exceed/],
    ['a total that is not the sum', { total_tokens: 1049 }, /total of 1049 tokens is not/],
  ])('names %s', (_, change, message) => {
    expect(disjoint({ ...COUNTS, ...change }).inconsistent).toMatch(message);
  });

  test('leaves unknown what was not reported (I3)', () => {
    const { tokens } = disjoint({ input_tokens: 10, output_tokens: 2 });
    expect(tokens).toEqual({
      uncachedInput: null,
      cacheRead: null,
      cacheWrite5m: null,
      cacheWrite1h: null,
      output: 2,
      reasoningWithinOutput: null,
    });
  });

  test('parts add up to the input whenever nothing contradicts', () => {
    const count = fc.nat(1_000_000);
    fc.assert(
      fc.property(count, count, count, (uncached, cached, written) => {
        const input = uncached + cached + written;
        const parts = { cached_input_tokens: cached, cache_write_input_tokens: written };
        const { tokens, inconsistent } = disjoint({ input_tokens: input, ...parts, output_tokens: 0 });
        expect(inconsistent).toBeNull();
        expect(Tokens.parse(tokens).uncachedInput).toBe(uncached);
      }),
    );
  });

  test.each([{ input_tokens: -1 }, { output_tokens: 1.5 }, { output_tokens: '1' }])(
    'refuses %j as counts',
    (change) => {
      expect(CodexTokens.safeParse({ ...COUNTS, ...change }).success).toBe(false);
    },
  );
});
