/** Copies native records out of the candidate's home into the trial folder: regular files only, bounded, no links. */
import { copyFileSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NativeSource } from '../records/harness.ts';
import { walk } from './native-files.ts';

/** Most files and bytes that are taken from one trial. */
const MAX_FILES = 2000;
const MAX_BYTES = 1024 * 1024 * 1024;

/**
 * Collects a harness's native records. With a login in place the home is shared with earlier work, so only files
 * changed since the trial began are taken; the decoder drops those of other sessions.
 */
export function collectNative(
  trialDir: string,
  home: string,
  sources: readonly NativeSource[],
  changedSince: number | null,
): number {
  let files = 0;
  let bytes = 0;
  for (const source of sources) {
    const root = join(home, source.under);
    for (const path of walk(root)) {
      if (!path.endsWith(source.suffix)) continue;
      const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
      if (stat === undefined || (changedSince !== null && stat.mtimeMs < changedSince)) continue;
      files++;
      bytes += stat.size;
      if (files > MAX_FILES || bytes > MAX_BYTES) return files;
      const target = join(trialDir, 'native', source.into, path);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      copyFileSync(join(root, path), target);
    }
  }
  return files;
}
