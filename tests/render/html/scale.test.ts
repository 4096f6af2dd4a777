import { describe, expect, it } from 'vitest';
import { label, placer, tickLabel } from '../../../render/html/scale.ts';

describe('placer and label', () => {
  it('placer keeps values of −1 to +1 on the line', () => {
    const x = placer(20, 120);
    expect([-2, -1, 0, 1, 2].map(x)).toEqual([20, 20, 70, 120, 120]);
  });
  it.each([
    [0, 'start'],
    [150, 'middle'],
    [300, 'end'],
  ])('label at %i is anchored at its %s', (x, anchor) => {
    expect(label(x, 0, 300, 'value', 'floor +0.300')).toContain(`text-anchor="${anchor}"`);
  });
});

describe('tickLabel', () => {
  it('has a sign but at nought', () => {
    expect([-1, -0.5, 0, 0.5, 1].map(tickLabel)).toEqual(['−1', '−0.5', '0', '+0.5', '+1']);
  });
});
