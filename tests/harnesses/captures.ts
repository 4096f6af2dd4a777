/**
 * Captures that others made, checked where the folder is at hand: OPERANT_CAPTURES names a folder with one folder for
 * each CLI, which holds `NAME.jsonl` (standard output), `NAME.meta.json` and `NAME.session/…` (the CLI's own logs). They
 * are not part of the project; without them the tests say that they did not run.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Harness } from '../../records/harness.ts';
import type { EvidenceProblem } from '../../records/observation.ts';
import { type Decoded, decoded, ENDED_WELL, type Lines } from './fixtures.ts';

const ROOT = process.env['OPERANT_CAPTURES'];
const META = '.meta.json';

/** What is known of a capture: what was done, how it ended, and what the model's side planned. */
export const Meta = z.object({
  version: z.string(),
  scenario: z.string(),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  timed_out: z.boolean(),
  stdout_lines: z.int(),
  model_requests: z.array(z.object({ planned: z.union([z.string(), z.array(z.string())]).optional() })),
  result_txt: z.string().nullish(),
});
export type Meta = z.infer<typeof Meta>;

/** One capture: its folder and its name there. */
export interface Capture {
  readonly folder: string;
  readonly name: string;
}

/** Lines of a text file that are not empty. */
export const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

/** The captures in the folders of those names; none where OPERANT_CAPTURES names no folder. */
export function capturesIn(wanted: RegExp): Capture[] {
  if (ROOT === undefined || !existsSync(ROOT)) return [];
  const folders = readdirSync(ROOT).filter((folder) => wanted.test(folder));
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(META))
      .map((name) => ({ folder: join(ROOT, folder), name: name.slice(0, -META.length) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
}

/** A test that says that the captures did not run, or that there are some. */
export function testAtHand(captures: readonly Capture[]): void {
  test('are at hand', ({ skip }) => {
    skip(ROOT === undefined, 'not run: OPERANT_CAPTURES names no folder with captures');
    expect(captures.length).toBeGreaterThan(0);
  });
}

/** Where the logs of a CLI lie below `NAME.session`, and where a trial keeps them below `native/`. */
export interface Logs {
  readonly under: string;
  readonly into: string;
}

/** The logs of a capture, by the path that a trial keeps them under. */
export function logsOf({ folder, name }: Capture, { under, into }: Logs): Lines[] {
  const logs = join(folder, `${name}.session`, under);
  const paths = existsSync(logs) ? readdirSync(logs, { recursive: true, encoding: 'utf8' }) : [];
  return paths
    .filter((path) => path.endsWith('.jsonl'))
    .map((path) => ({ path: join('native', into, path), lines: linesOf(join(logs, path)) }));
}

/** A capture, read and decoded; with `logs` null from standard output alone. */
export function readCapture(
  harness: Harness,
  capture: Capture,
  logs: Logs | null,
): { readonly meta: Meta; readonly stdout: readonly string[]; readonly found: Decoded } {
  const path = join(capture.folder, capture.name);
  const meta = Meta.parse(JSON.parse(readFileSync(`${path}${META}`, 'utf8')));
  const stdout = linesOf(`${path}.jsonl`);
  const files = [{ path: 'stdout.raw', lines: stdout }, ...(logs === null ? [] : logsOf(capture, logs))];
  const exit = { ...ENDED_WELL, exitCode: meta.exit_code, signal: meta.signal, timedOut: meta.timed_out };
  return { meta, stdout, found: decoded(harness, files, exit) };
}

/** `success`, or the cause of what it is blocked by. */
export const endOf = ({ terminal }: Decoded): string => (terminal.state === 'success' ? 'success' : terminal.cause);

/** Phases of all delegates, sorted. */
export const phasesOf = ({ trace }: Decoded): string[] =>
  trace.observations.flatMap((one) => (one.kind === 'delegate' ? [one.phase] : [])).toSorted();

/** Input tokens of all requests, cached ones included. */
export const inputOf = ({ usage }: Decoded): number =>
  usage.requests.reduce((sum, { tokens }) => sum + (tokens.uncachedInput ?? 0) + (tokens.cacheRead ?? 0), 0);

/** Answers with usage that the model's side planned: tool calls, and those of the named kinds. */
export const plannedAnswers = (meta: Meta, kinds: readonly string[] = ['text', 'empty']): number =>
  meta.model_requests.filter(({ planned }) => Array.isArray(planned) || kinds.includes(planned ?? '')).length;

/** Problems that a capture explains by itself: by what was done to the run, and in which words they are told. */
export type Explained = readonly (readonly [holds: (meta: Meta, name: string) => boolean, known: RegExp])[];

/** The problems that nothing explains. */
export const unexplained = (
  { trace }: Decoded,
  meta: Meta,
  name: string,
  explained: Explained,
): readonly EvidenceProblem[] =>
  trace.problems.filter(({ message }) => !explained.some(([holds, known]) => holds(meta, name) && known.test(message)));
