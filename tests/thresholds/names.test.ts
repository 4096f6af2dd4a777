import { describe, expect, it } from 'vitest';
import { fractionOfDecimal } from '../../records/ratio.ts';
import { boundText, signedBoundText } from '../../thresholds/names.ts';

describe('boundText', () => {
  it.each([
    [0.5, 3, '0.500'],
    [1, 3, '1.000'],
    [0.6667, 3, '0.6667'],
    [0.05, 4, '0.0500'],
    [12.5, 4, '12.5000'],
    [1e-7, 4, '0.0000001'],
    [0, 3, '0.000'],
  ])('writes %d with at least %i decimals as %s', (value, least, text) => {
    expect(boundText(fractionOfDecimal(value), least)).toBe(text);
  });
});

describe('signedBoundText', () => {
  it.each([
    [0.3, '+0.300'],
    [-0.1, '-0.100'],
    [0, '+0.000'],
  ])('writes %d as %s', (value, text) => {
    expect(signedBoundText(fractionOfDecimal(value), 3)).toBe(text);
  });
});
