/** What the published package weighs and brings with it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Figure } from './result.ts';

const Packed = z.array(z.object({ size: z.int(), unpackedSize: z.int(), entryCount: z.int() })).length(1);

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
});

const MEBIBYTE = 1024 * 1024;

/** Size of the packed package in MiB, and how many packages an installation of it would fetch besides. */
export function benchPackage(root: string): Figure[] {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packed = Packed.parse(JSON.parse(printed));
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const others = Object.values(manifest).flatMap((names) => Object.keys(names ?? {}));
  return [
    figure(
      'packed package',
      packed.map(({ size }) => size / MEBIBYTE),
      'MiB',
      10,
    ),
    figure('packages it needs at run time', [others.length], 'packages', 0),
  ];
}

function figure(name: string, samples: readonly number[], unit: string, limit: number): Figure {
  return { name, value: Math.max(...samples), unit, limit, sides: [] };
}
