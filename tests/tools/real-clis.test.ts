import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { pinnedClis, realCli } from '../../tools/real-clis.ts';

describe('pinnedClis', () => {
  test.each(Object.entries(pinnedClis()))('%s is pinned by exact version and by content', (_, cli) => {
    expect(cli.version).toMatch(/^\d+\.\d+\.\d+$/);
    for (const { install, integrity } of Object.values(cli.platforms)) {
      expect(install).toContain(`@${cli.version}`);
      expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    }
  });
});

const Lock = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional(), resolved: z.string().optional() })),
});

describe('locks of dependencies', () => {
  const locked = Object.entries(pinnedClis()).flatMap(([id, { platforms }]) =>
    Object.values(platforms).flatMap(({ lock, folder, integrity }) => (lock ? [{ id, lock, folder, integrity }] : [])),
  );

  test.each(locked)('$id: the lock names the same package and a digest for each dependency', (one) => {
    const text = readFileSync(join(import.meta.dirname, '..', 'real', one.lock), 'utf8');
    const { '': own, ...packages } = Lock.parse(JSON.parse(text)).packages;
    expect(own).toBeDefined();
    expect(packages[`node_modules/${one.folder}`]?.integrity).toBe(one.integrity);
    for (const { integrity, resolved } of Object.values(packages)) {
      expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
      expect(resolved).toBeUndefined();
    }
  });
});

describe('realCli', () => {
  test('says why a command line is not run, and never that it is ready', () => {
    expect(realCli('no-such-cli')).toEqual({
      id: 'no-such-cli',
      notRun: 'it is not pinned in tests/real/clis.json',
    });
  });
});
