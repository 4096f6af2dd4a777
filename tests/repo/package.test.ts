import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ROOT } from './tree.ts';

const Packed = z.array(
  z.object({ size: z.int(), files: z.array(z.object({ path: z.string(), size: z.int(), mode: z.int() })) }),
);

const MEGABYTE = 1024 * 1024;

/** What `npm pack` would put into the published package. */
function packed(): z.infer<typeof Packed>[number] | undefined {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
  const run = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 });
  return Packed.parse(JSON.parse(run.stdout))[0];
}

describe('the published package', () => {
  const { files = [], size = 0 } = packed() ?? {};
  const paths = files.map(({ path }) => path);

  it('holds the bundle, its documents and nothing else', () => {
    const others = paths.filter((path) => !path.startsWith('dist/cli/'));
    const documents = ['CHANGELOG.md', 'LICENSE', 'README.md'].filter((path) => existsSync(join(ROOT, path)));
    expect(others.sort()).toEqual([...documents, 'package.json'].sort());
    expect(paths).toContain('dist/cli/operant.mjs');
    expect(paths).toContain('dist/cli/THIRD_PARTY.txt');
  });

  it('carries no source, no source map and no test', () => {
    expect(paths.filter((path) => /\.(?:ts|map)$|\.test\./.test(path))).toEqual([]);
  });

  it('is at most 10 MB packed', () => {
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(10 * MEGABYTE);
  });

  it('starts from an executable', () => {
    expect((files.find(({ path }) => path === 'dist/cli/operant.mjs')?.mode ?? 0) & 0o111).not.toBe(0);
  });
});
