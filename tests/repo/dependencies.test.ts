import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeBundle } from '../../tools/dist/bundle.ts';
import { bundledPackages } from '../../tools/dist/third-party.ts';
import { ROOT } from './tree.ts';

const Manifest = z.object({
  dependencies: z.undefined().optional(),
  peerDependencies: z.undefined().optional(),
  optionalDependencies: z.undefined().optional(),
  devDependencies: z.record(z.string(), z.string()),
});

const manifest = Manifest.safeParse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));

/** The rows of the table in docs/decisions/dependencies.md: package, and what its last column says. */
function decided(): ReadonlyMap<string, string> {
  const text = readFileSync(join(ROOT, 'docs/decisions/dependencies.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Package '));
  return new Map(
    rows.map((row) => {
      const cells = row.split('|').map((cell) => cell.trim());
      return [cells[1] ?? '', cells[5] ?? ''];
    }),
  );
}

describe('package.json', () => {
  it('installs nothing with the published package', () => {
    expect(manifest.error).toBeUndefined();
  });

  it('names the packages that docs/decisions/dependencies.md decides on, and no other', () => {
    expect(Object.keys(manifest.data?.devDependencies ?? {}).sort()).toEqual([...decided().keys()].sort());
  });
});

describe('dist/', () => {
  it('bundles no package that is decided to stay out', async () => {
    const { metafile } = await makeBundle(ROOT, { entry: 'cli/operant.ts', folder: 'cli', name: 'operant' });
    const out = [...decided()].filter(([, ships]) => ships === 'no').map(([name]) => `node_modules/${name}`);
    expect(out.length).toBeGreaterThan(0);
    expect(bundledPackages(metafile).filter((folder) => out.includes(folder))).toEqual([]);
  });
});
