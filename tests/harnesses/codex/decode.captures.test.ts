/**
 * Captures of Codex that others made, checked where the folder is at hand: OPERANT_CAPTURES names a folder with
 * `codex/NAME.jsonl`, `codex/NAME.meta.json` and `codex/NAME.session/codex/sessions/…`. They are not part of the
 * project; without them the test says that it did not run.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { harness } from '../../../harnesses/codex/index.ts';
import type { EvidenceProblem } from '../../../records/observation.ts';
import { type Decoded, decoded, ENDED_WELL, type Lines } from '../fixtures.ts';

const ROOT = process.env['OPERANT_CAPTURES'];
const FOLDER = ROOT === undefined ? null : join(ROOT, 'codex');

const Meta = z.object({
  version: z.string(),
  scenario: z.string(),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  timed_out: z.boolean(),
  stdout_lines: z.int(),
  model_requests: z.array(z.object({ planned: z.union([z.string(), z.array(z.string())]).optional() })),
  result_txt: z.string().nullable(),
});
type Meta = z.infer<typeof Meta>;

/** The end that belongs to a scenario. */
const ENDS: Readonly<Record<string, string>> = {
  'auth-error': 'auth',
  'rate-limit': 'rate_limit',
  'server-error': 'provider',
  'mid-stream-cut': 'provider',
  'timeout-kill': 'deadline',
  'timeout-kill-in-tool': 'deadline',
  'empty-answer': 'cli_error',
};

/** Problems that a capture explains by itself, by what was done to the run. */
const EXPLAINED: readonly (readonly [(name: string, meta: Meta) => boolean, RegExp])[] = [
  [(_, meta) => meta.timed_out, /had not ended when its log stopped|does not say what the last message was/],
  [(_, meta) => meta.scenario === 'mid-stream-cut', /ended without a record of their usage/],
  [(name) => name.endsWith('-ephemeral'), /left no session log/],
];

function lines(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

function read(folder: string, name: string): { meta: Meta; files: Lines[]; decoded: Decoded } {
  const meta = Meta.parse(JSON.parse(readFileSync(join(folder, `${name}.meta.json`), 'utf8')));
  const files: Lines[] = [{ path: 'stdout.raw', lines: lines(join(folder, `${name}.jsonl`)) }];
  const logs = join(folder, `${name}.session`, 'codex');
  const paths = existsSync(logs) ? readdirSync(logs, { recursive: true, encoding: 'utf8' }) : [];
  for (const path of paths.filter((one) => one.endsWith('.jsonl'))) {
    files.push({ path: `native/${path}`, lines: lines(join(logs, path)) });
  }
  const exit = { ...ENDED_WELL, exitCode: meta.exit_code, signal: meta.signal, timedOut: meta.timed_out };
  return { meta, files, decoded: decoded(harness, files, exit) };
}

/** The end that the meta file and the name tell. */
function expectedEnd(name: string, meta: Meta): string {
  if (name.startsWith('connection-refused')) return meta.timed_out ? 'deadline' : 'provider';
  if (name.endsWith('-ephemeral')) return 'incomplete';
  return ENDS[meta.scenario] ?? 'success';
}

const unexplained = (name: string, meta: Meta, problems: readonly EvidenceProblem[]) =>
  problems.filter(({ message }) => !EXPLAINED.some(([holds, known]) => holds(name, meta) && known.test(message)));

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
    expect(unexplained(name, meta, trace.problems)).toEqual([]);
    expect(terminal.state === 'success' ? 'success' : terminal.cause).toBe(expectedEnd(name, meta));
    expect(files[0]?.lines.length).toBe(meta.stdout_lines);
    if (usage.source === 'session') expect(usage.requests).toHaveLength(answers(meta));
    if (meta.scenario === 'subagents') {
      const phases = trace.observations.flatMap((one) => (one.kind === 'delegate' ? [one.phase] : []));
      expect(phases.toSorted()).toEqual(['returned', 'returned', 'returned', 'started', 'started', 'started']);
      const input = usage.requests.map(({ tokens }) => (tokens.uncachedInput ?? 0) + (tokens.cacheRead ?? 0));
      expect(input.reduce((a, b) => a + b, 0)).toBe(12_700);
    }
    if (meta.scenario === 'success' && meta.result_txt !== null) {
      expect(JSON.stringify(trace.observations)).toContain('result.txt');
    }
  });
});
