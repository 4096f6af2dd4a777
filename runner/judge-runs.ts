/** From finished runs to judged, recorded and written cards. */
import { join } from 'node:path';
import { exitWithRecording } from '../records/exit-codes.ts';
import type { Recording, Report } from '../records/report.ts';
import type { Verdict } from '../records/terms.ts';
import { CARD_MAX_CHARS, cardMarkdown } from '../render/card-markdown.ts';
import { reportHtml } from '../render/report-html.ts';
import type { Context } from './context.ts';
import { errorText, prettyJson, storageError, writeOwn } from './files.ts';
import type { Kept } from './kept.ts';
import { LIMITS_URL } from './links.ts';
import { recordReports } from './record.ts';
import { reportRuns } from './reports.ts';
import type { LoadedSuite, LoadedThresholds } from './suites.ts';

/** How finished runs are judged. */
export interface JudgeRequest {
  readonly loaded: LoadedSuite;
  readonly thresholds: LoadedThresholds | null;
  readonly append: string | null;
  /** What this process judged itself; null when it reads runs of others. */
  readonly kept: Kept | null;
}

/** Reports one or more run folders, judges them, records them where asked, and writes the cards of what is new. */
export async function judgeAndRecord(
  context: Context,
  runDirs: readonly string[],
  request: JudgeRequest,
): Promise<{ reports: readonly Report[]; recordings: readonly Recording[]; exit: number }> {
  const reports = reportRuns(context, runDirs, request.loaded, request.thresholds, request.kept);
  const recordings: readonly Recording[] =
    request.append === null
      ? reports.map(() => ({ state: 'none' }))
      : await recordReports(context, request.append, runDirs, reports, request.loaded);
  const first = runDirs[0];
  // A report that only looks must not replace the card that tells where the run was recorded.
  const isNew = request.kept !== null || request.append !== null;
  if (first !== undefined && isNew) writeCards(context, first, reports, recordings);
  const verdict = worstVerdict(reports);
  const recorded = recordings.every(
    (item) => item.state === 'none' || item.state === 'recorded' || item.state === 'already_recorded',
  );
  return { reports, recordings, exit: exitWithRecording(verdict, recorded) };
}

/** fail before unverifiable before pass (I6); no report at all is unverifiable. */
export function worstVerdict(reports: readonly Report[]): Verdict {
  const verdicts = reports.map((report) => report.gate.verdict);
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'pass') ? 'pass' : 'unverifiable';
}

/** Writes the cards beside the evidence. A folder that cannot be written to hides no verdict: that is said, and no more. */
function writeCards(
  context: Context,
  runDir: string,
  reports: readonly Report[],
  recordings: readonly Recording[],
): void {
  const reproduce = reports[0] === undefined ? null : `operant report ${runDir}`;
  const options = { limitsUrl: LIMITS_URL, reproduce };
  try {
    writeOwn(join(runDir, 'report.json'), prettyJson(reports.length === 1 ? reports[0] : reports));
    writeOwn(join(runDir, 'card.md'), cardMarkdown(reports, recordings, { ...options, maxChars: CARD_MAX_CHARS }));
    writeOwn(join(runDir, 'report.html'), reportHtml(reports, recordings, options));
  } catch (error) {
    if (storageError(error, runDir) === error) throw error;
    context.progress(`operant: card.md, report.html and report.json could not be written: ${errorText(error)}`);
  }
}
