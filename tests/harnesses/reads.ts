/** What captures show of files that were read, next to the files as they were. */
import type { Harness } from '../../records/harness.ts';
import type { EvidenceProblem, ReadObservation } from '../../records/observation.ts';
import { decoded, type Fixture, fixture, type Lines } from './fixtures.ts';

/** A read without the place of its line. */
export type Read = Omit<ReadObservation, 'ref' | 'kind'>;

/** The reads of decoded records, in their order, and the problems. */
export function readsIn(harness: Harness, one: Fixture, files: readonly Lines[] = one.files) {
  const { trace } = decoded(harness, files, one.facts.exit);
  const reads: Read[] = trace.observations.flatMap((seen) => {
    if (seen.kind !== 'read') return [];
    const { ref: _, kind: __, ...read } = seen;
    return [read];
  });
  const problems: readonly EvidenceProblem[] = trace.problems;
  return { reads, problems };
}

/** The reads of a capture. */
export const readsOf = (harness: Harness, name: string) => readsIn(harness, fixture(harness.id, name));

/** A file that a tool of the CLI showed. */
export function shown(path: string, content: string, more: Partial<Read> = {}): Partial<Read> {
  return { via: 'tool', skill: null, path, done: true, startLine: 1, content, cut: false, ...more };
}

/** A read of which nothing was shown. */
export const FAILED: Partial<Read> = { done: false, startLine: null, content: null, cut: null };

/** The captured files with every line changed. */
export const changed = (one: Fixture, change: (line: string, path: string) => string): Lines[] =>
  one.files.map(({ path, lines }) => ({ path, lines: lines.map((line) => change(line, path)) }));

/** Every line of a text from one line to another, both counted from 1, without the last newline. */
export const part = (text: string, from: number, to: number): string =>
  text
    .split('\n')
    .slice(from - 1, to)
    .join('\n');

/** A skill's text below its front matter. */
export const withoutFrontMatter = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n\n/, '');
