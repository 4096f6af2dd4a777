import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../../records/canonical-json.ts';
import type { Lane } from '../../../records/terms.ts';
import { NO_USAGE, type RequestUsage, type TrialUsage } from '../../../records/usage.ts';
import { partsOfDisjoint, partsOfInclusive, type SourceCounts } from '../../../records/usage-parts.ts';
import { aggregateCost, type CostedTrial } from '../../../scorers/pricing/aggregate.ts';
import { type PriceFacts, priceTrial, type TrialPrice } from '../../../scorers/pricing/price-trial.ts';
import { SHIPPED, WORKED_RATES } from './shipped.ts';

const MODELS: readonly (readonly [string, string])[] = [
  ['gpt-5.5', 'openai'],
  ['gpt-5.6-luna', 'openai'],
  ['gpt-4', 'openai'],
  ['claude-opus-4-5', 'anthropic'],
  ['claude-sonnet-5-5', 'anthropic'],
  ['deepseek-v4-flash', 'deepseek'],
  ['gemini-3.5-flash', 'google'],
  ['gpt-4.1', 'github-copilot'],
  ['flash-1', 'flashworks'],
  ['nobody-knows', 'openai'],
];
const count = (max: number) => fc.integer({ min: 0, max });
const model = fc.constantFrom(...MODELS);
const at = fc.constantFrom(null, '2026-08-01T02:00:00.000Z', '2026-09-30T12:00:00.000Z');

const tokens = fc.record({
  uncachedInput: fc.option(count(300_000), { freq: 12 }),
  cacheRead: fc.option(count(300_000), { freq: 12 }),
  cacheWrite5m: fc.option(count(9000), { freq: 8 }),
  cacheWrite1h: fc.option(count(9000), { freq: 8 }),
  output: fc.option(count(9000), { freq: 12 }),
  reasoningWithinOutput: fc.option(count(99)),
});
const request: fc.Arbitrary<RequestUsage> = fc
  .record({
    model,
    at,
    tokens,
    serviceTier: fc.constantFrom(null, null, null, 'standard', 'flex'),
    reportedNanoUsd: fc.option(count(10 ** 9), { freq: 3 }),
  })
  .map(({ model: [id, provider], ...rest }) => ({ ...rest, model: id, provider }));
const trialUsage: fc.Arbitrary<TrialUsage> = fc.record({
  coverage: fc.constantFrom('complete', 'complete', 'complete', 'lower_bound', 'unknown'),
  source: fc.constant('session'),
  totals: fc.boolean(),
  inconsistent: fc.constantFrom(null, null, null, 'does not add up'),
  requests: fc.array(request, { maxLength: 4 }),
});
const lane = fc.constantFrom<Lane>('proxy', 'direct', 'local');

const factsOf = (where: Lane): PriceFacts => ({
  lane: where,
  model: null,
  provider: null,
  at: '2026-09-30T12:00:00.000Z',
  serviceTier: null,
});
const price = (usage: TrialUsage, where: Lane = 'direct'): TrialPrice =>
  priceTrial(usage, factsOf(where), SHIPPED, WORKED_RATES);
const costed = (usage: TrialUsage, accepted: boolean): CostedTrial => ({ ...price(usage), accepted });

/** A number that was known and has become unknown did not improve; one that stays known must not have shrunk. */
function expectNoBetter(before: number | null, after: number | null): void {
  if (after !== null) expect(after).toBeGreaterThanOrEqual(before ?? Number.POSITIVE_INFINITY);
}

describe('I4: unpriced is never $0', () => {
  it('money comes with exactly two dispositions, is above 0, and lies within its bounds', () => {
    fc.assert(
      fc.property(trialUsage, lane, (usage, where) => {
        const { disposition, nanoUsd, rateBasis, lowerBoundNanoUsd, upperBoundNanoUsd } = price(usage, where);
        const metered = disposition === 'priced' || disposition === 'provider_reported';
        expect(nanoUsd !== null).toBe(metered);
        expect(rateBasis !== null).toBe(metered);
        for (const amount of [nanoUsd, lowerBoundNanoUsd, upperBoundNanoUsd]) expect(amount).not.toBe(0);
        const low = lowerBoundNanoUsd ?? 0;
        expect(low).toBeLessThanOrEqual(nanoUsd ?? low);
        expect(nanoUsd ?? low).toBeLessThanOrEqual(upperBoundNanoUsd ?? Number.POSITIVE_INFINITY);
      }),
      { numRuns: 600 },
    );
  });
});

describe('I1: losing evidence never makes a cost known or smaller', () => {
  const dropped: readonly (readonly [string, (usage: TrialUsage) => TrialUsage])[] = [
    ['all usage', () => NO_USAGE],
    ['the end of the trial', (usage) => ({ ...usage, coverage: 'lower_bound', requests: usage.requests.slice(0, 1) })],
    ['completeness', (usage) => ({ ...usage, coverage: 'unknown' })],
    ['the bounds between requests', (usage) => ({ ...usage, totals: true })],
    ['agreement', (usage) => ({ ...usage, inconsistent: 'does not add up' })],
  ];

  const unreported = (usage: TrialUsage): TrialUsage => ({
    ...usage,
    requests: usage.requests.map((entry) => ({ ...entry, reportedNanoUsd: null })),
  });

  it.each(dropped)('of a trial that loses %s', (_, drop) => {
    fc.assert(
      fc.property(trialUsage, lane, (usage, where) => {
        const before = price(unreported(usage), where);
        const after = price(drop(unreported(usage)), where);
        expectNoBetter(before.nanoUsd, after.nanoUsd);
      }),
      { numRuns: 300 },
    );
  });

  it.each(dropped)(
    'of a trial that loses %s and falls back on reported amounts: not below what is certain',
    (_, drop) => {
      fc.assert(
        fc.property(trialUsage, (usage) => {
          const after = price(drop(usage));
          const certain = price(unreported(drop(usage)));
          if (after.nanoUsd !== null) expect(after.nanoUsd).toBeGreaterThanOrEqual(certain.lowerBoundNanoUsd ?? 1);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('of a run in which trials lose their usage: cost and CPAO', () => {
    const trial = fc.tuple(trialUsage, fc.boolean());
    fc.assert(
      fc.property(fc.array(trial, { minLength: 1, maxLength: 6 }), fc.nat(), (trials, pick) => {
        const lost = pick % trials.length;
        const before = aggregateCost(trials.map(([usage, accepted]) => costed(usage, accepted)));
        const after = aggregateCost(
          trials.map(([usage, accepted], i) => costed(i === lost ? NO_USAGE : usage, accepted)),
        );
        expectNoBetter(before.cost.nanoUsd, after.cost.nanoUsd);
        expectNoBetter(before.cpao.nanoUsd, after.cpao.nanoUsd);
        expect(after.cost.disposition).not.toBe('known');
        expect(after.cost.priced).toBeLessThanOrEqual(before.cost.priced);
        expect(after.cost.trials).toBe(before.cost.trials);
      }),
      { numRuns: 300 },
    );
  });

  const counts = fc.record({
    uncached: count(99_999),
    cacheRead: count(99_999),
    cacheWrite: count(9999),
    hours: count(9999),
    output: count(9999),
  });
  const field = fc.constantFrom('input', 'cacheRead', 'cacheWrite', 'cacheWrite1h', 'output');
  const one = (tokens: RequestUsage['tokens'], [id, provider]: readonly [string, string]): TrialUsage => ({
    ...NO_USAGE,
    coverage: 'complete',
    requests: [{ model: id, provider, at: null, tokens, serviceTier: null, reportedNanoUsd: null }],
  });

  it.each([
    ['inside', partsOfInclusive],
    ['beside', partsOfDisjoint],
  ])('of a source that counts cached tokens %s input and loses one count', (where, parts) => {
    fc.assert(
      fc.property(counts, field, model, ({ uncached, cacheRead, cacheWrite, hours, output }, lost, id) => {
        const input = where === 'inside' ? uncached + cacheRead + cacheWrite : uncached;
        // Only one provider knows a second lifetime.
        const cacheWrite1h = id[1] === 'anthropic' ? Math.min(hours, cacheWrite) : 0;
        const source: SourceCounts = { input, cacheRead, cacheWrite, cacheWrite1h, output, reasoning: null };
        const before = price(one(parts(source).tokens, id));
        const after = price(one(parts({ ...source, [lost]: null }).tokens, id));
        expectNoBetter(before.nanoUsd, after.nanoUsd);
      }),
      { numRuns: 600 },
    );
  });
});

describe('I17: the order of evidence changes no byte', () => {
  it('of the requests of a trial', () => {
    fc.assert(
      fc.property(trialUsage, fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), (usage, keys) => {
        const shuffled = usage.requests
          .map((entry, i) => [keys[i] ?? 0, entry] as const)
          .sort(([a], [b]) => a - b)
          .map(([, entry]) => entry);
        expect(canonical(price({ ...usage, requests: shuffled }))).toBe(canonical(price(usage)));
      }),
      { numRuns: 300 },
    );
  });

  it('of the trials of a run', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.tuple(trialUsage, fc.boolean()), { maxLength: 6 })
          .chain((trials) => fc.tuple(fc.constant(trials), fc.shuffledSubarray(trials, { minLength: trials.length }))),
        ([trials, shuffled]) => {
          const bytes = (list: typeof trials) =>
            canonical({ ...aggregateCost(list.map(([usage, ok]) => costed(usage, ok))) });
          expect(bytes(shuffled)).toBe(bytes(trials));
        },
      ),
      { numRuns: 200 },
    );
  });
});
