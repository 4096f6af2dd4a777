/** Copies native records out of the candidate's home into the trial folder: regular files only, bounded, no links. */
import { copyFileSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { NativeSource } from '../records/harness.ts';
import { statOf, walk } from './native-files.ts';
import { OUTPUT_CAP } from './process.ts';

/** Most files and bytes that are taken from one trial. */
const MOST = { files: 2000, bytes: 1024 * 1024 * 1024 };

/** File of the candidate's final message, in its home and then in the trial folder. */
export const FINAL_FILE = 'final.raw';

/** Collects the final message. A link or a FIFO of its name is none: reading it could lead anywhere, or never end. */
export function collectFinal(trialDir: string, home: string): void {
  const path = join(home, FINAL_FILE);
  const stat = statOf(path);
  if (stat?.isFile() && stat.size <= OUTPUT_CAP) copyFileSync(path, join(trialDir, FINAL_FILE));
}

/**
 * Collects a harness's native records. With a login in place the home is shared with earlier work, so only files
 * changed since the trial began are taken; the decoder drops those of other sessions.
 */
export function collectNative(
  trialDir: string,
  home: string,
  sources: readonly NativeSource[],
  changedSince: number | null,
  most = MOST,
): number {
  let files = 0;
  let bytes = 0;
  for (const source of sources) {
    const root = join(home, source.under);
    if (!isBelow(home, root)) continue;
    for (const path of walk(root)) {
      if (!path.endsWith(source.suffix)) continue;
      const stat = statOf(join(root, path));
      if (stat === null || (changedSince !== null && stat.mtimeMs < changedSince)) continue;
      files++;
      bytes += stat.size;
      if (files > most.files || bytes > most.bytes) return files;
      const target = join(trialDir, 'native', source.into, path);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      copyFileSync(join(root, path), target);
    }
  }
  return files;
}

/** False when a link on the way leads out of the home, to files that are not the candidate's. */
function isBelow(home: string, folder: string): boolean {
  try {
    return realpathSync(folder).startsWith(realpathSync(home) + sep);
  } catch {
    return false;
  }
}
