import { describe, expect, it } from 'vitest';
import { loadPricing, priceOf } from '../../runner/pricing.ts';
import { OPUS, request, SOME, SOME_NANO, usage } from '../scorers/pricing/shipped.ts';
import { DATA } from './setup.ts';

describe('priceOf', () => {
  const cost = (login: 'none' | 'key' | 'in_place') =>
    priceOf(loadPricing(DATA), usage([request(SOME)]), {
      lane: 'direct',
      model: OPUS.model ?? '',
      at: OPUS.at ?? '',
      login,
    });

  it('prices what a key was used for', () => {
    expect(cost('key')).toMatchObject({ disposition: 'priced', nanoUsd: SOME_NANO });
  });

  it('claims no list price for a login of the machine, which may be a flat-rate plan', () => {
    expect(cost('in_place')).toMatchObject({ disposition: 'unmetered_subscription', nanoUsd: null });
  });
});
