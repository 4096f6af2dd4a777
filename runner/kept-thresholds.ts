/** The bounds of a person's own that a run was judged by, kept in its folder so that a later report judges by the same. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../records/errors.ts';
import { Thresholds } from '../records/thresholds.ts';
import { prettyJson, readDocument, replaceFile } from './files.ts';
import { type LoadedThresholds, withDigest } from './suites.ts';

const NAME = 'thresholds.json';

/**
 * Keeps them in a run folder once every candidate has ended; null: none of a person's own. What lies there under that name
 * was put there by somebody else, an agent that nothing contains for one, and goes.
 */
export function keepThresholds(runDir: string, own: LoadedThresholds | null): void {
  const path = join(runDir, NAME);
  rmSync(path, { recursive: true, force: true });
  if (own !== null) replaceFile(path, prettyJson(own.thresholds));
}

/** What the folders of one run keep; null where it was judged by what ships with the suite, or by nothing. */
export function keptThresholds(runDirs: readonly string[]): LoadedThresholds | null {
  const [first = null, ...others] = runDirs.map(read);
  if (others.some((other) => other?.digest !== first?.digest)) {
    throw new UsageError(
      'These shards were judged by different thresholds',
      'Name the ones to judge by: --thresholds FILE.',
    );
  }
  return first;
}

function read(runDir: string): LoadedThresholds | null {
  const path = join(runDir, NAME);
  return existsSync(path) ? withDigest(readDocument(path, Thresholds, 'a thresholds document')) : null;
}
