/** Keeps modules that are needed at almost every start in one file of a bundle that is split. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { SOURCE } from '../folders.ts';

/**
 * A bundler splits code by which files on demand reach it, so that a module that some of them need and others do not
 * gets a file of its own. This makes every file on demand import `path` and what it needs: all of that is then reached
 * from everywhere and stands together. None where there is no such file.
 */
export function together(root: string, path: string): Plugin[] {
  if (!existsSync(join(root, path))) return [];
  const target = join(root, path);
  const onDemand = filesOnDemand(root);
  return [
    {
      name: 'together',
      setup: (build) => {
        build.onLoad({ filter: /\.ts$/ }, (args) => {
          if (args.path === target || !onDemand.has(args.path)) return null;
          const text = readFileSync(args.path, 'utf8');
          return { contents: `${text}\nimport ${JSON.stringify(target)};\n`, loader: 'ts' };
        });
      },
    },
  ];
}

/** Source files that an `import()` names, but for the one that the entry itself loads first. */
function filesOnDemand(root: string): ReadonlySet<string> {
  const files = SOURCE.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  );
  const found = new Set<string>();
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/\bimport\('(\.[^']+\.ts)'\)/g)) {
      found.add(resolve(dirname(file), path));
    }
  }
  return found;
}
