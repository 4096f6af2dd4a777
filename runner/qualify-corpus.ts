/** Qualifies every suite of a corpus: all of `corpus/suites/` in the working folder. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../records/errors.ts';
import type { Context } from './context.ts';
import { globMatcher } from './plan.ts';
import { type Qualification, qualify } from './qualify.ts';
import { triedCases } from './qualify-attempts.ts';
import { readSources } from './suite-files.ts';

/** Suite files of the corpus in the working folder, sorted. */
export function corpusSuites(context: Context): string[] {
  const folder = join('corpus', 'suites');
  try {
    const names = readdirSync(join(context.cwd, folder)).filter((name) => /\.ya?ml$/.test(name));
    return names.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Qualifies every suite of the corpus in the working folder; what the record says of anything else goes. */
export async function qualifyCorpus(
  context: Context,
  globs: readonly string[],
  check: boolean,
): Promise<readonly Qualification[]> {
  const files = corpusSuites(context);
  if (files.length === 0)
    throw new UsageError(
      'There is no suite below corpus/suites',
      'Name one with --suite, for example --suite suite.yaml.',
    );
  const ids = new Set(files.flatMap((file) => idsOf(context, file)));
  const chosen = files.filter((file) => globs.length === 0 || matchesAny(idsOf(context, file), globs));
  if (chosen.length === 0)
    throw new UsageError(`No case of the corpus matches ${globs.join(' ')}`, 'See operant list.');
  const found: Qualification[] = [];
  for (const file of chosen) found.push(await qualify(context, file, globs, check, ids));
  return found;
}

function idsOf(context: Context, file: string): readonly string[] {
  const { sources } = readSources(resolve(context.cwd, file), file);
  return sources === null ? [] : triedCases(sources).map(({ task }) => task.id);
}

function matchesAny(ids: readonly string[], globs: readonly string[]): boolean {
  const matchers = globs.map(globMatcher);
  return ids.some((id) => matchers.some((matches) => matches(id)));
}
