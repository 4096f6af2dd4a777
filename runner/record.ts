/** Records reports as rows of a ledger and says what became of each. Never changes a verdict. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunClass } from '../bench-results/append.ts';
import type { LedgerFile } from '../bench-results/files.ts';
import { rowBody, suiteRecord } from '../bench-results/from-report.ts';
import { suiteKey } from '../corpus/digests.ts';
import { EvidenceError } from '../records/errors.ts';
import type { Recording, Report } from '../records/report.ts';
import type { Row, RowBody } from '../records/row.ts';
import type { DecisionClass } from '../records/terms.ts';
import { type Context, instant } from './context.ts';
import { branchPage } from './dashboard-files.ts';
import { errorText, prettyJson, writeOwn } from './files.ts';
import type { AppendOutcome, Ledger } from './ledger/ledger.ts';
import { openLedger } from './ledger/open.ts';
import { readRunFile } from './run-file.ts';
import type { LoadedSuite } from './suites.ts';
import { verifiedIndex } from './trial-files.ts';

/** The verified rows of a ledger. */
export async function rowsOf(spec: string): Promise<readonly Row[]> {
  return (await openLedger(spec).read()).rows;
}

/** Appends one row per report, in order. A report that could not be recorded is kept as unrecorded-row.json. */
export async function recordReports(
  context: Context,
  spec: string,
  runDirs: readonly string[],
  reports: readonly Report[],
  loaded: LoadedSuite,
): Promise<readonly Recording[]> {
  const ledger = openLedger(spec, { env: context.env, interrupt: context.interrupt });
  const page = branchPage(context.dataDir);
  const recordings: Recording[] = [];
  for (const report of reports) {
    const body = bodyOf(context, runDirs, report, loaded);
    const outcome = await appendSafely(ledger, body, { report, loaded, page });
    recordings.push(recordingOf(outcome, ledger, runDirs, body));
  }
  return recordings;
}

function bodyOf(context: Context, runDirs: readonly string[], report: Report, loaded: LoadedSuite): RowBody {
  const first = runDirs[0] ?? '.';
  const run = readRunFile(first);
  return rowBody(report, {
    recordedAt: instant(context.now()),
    subject: { repository: null, kind: 'local', ref: null, sha: null, baseSha: null, number: null, side: report.side },
    origin: 'local',
    suiteKey: suiteKey(
      loaded.suite.digest,
      loaded.suite.cases.map((task) => task.digest),
      run.plan.attempts,
    ),
    timeoutMs: run.plan.timeoutMs,
    concurrency: run.concurrency,
    workflow: null,
    runner: { os: run.platform.os, arch: run.platform.arch, environment: 'local' },
    evidenceFiles: evidenceFiles(runDirs, report),
  });
}

/** Evidence files of a group's trials: each lies in the folder of the shard that ran it. */
function evidenceFiles(runDirs: readonly string[], report: Report): number {
  const folders = report.trials.flatMap((trial) => runDirs.map((runDir) => dirname(join(runDir, trial.report))));
  const there = folders.filter((folder) => existsSync(join(folder, 'index.json')));
  return there.reduce((sum, folder) => sum + verifiedIndex(folder).files.length, 0);
}

/** What comes with a row that is appended. */
interface Appended {
  readonly report: Report;
  readonly loaded: LoadedSuite;
  readonly page: readonly LedgerFile[];
}

async function appendSafely(
  ledger: Ledger,
  body: RowBody,
  { report, loaded, page }: Appended,
): Promise<AppendOutcome | EvidenceError> {
  const classes = new Map<string, DecisionClass>();
  for (const task of loaded.suite.cases) if ('class' in task) classes.set(task.id, task.class);
  const runClass: RunClass = report.smokeBecause.some((reason) => reason.startsWith('unclassified'))
    ? 'unclassified'
    : report.tier;
  try {
    return await ledger.append(body, { runClass, use: 'own', suite: suiteRecord(report, classes), page });
  } catch (error) {
    if (error instanceof EvidenceError) return error;
    return new EvidenceError('storage', errorText(error));
  }
}

function recordingOf(
  outcome: AppendOutcome | EvidenceError,
  ledger: Ledger,
  runDirs: readonly string[],
  body: RowBody,
): Recording {
  const place = ledger.describe();
  if (outcome instanceof EvidenceError) return keep(place, outcome.message, runDirs, body);
  switch (outcome.kind) {
    case 'recorded':
    case 'already_recorded':
      return {
        state: outcome.kind,
        ledger: place,
        seq: outcome.row.seq,
        count: outcome.count,
        receipt: outcome.row.receipt,
      };
    case 'refused':
      return {
        state: 'refused',
        ledger: place,
        code: outcome.refusal.code,
        message: `${outcome.refusal.message} ${outcome.refusal.next}`,
      };
    case 'unrecorded':
      return keep(place, `${outcome.message} ${outcome.next}`, runDirs, body);
  }
}

function keep(place: string, message: string, runDirs: readonly string[], body: RowBody): Recording {
  const kept = join(runDirs[0] ?? '.', 'unrecorded-row.json');
  try {
    writeOwn(kept, prettyJson(body));
    return { state: 'unrecorded', ledger: place, message, kept };
  } catch (error) {
    return {
      state: 'unrecorded',
      ledger: place,
      message: `${message} Nor could it be kept: ${errorText(error)}`,
      kept,
    };
  }
}
