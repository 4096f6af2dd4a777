import { describe, expect, it } from 'vitest';
import { mcnemar } from '../../statistics/paired.ts';
import {
  flakeRateUpper,
  mcnemarDetectableDrop,
  mcnemarPower,
  pairedDetectableDrop,
  unpairedDetectableDrop,
} from '../../statistics/power.ts';
import { binomialPmf } from '../../statistics/special.ts';

const points = (drop: number | null, digits: number) => (drop === null ? 'n/a' : (100 * drop).toFixed(digits));
const NOISES = [0, 0.02, 0.05, 0.1];
const ATTEMPTS = [1, 2, 3, 5, 10];

describe('mcnemarDetectableDrop', () => {
  it.each([
    [10, '67.3 71.3 77.1 n/a'],
    [12, '57.8 61.7 67.8 75.7'],
    [20, '36.6 40.4 46.0 53.4'],
    [30, '25.1 28.8 33.8 39.5'],
    [50, '15.4 18.9 23.0 28.2'],
    [100, '7.8 11.0 14.2 17.7'],
    [200, '3.9 6.6 8.9 11.4'],
  ])('%i tasks: the reference row over noise 0, 0.02, 0.05, 0.10', (tasks, row) => {
    expect(NOISES.map((noise) => points(mcnemarDetectableDrop(tasks, noise), 1)).join(' ')).toBe(row);
  });

  it('is null where five tasks can never reach significance', () => {
    expect(mcnemarDetectableDrop(5, 0)).toBeNull();
    expect(mcnemarDetectableDrop(6, 0)).not.toBeNull();
  });

  it('is the drop at which the power is reached', () => {
    const drop = mcnemarDetectableDrop(30, 0.05, { power: 0.9 }) ?? Number.NaN;
    expect(mcnemarPower(30, 0.05 + drop, 0.05)).toBeCloseTo(0.9, 10);
  });

  it('refuses an impossible design', () => {
    expect(() => mcnemarDetectableDrop(0, 0)).toThrow(RangeError);
    expect(() => mcnemarDetectableDrop(10, 0.5)).toThrow(RangeError);
    expect(() => mcnemarDetectableDrop(10, 0, { alpha: 0 })).toThrow(RangeError);
    expect(() => mcnemarDetectableDrop(10, 0, { power: 0.01 })).toThrow(RangeError);
  });
});

describe('mcnemarPower', () => {
  it.each([
    [12, 0.3, 0.05, 0.05],
    [15, 0.4, 0.1, 0.1],
    [9, 0.2, 0.2, 0.03125],
  ])('equals the sum over every table: %i tasks, %d and %d, alpha %d', (tasks, onlyBase, onlyHead, alpha) => {
    let expected = 0;
    for (let b = 0; b <= tasks; b += 1) {
      for (let c = 0; b + c <= tasks; c += 1) {
        if (mcnemar(b, c).p > alpha) continue;
        const differing = onlyBase + onlyHead;
        expected += binomialPmf(b + c, tasks, differing) * binomialPmf(b, b + c, onlyBase / differing);
      }
    }
    expect(mcnemarPower(tasks, onlyBase, onlyHead, alpha)).toBeCloseTo(expected, 12);
  });

  it('does not exceed alpha when nothing changed', () => {
    for (const noise of [0, 0.02, 0.1, 0.25]) {
      for (const tasks of [5, 10, 40, 120]) expect(mcnemarPower(tasks, noise, noise)).toBeLessThanOrEqual(0.05);
    }
  });

  it('refuses chances above 1', () => {
    expect(() => mcnemarPower(10, 0.7, 0.4)).toThrow(RangeError);
  });
});

describe('pairedDetectableDrop', () => {
  // 30 tasks × 1 attempt is 26.47 by the formula (2.04523 + 0.85419) × sqrt(0.25 / 30).
  it.each([
    [5, 0.01, 0.12, '83 60 50 40 31'],
    [10, 0.01, 0.12, '50 36 30 24 18'],
    [12, 0.01, 0.12, '44 32 27 21 16'],
    [20, 0.01, 0.12, '33 24 20 16 12'],
    [30, 0.01, 0.12, '26 19 16 13 10'],
    [50, 0.01, 0.12, '20 15 12 9.7 7.5'],
    [100, 0.01, 0.12, '14 10 8.5 6.8 5.2'],
    [12, 0, 0.08, '36 25 21 16 11'],
    [20, 0, 0.08, '26 19 15 12 8'],
  ])('%i tasks, variances %d and %d: the reference row over 1, 2, 3, 5, 10 attempts', (tasks, effect, attempt, row) => {
    const drops = row.split(' ').map((printed, index) => {
      const design = { tasks, attempts: ATTEMPTS[index] ?? 0, effectVariance: effect, attemptVariance: attempt };
      return points(pairedDetectableDrop(design), printed.includes('.') ? 1 : 0);
    });
    expect(drops.join(' ')).toBe(row);
  });

  it('is null with one task or where no possible drop would be seen, and refuses an impossible design', () => {
    const design = { tasks: 1, attempts: 1, effectVariance: 0.01, attemptVariance: 0.12 };
    expect(pairedDetectableDrop(design)).toBeNull();
    expect(pairedDetectableDrop({ ...design, tasks: 3, attemptVariance: 0.25 })).toBeNull();
    expect(() => pairedDetectableDrop({ ...design, attempts: 0 })).toThrow(RangeError);
    expect(() => pairedDetectableDrop({ ...design, attemptVariance: 0.3 })).toThrow(RangeError);
  });
});

describe('unpairedDetectableDrop', () => {
  it.each([
    [20, '42'],
    [50, '28'],
    [100, '20'],
    [200, '14'],
    [500, '9'],
  ])('%i an arm from a rate of 0.6', (perArm, expected) => {
    expect(points(unpairedDetectableDrop(0.6, perArm), 0)).toBe(expected);
  });

  it('is null when even a drop to 0 is not seen', () => {
    expect(unpairedDetectableDrop(0.2, 10)).toBeNull();
    expect(() => unpairedDetectableDrop(1.2, 10)).toThrow(RangeError);
  });
});

describe('flakeRateUpper', () => {
  it.each([
    [3, 0, '63'],
    [5, 0, '45'],
    [10, 0, '26'],
    [20, 0, '14'],
    [30, 1, '9.5'],
    [60, 1, '4.9'],
  ])('no flip in %i repeats', (repeats, digits, expected) => {
    expect(points(flakeRateUpper(0, repeats), digits)).toBe(expected);
    expect(flakeRateUpper(0, repeats)).toBeCloseTo(1 - 0.05 ** (1 / repeats), 12);
  });

  it('rises with flips, is 1 when all flipped, null without repeats', () => {
    expect(flakeRateUpper(1, 10)).toBeGreaterThan(flakeRateUpper(0, 10) ?? 1);
    expect(flakeRateUpper(10, 10)).toBe(1);
    expect(flakeRateUpper(0, 0)).toBeNull();
    expect(() => flakeRateUpper(3, 2)).toThrow(RangeError);
  });

  it('covers: at the bound, so few flips have a chance of 5 %', () => {
    const bound = flakeRateUpper(2, 25) ?? Number.NaN;
    const chance = [0, 1, 2].reduce((sum, flips) => sum + binomialPmf(flips, 25, bound), 0);
    expect(chance).toBeCloseTo(0.05, 10);
  });
});
