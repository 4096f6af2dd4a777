/** The digest of the code that decides: rows and regrades record it, so that two grades can be told apart (I12). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, sha256Hex } from '../records/digest.ts';
import type { Digest } from '../records/scalars.ts';

/** The folders whose code decides an outcome, a price or a verdict. */
export const EVALUATOR_FOLDERS = ['corpus', 'harnesses', 'records', 'scorers', 'statistics', 'thresholds'] as const;

/**
 * SHA-256 over the sorted lines `<path> <sha256 of the file>` of every `.ts` file of the deciding folders under `root`.
 * Code only: cases, rates and thresholds have digests of their own. A folder that does not exist adds nothing.
 */
export function evaluatorDigest(root: string): Digest {
  const lines = EVALUATOR_FOLDERS.flatMap((folder) => sourcesOf(root, folder))
    .sort()
    .map((path) => `${path} ${sha256Hex(readFileSync(join(root, path)))}`);
  return digestOf(`operant.evaluator/v1\n${lines.join('\n')}\n`);
}

function sourcesOf(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesOf(root, path);
    return entry.isFile() && entry.name.endsWith('.ts') ? [path] : [];
  });
}
