import { describe, expect, it } from 'vitest';
import { randomFromDigest, xoshiro128 } from '../../statistics/random.ts';

const take = (random: { next(): number }, count: number) => Array.from({ length: count }, () => random.next());

describe('xoshiro128', () => {
  it('gives the published sequence for the state 1, 2, 3, 4', () => {
    const expected = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849];
    expect(take(xoshiro128([1, 2, 3, 4]), 8)).toEqual(expected);
  });

  it('fills a buffer with the numbers that next would give, and goes on from there', () => {
    const one = xoshiro128([9, 8, 7, 6]);
    const other = xoshiro128([9, 8, 7, 6]);
    const buffer = new Uint32Array(100);
    one.fill(buffer);
    expect([...buffer]).toEqual(take(other, 100));
    expect(one.next()).toBe(other.next());
  });

  it('refuses the all-zero state', () => {
    expect(() => xoshiro128([0, 0, 0, 0])).toThrow(RangeError);
  });
});

describe('randomFromDigest', () => {
  const hex = '0123456789abcdef'.repeat(4);

  it('gives the same numbers for the same digest, with and without its tag', () => {
    const expected = take(randomFromDigest(hex), 20);
    expect(take(randomFromDigest(hex), 20)).toEqual(expected);
    expect(take(randomFromDigest(`sha256:${hex}`), 20)).toEqual(expected);
  });

  it('gives other numbers when any one digit changes', () => {
    const seen = new Set<string>();
    for (let at = 0; at < hex.length; at += 1) {
      const changed = `${hex.slice(0, at)}${hex[at] === 'f' ? '0' : 'f'}${hex.slice(at + 1)}`;
      seen.add(take(randomFromDigest(changed), 4).join());
    }
    seen.add(take(randomFromDigest(hex), 4).join());
    expect(seen.size).toBe(hex.length + 1);
  });

  it('spreads evenly over 16 classes', () => {
    const counts = Array<number>(16).fill(0);
    const random = randomFromDigest(hex);
    for (let draw = 0; draw < 160_000; draw += 1) {
      const slot = random.next() >>> 28;
      counts[slot] = (counts[slot] ?? 0) + 1;
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeLessThan(40);
    expect(chiSquare).toBeGreaterThan(3);
  });

  it.each(['', 'abc', '0123456789ABCDEF', 'sha256:', 'zz23456789abcdef'])('refuses the seed %j', (seed) => {
    expect(() => randomFromDigest(seed)).toThrow(RangeError);
  });
});
