/** The licences of the packages that are bundled into dist/. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import * as z from 'zod';

const Manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** Folders (`node_modules/<name>`) of the packages that have code in the outputs, sorted. */
export function bundledPackages(metafile: Metafile): readonly string[] {
  const folders = new Set<string>();
  for (const output of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
      if (bytesInOutput > 0 && folder !== undefined) folders.add(folder);
    }
  }
  return [...folders].sort();
}

/** What stands for the text of a licence that asks for none: the work is in the public domain. */
const PUBLIC_DOMAIN: Readonly<Record<string, string>> = {
  'CC0-1.0': 'Dedicated to the public domain (https://creativecommons.org/publicdomain/zero/1.0/).\n',
};

/** The text of THIRD_PARTY.txt. Throws when a bundled package names no licence or carries no licence text. */
export function thirdPartyText(root: string, packages: readonly string[]): string {
  const parts = packages.map((folder) => {
    const { name, version, license } = Manifest.parse(
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
    );
    return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n\n${PUBLIC_DOMAIN[license] ?? licenceText(root, folder)}\n`;
  });
  const intro = packages.length === 0 ? 'No other package is part of this bundle.' : 'Packages that are part of it:';
  return `Operant is published under the MIT licence. ${intro}\n\n${parts.join('\n')}`;
}

function licenceText(root: string, folder: string): string {
  const names = readdirSync(join(root, folder))
    .filter((name) => /^(licen[cs]e|notice|copying)([.-]|$)/i.test(name))
    .sort();
  if (names.length === 0) throw new Error(`${folder} carries no licence text; it cannot be bundled`);
  return names
    .map(
      (name) =>
        `${readFileSync(join(root, folder, name), 'utf8')
          .replaceAll('\r\n', '\n')
          .trim()}\n`,
    )
    .join('\n');
}
