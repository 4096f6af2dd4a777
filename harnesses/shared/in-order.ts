/** Puts observations into the order of the records that they come from. */
import type { Observation } from '../../records/observation.ts';

/** Observations by the given order of files, lines in each; those of one line, and of other files, stay as they are. */
export function inOrder(observations: readonly Observation[], files: readonly string[]): Observation[] {
  const byFile = new Map<string, Observation[]>(files.map((file) => [file, []]));
  const others: Observation[] = [];
  for (const one of observations) (byFile.get(one.ref.file) ?? others).push(one);
  const ordered: Observation[] = [];
  for (const list of [...byFile.values(), others]) {
    list.sort((a, b) => a.ref.line - b.ref.line);
    for (const one of list) ordered.push(one);
  }
  return ordered;
}
