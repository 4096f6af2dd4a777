/** The bounds of a person's own that a run was judged by, kept in its folder so that a later report judges by the same. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../records/errors.ts';
import { Thresholds } from '../records/thresholds.ts';
import { readDocument, writeJson } from './files.ts';
import { type LoadedThresholds, withDigest } from './suites.ts';

const NAME = 'thresholds.json';

/** Keeps them in a run folder. */
export function keepThresholds(runDir: string, { thresholds }: LoadedThresholds): void {
  writeJson(join(runDir, NAME), thresholds);
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
