/**
 * Captures of the Gemini CLI that others made, checked where the folder is at hand: OPERANT_CAPTURES names a folder
 * with `gemini/NAME.jsonl`, `gemini/NAME.meta.json` and `gemini/NAME.session/gemini/…`. They are not part of the
 * project; without them the test says that it did not run.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { harness } from '../../../harnesses/gemini/index.ts';
import { type Decoded, decoded, ENDED_WELL, type Lines } from '../fixtures.ts';

const ROOT = process.env['OPERANT_CAPTURES'];
const FOLDER = ROOT === undefined ? null : join(ROOT, 'gemini');

const Meta = z.object({
  scenario: z.string(),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  timed_out: z.boolean(),
  stdout_lines: z.int(),
  model_requests: z.array(z.object({ planned: z.union([z.string(), z.array(z.string())]).optional() })),
  result_txt: z.string().nullish(),
});
type Meta = z.infer<typeof Meta>;

/** The end that belongs to a capture. */
const ENDS: Readonly<Record<string, string>> = {
  'auth-error': 'auth',
  'mid-stream-cut': 'provider',
  'timeout-kill': 'deadline',
  'connection-refused': 'deadline',
  'empty-answer': 'cli_error',
};

/** Problems that a capture explains by itself, by what was done to the run. */
const EXPLAINED: readonly (readonly [(meta: Meta) => boolean, RegExp])[] = [
  [(meta) => meta.timed_out, /lacks its last line|had not ended when its log stopped/],
  [(meta) => ['auth-error', 'mid-stream-cut'].includes(meta.scenario), /had not ended when its log stopped/],
];

function lines(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

function read(folder: string, name: string): { meta: Meta; files: Lines[]; decoded: Decoded } {
  const meta = Meta.parse(JSON.parse(readFileSync(join(folder, `${name}.meta.json`), 'utf8')));
  const files: Lines[] = [{ path: 'stdout.raw', lines: lines(join(folder, `${name}.jsonl`)) }];
  const logs = join(folder, `${name}.session`, 'gemini', 'tmp');
  const paths = existsSync(logs) ? readdirSync(logs, { recursive: true, encoding: 'utf8' }) : [];
  for (const path of paths.filter((one) => one.endsWith('.jsonl'))) {
    files.push({ path: `native/chats/${path}`, lines: lines(join(logs, path)) });
  }
  const exit = { ...ENDED_WELL, exitCode: meta.exit_code, signal: meta.signal, timedOut: meta.timed_out };
  return { meta, files, decoded: decoded(harness, files, exit) };
}

/** Answers with usage that the model's side planned. */
const answers = (meta: Meta) =>
  meta.model_requests.filter(({ planned }) => Array.isArray(planned) || planned === 'text' || planned === 'empty')
    .length;

const names =
  FOLDER === null || !existsSync(FOLDER)
    ? []
    : readdirSync(FOLDER)
        .filter((name) => name.endsWith('.meta.json'))
        .map((name) => name.slice(0, -'.meta.json'.length))
        .sort();

describe('captures', () => {
  test('are at hand', ({ skip }) => {
    skip(ROOT === undefined, 'not run: OPERANT_CAPTURES names no folder with captures');
    expect(names.length).toBeGreaterThan(0);
  });

  test.each(names)('%s decodes without an unexplained problem, to the facts of its meta file', (name) => {
    const { meta, files, decoded: found } = read(FOLDER ?? '', name);
    const { trace, terminal, usage } = found;
    const unexplained = trace.problems.filter(
      ({ message }) => !EXPLAINED.some(([holds, known]) => holds(meta) && known.test(message)),
    );
    expect(unexplained).toEqual([]);
    expect(terminal.state === 'success' ? 'success' : terminal.cause).toBe(ENDS[name] ?? 'success');
    expect(files[0]?.lines.length).toBe(meta.stdout_lines);
    expect(usage.requests).toHaveLength(answers(meta));
    if (meta.scenario === 'subagents') {
      const phases = trace.observations.flatMap((one) => (one.kind === 'delegate' ? [one.phase] : []));
      expect(phases.toSorted()).toEqual(['returned', 'returned', 'returned', 'started', 'started', 'started']);
      const input = usage.requests.map(({ tokens }) => (tokens.uncachedInput ?? 0) + (tokens.cacheRead ?? 0));
      expect(input.reduce((a, b) => a + b, 0)).toBe(9000);
    }
    if (typeof meta.result_txt === 'string') {
      expect(trace.observations).toContainEqual(expect.objectContaining({ kind: 'edit', change: 'add' }));
    }
  });
});
