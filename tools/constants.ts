/** The constants that the bundler and the test runner put into the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { evaluatorDigest } from './evaluator.ts';

const Manifest = z.object({ version: z.string().min(1) });

/** The version in `package.json` under `root`. Throws when there is none. */
export function packageVersion(root: string): string {
  return Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version;
}

/** `define` entries for esbuild and vitest: names to JavaScript source text. */
export function definedConstants(root: string): Record<string, string> {
  return {
    __OPERANT_VERSION__: JSON.stringify(packageVersion(root)),
    __OPERANT_EVALUATOR__: JSON.stringify(evaluatorDigest(root)),
  };
}
