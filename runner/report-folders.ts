/** `report`: finds the suite and thresholds of finished runs and judges them. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../records/errors.ts';
import type { Recording, Report } from '../records/report.ts';
import type { Context } from './context.ts';
import { judgeAndRecord } from './judge-runs.ts';
import { keptThresholds } from './kept-thresholds.ts';
import { readRunFile } from './run-file.ts';
import { chooseThresholds, loadSuite } from './suites.ts';

export interface ReportRequest {
  readonly suite: string | null;
  readonly thresholds: string | null;
  readonly append: string | null;
}

/** Reports run folders. Several must be shards of one plan. */
export async function reportFolders(
  context: Context,
  folders: readonly string[],
  request: ReportRequest,
): Promise<{ reports: readonly Report[]; recordings: readonly Recording[]; exit: number }> {
  const runDirs = folders.map((folder) => resolve(context.cwd, folder));
  for (const [index, runDir] of runDirs.entries()) {
    if (!existsSync(join(runDir, 'run.json'))) {
      throw new UsageError(
        `${folders[index]} is not a run folder: it has no run.json`,
        'Name the folder that operant run printed.',
      );
    }
  }
  const run = readRunFile(runDirs[0] ?? '');
  const loaded = await loadSuite(context, request.suite ?? run.suiteReference);
  const kept = request.thresholds === null ? keptThresholds(runDirs) : null;
  const thresholds = kept ?? (await chooseThresholds(context, request.thresholds, loaded));
  return judgeAndRecord(context, runDirs, { loaded, thresholds, append: request.append, kept: null });
}
