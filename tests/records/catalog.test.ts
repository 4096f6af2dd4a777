import { describe, expect, it } from 'vitest';
import { Catalog, OperatorRate, picoFromUsdPerMillion, RateOverrides } from '../../records/catalog.ts';
import { SHIPPED } from '../scorers/pricing/shipped.ts';

describe('Catalog', () => {
  it.each([
    ['an unknown key', { ...SHIPPED, extra: 1 }],
    ['another schema', { ...SHIPPED, schema: 'operant.price-catalog/v2' }],
    ['a day that is none', { ...SHIPPED, date: '23.9.2026' }],
  ])('refuses %s', (_, value) => {
    expect(Catalog.safeParse(value).success).toBe(false);
  });

  it('refuses rates that are not whole pico-USD', () => {
    const broken = structuredClone(SHIPPED);
    const price = broken.providers[0]?.models[0]?.prices[0];
    if (price !== undefined) price.rates.input = 0.5;
    expect(Catalog.safeParse(broken).success).toBe(false);
  });
});

describe('RateOverrides', () => {
  const rate = { provider: 'house', model: 'm', basis: 'list', inputUsdPerMtok: 1.25, outputUsdPerMtok: 10 };

  it('fills in empty lists', () => {
    expect(RateOverrides.parse({ schema: 'operant.rates/v1' })).toEqual({
      schema: 'operant.rates/v1',
      rates: [],
      aliases: [],
    });
  });

  it.each([
    ['a rate of 0', { ...rate, inputUsdPerMtok: 0 }],
    ['a negative rate', { ...rate, outputUsdPerMtok: -1 }],
    ['seven decimals', { ...rate, inputUsdPerMtok: 0.1234567 }],
    ['a basis that operators cannot state', { ...rate, basis: 'provider_reported' }],
    ['no basis', { ...rate, basis: undefined }],
    ['a misspelt key', { ...rate, cachedUsdPerMtok: 1 }],
    ['NaN', { ...rate, inputUsdPerMtok: Number.NaN }],
  ])('refuses %s', (_, value) => {
    expect(OperatorRate.safeParse(rate).success).toBe(true);
    expect(OperatorRate.safeParse(value).success).toBe(false);
  });
});

describe('picoFromUsdPerMillion', () => {
  it.each([
    [1.25, 1_250_000],
    [0.1, 100_000],
    [0.0028, 2800],
    [0.003625, 3625],
    [0.000001, 1],
    [0.0000001, null],
    [0.08333333333333334, null],
    [-1, null],
    [Number.NaN, null],
  ])('of %s is %s', (usd, pico) => {
    expect(picoFromUsdPerMillion(usd)).toBe(pico);
  });
});
