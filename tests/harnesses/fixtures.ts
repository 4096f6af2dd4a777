/** Native records of fixtures/harnesses/, read into memory so that tests can damage them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ExitFacts, type Harness, type NativeFile, type NativeLine, type Terminal } from '../../records/harness.ts';
import type { Trace } from '../../records/observation.ts';
import type { TrialUsage } from '../../records/usage.ts';

const ROOT = join(import.meta.dirname, '..', '..', 'fixtures', 'harnesses');

/** What is known of a capture: what was done, and what the model's side sent. */
export const Facts = z.strictObject({
  harness: z.string(),
  version: z.string().nullable(),
  what: z.string(),
  model: z.string().nullable(),
  exit: ExitFacts,
  terminal: z.string(),
  coverage: z.enum(['complete', 'lower_bound', 'unknown']),
  sent: z
    .strictObject({ input: z.int(), cached: z.int(), written: z.int(), output: z.int(), reasoning: z.int() })
    .nullable(),
  answers: z.int().nullable(),
});
export type Facts = z.infer<typeof Facts>;

/** A native file as a list of lines. */
export interface Lines {
  readonly path: string;
  readonly lines: readonly string[];
}

/** One captured run. */
export interface Fixture {
  readonly name: string;
  readonly facts: Facts;
  readonly files: readonly Lines[];
}

/** A native file in memory. `whole` false: the last line has no newline. */
export function native(path: string, lines: readonly string[], whole = true): NativeFile {
  return {
    path,
    lines: function* () {
      for (const [index, text] of lines.entries()) {
        const last = index === lines.length - 1;
        const line: NativeLine = { number: index + 1, text, problem: last && !whole ? 'no_final_newline' : null };
        yield line;
      }
    },
  };
}

function linesOf(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The native files below a folder: stdout.raw and everything under native/. */
export function filesBelow(folder: string): Lines[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path === 'stdout.raw' || (path.startsWith('native/') && path.endsWith('.jsonl')))
    .sort()
    .map((path) => ({ path, lines: linesOf(join(folder, path)) }));
}

/** The captures of a harness, by name. */
export function fixturesOf(harness: string): Fixture[] {
  const folder = join(ROOT, harness);
  return readdirSync(folder)
    .sort()
    .map((name) => ({
      name,
      facts: Facts.parse(JSON.parse(readFileSync(join(folder, name, 'facts.json'), 'utf8'))),
      files: filesBelow(join(folder, name)),
    }));
}

/** One capture by name. Throws when it is missing. */
export function fixture(harness: string, name: string): Fixture {
  const found = fixturesOf(harness).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no fixture ${harness}/${name}`);
  return found;
}

/** What a harness makes of a run. */
export interface Decoded {
  readonly trace: Trace;
  readonly terminal: Terminal;
  readonly usage: TrialUsage;
}

/** Decodes files under the exit facts of a run. */
export function decoded(harness: Harness, files: readonly Lines[], exit: ExitFacts): Decoded {
  const trace = harness.decode(files.map(({ path, lines }) => native(path, lines)));
  return { trace, terminal: harness.terminal(trace, exit), usage: harness.usage(trace) };
}

/** The files with one line of one of them left out. */
export function without(files: readonly Lines[], file: number, line: number): Lines[] {
  return files.map((one, index) =>
    index === file ? { ...one, lines: one.lines.filter((_, number) => number !== line) } : one,
  );
}

/** Exit facts of a program that ended well. */
export const ENDED_WELL: ExitFacts = {
  exitCode: 0,
  signal: null,
  timedOut: false,
  overflow: false,
  interrupted: false,
  spawnError: null,
};
