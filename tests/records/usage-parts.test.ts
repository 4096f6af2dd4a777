import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addTokens,
  disagreesWithTotal,
  inputOf,
  NO_TOKENS,
  nanoUsdOfNanoAiCredits,
  partsOfDisjoint,
  partsOfInclusive,
  type SourceCounts,
  usageSince,
  withReasoningInside,
} from '../../records/usage-parts.ts';

const counts = (parts: Partial<SourceCounts>): SourceCounts => ({
  input: 1000,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWrite1h: 0,
  output: 50,
  reasoning: null,
  ...parts,
});

describe('partsOfInclusive', () => {
  it('takes cached reads and writes out of the input', () => {
    const { tokens, inconsistent } = partsOfInclusive(counts({ cacheRead: 400, cacheWrite: 120, cacheWrite1h: 20 }));
    expect(tokens).toMatchObject({ uncachedInput: 480, cacheRead: 400, cacheWrite5m: 100, cacheWrite1h: 20 });
    expect(inconsistent).toBeNull();
    expect(inputOf(tokens)).toBe(1000);
  });

  it('keeps reasoning inside output: it is not counted twice', () => {
    const { tokens } = partsOfInclusive(counts({ output: 50, reasoning: 7 }));
    expect(tokens).toMatchObject({ output: 50, reasoningWithinOutput: 7 });
  });

  it('leaves what was not reported null and its tokens in the uncached input', () => {
    const { tokens } = partsOfInclusive(counts({ cacheRead: null, cacheWrite: null, cacheWrite1h: null }));
    expect(tokens).toMatchObject({ uncachedInput: 1000, cacheRead: null, cacheWrite5m: null, cacheWrite1h: null });
  });

  it('keeps writes of unknown lifetime among the short ones', () => {
    const { tokens } = partsOfInclusive(counts({ cacheWrite: 120, cacheWrite1h: null }));
    expect(tokens).toMatchObject({ uncachedInput: 880, cacheWrite5m: 120, cacheWrite1h: null });
  });

  it('keeps a missing input null', () => {
    expect(partsOfInclusive(counts({ input: null, cacheRead: 5 })).tokens.uncachedInput).toBeNull();
  });

  it.each([
    ['more cached than input', counts({ cacheRead: 900, cacheWrite: 200 })],
    ['more reasoning than output', counts({ reasoning: 51 })],
    ['more one-hour writes than writes', counts({ cacheWrite: 5, cacheWrite1h: 6 })],
    ['a negative count', counts({ cacheRead: -1 })],
    ['a fraction', counts({ output: 0.5 })],
    ['NaN', counts({ input: Number.NaN })],
  ])('names %s as inconsistent and reports no part', (_, source) => {
    const { tokens, inconsistent } = partsOfInclusive(source);
    expect(inconsistent).toMatch(/\w/);
    expect(tokens).toEqual(NO_TOKENS);
  });
});

describe('partsOfDisjoint', () => {
  it('takes the input as uncached', () => {
    const { tokens } = partsOfDisjoint(counts({ cacheRead: 4000, cacheWrite: 320, cacheWrite1h: 20 }));
    expect(tokens).toMatchObject({ uncachedInput: 1000, cacheRead: 4000, cacheWrite5m: 300, cacheWrite1h: 20 });
    expect(inputOf(tokens)).toBe(5320);
  });

  it.each(['cacheRead', 'cacheWrite'])('does not claim to know the input when %s was left out', (part) => {
    expect(partsOfDisjoint(counts({ [part]: null })).tokens.uncachedInput).toBeNull();
  });
});

describe('withReasoningInside', () => {
  it('adds reasoning that stands beside output', () => {
    expect(withReasoningInside(counts({ output: 30, reasoning: 12 }))).toMatchObject({ output: 42, reasoning: 12 });
  });

  it('makes the output unknown when reasoning was not reported', () => {
    expect(withReasoningInside(counts({ output: 30, reasoning: null })).output).toBeNull();
  });
});

describe('disagreesWithTotal', () => {
  const { tokens } = partsOfInclusive(counts({ cacheRead: 400, reasoning: 7 }));
  it.each([
    ['the sum', 1050, null],
    ['no total', null, null],
    ['reasoning added twice', 1057, 'input and output make 1050, the total says 1057'],
  ])('with %s', (_, total, expected) => {
    expect(disagreesWithTotal(tokens, total)).toBe(expected);
  });
});

describe('addTokens', () => {
  it('is null in every part that one side did not report', () => {
    const a = partsOfInclusive(counts({ cacheRead: 100 })).tokens;
    const b = partsOfInclusive(counts({ cacheRead: null })).tokens;
    expect(addTokens(a, b)).toMatchObject({ uncachedInput: 1900, cacheRead: null, output: 100 });
  });
});

describe('usageSince', () => {
  const at = (input: number, cacheRead: number, output: number) =>
    partsOfInclusive(counts({ input, cacheRead, output })).tokens;

  it('gives requests whose sum is the last cumulative reading', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9999), fc.nat(9999), fc.nat(9999)), { minLength: 1 }), (steps) => {
        const readings = steps.map((_, i) => {
          const sum = steps.slice(0, i + 1).reduce(([a, b, c], [x, y, z]) => [a + x, b + y, c + z], [0, 0, 0]);
          return at(sum[0] + sum[1], sum[1], sum[2]);
        });
        const parts = readings.map((later, i) => usageSince(readings[i - 1] ?? null, later).tokens);
        expect(parts.reduce(addTokens)).toEqual(readings.at(-1));
      }),
    );
  });

  it('names a counter that goes back', () => {
    expect(usageSince(at(1000, 400, 50), at(900, 400, 50))).toEqual({
      tokens: NO_TOKENS,
      inconsistent: 'uncachedInput shrinks from 600 to 500',
    });
  });
});

describe('nanoUsdOfNanoAiCredits', () => {
  it.each([
    [1_000_000_000, 10_000_000],
    [150, 2],
    [250, 2],
    [251, 3],
    [1, 1],
    [0, null],
    [-5, null],
    [0.5, null],
  ])('reads %s nano credits as %s nano-USD', (credits, nano) => {
    expect(nanoUsdOfNanoAiCredits(credits)).toBe(nano);
  });
});
