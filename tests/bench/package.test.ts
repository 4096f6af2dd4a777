import { describe, expect, it } from 'vitest';
import { benchPackage } from '../../tools/bench/package.ts';
import { holds } from '../../tools/bench/result.ts';
import { ROOT, tree } from '../repo/tree.ts';

const MANIFEST = { name: 'planted', version: '1.0.0', files: ['big.bin'] };

describe('benchPackage', () => {
  it('finds the package of this repository small and without run-time dependencies', () => {
    const figures = benchPackage(ROOT);
    expect(figures.map(({ unit }) => unit)).toEqual(['MiB', 'packages']);
    expect(figures.every(holds)).toBe(true);
    expect(figures[0]?.value).toBeGreaterThan(0.05);
  });

  it.each(['dependencies', 'optionalDependencies', 'peerDependencies'])('counts %s', (field) => {
    const root = tree({ 'package.json': JSON.stringify({ ...MANIFEST, [field]: { zod: '4' } }), 'big.bin': 'x' });
    expect(benchPackage(root).map(holds)).toEqual([true, false]);
  });

  it('weighs what would be packed', () => {
    const noise = Array.from({ length: 11 * 1024 * 256 }, () => Math.trunc(Math.random() * 2 ** 32).toString(16)).join(
      '',
    );
    const root = tree({ 'package.json': JSON.stringify(MANIFEST), 'big.bin': noise });
    const figures = benchPackage(root);
    expect(figures[0]?.value).toBeGreaterThan(10);
    expect(figures.map(holds)).toEqual([false, true]);
  });
});
