/** What stands in a run folder, for tests that compare it before and after. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TrialResult } from '../../../records/trial.ts';

/** A trial folder with its result; null when the runner was killed before it wrote one. */
export interface TrialFolder {
  readonly name: string;
  readonly result: TrialResult | null;
}

/** The trial folders, sorted; none when the run was stopped before its first trial. */
export function trialFoldersOf(runDir: string): readonly TrialFolder[] {
  if (!existsSync(join(runDir, 'trials'))) return [];
  return readdirSync(join(runDir, 'trials'))
    .sort()
    .map((name) => {
      const path = join(runDir, 'trials', name, 'result.json');
      return { name, result: existsSync(path) ? TrialResult.parse(JSON.parse(readFileSync(path, 'utf8'))) : null };
    });
}

/** A trial that came to its end, whatever the outcome. */
export function isFinished({ result }: TrialFolder): boolean {
  if (result === null) return false;
  const { outcome } = result.grade;
  return !(outcome.state === 'ungraded' && outcome.cause === 'interrupted');
}

/** Digest of every file below these trial folders: path to SHA-256. */
export function bytesOf(runDir: string, names: readonly string[]): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of names) {
    for (const entry of readdirSync(join(runDir, 'trials', name), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      found[path.slice(runDir.length)] = createHash('sha256').update(readFileSync(path)).digest('hex');
    }
  }
  return found;
}

/** Outcome state by case of the finished trials; a case that finished twice is named so. */
export function outcomesOf(runDir: string): Readonly<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const folder of trialFoldersOf(runDir).filter(isFinished)) {
    const { result } = folder;
    if (result === null) continue;
    outcomes[result.case] = result.case in outcomes ? 'finished twice' : result.grade.outcome.state;
  }
  return outcomes;
}
