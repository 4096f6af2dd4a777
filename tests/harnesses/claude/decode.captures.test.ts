/**
 * Captures of Claude Code that others made, checked where the folder is at hand: OPERANT_CAPTURES names a folder with
 * `claude-VERSION/NAME.jsonl`, `NAME.meta.json` and `NAME.session/claude/projects/…`. They are not part of the project;
 * without them the test says that it did not run.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { harness } from '../../../harnesses/claude/index.ts';
import type { EvidenceProblem } from '../../../records/observation.ts';
import type { RequestUsage } from '../../../records/usage.ts';
import { type Decoded, decoded, ENDED_WELL, type Lines } from '../fixtures.ts';

const ROOT = process.env['OPERANT_CAPTURES'];

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
  'connection-refused': 'provider',
  'timeout-kill': 'deadline',
  'timeout-kill-in-tool': 'deadline',
  'empty-answer': 'cli_error',
};

/** The end that the meta file and the name tell. */
const expectedEnd = (name: string, meta: Meta): string => ENDS[name] ?? ENDS[meta.scenario] ?? 'success';

/** Problems that a capture explains by itself, by what was done to the run. */
const EXPLAINED: readonly (readonly [(meta: Meta) => boolean, RegExp])[] = [
  [({ timed_out }) => timed_out, /had not ended when standard output stopped/],
  [
    ({ timed_out, scenario }) => timed_out || scenario === 'empty-answer' || scenario === 'mid-stream-cut',
    /does not end with a finished answer/,
  ],
  // The answer that broke was thrown away, and what came next still names it.
  [({ scenario }) => scenario === 'mid-stream-cut', /the record that this line follows is missing/],
];

function lines(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

function read(folder: string, name: string): { meta: Meta; files: Lines[]; decoded: Decoded } {
  const meta = Meta.parse(JSON.parse(readFileSync(join(folder, `${name}.meta.json`), 'utf8')));
  const files: Lines[] = [{ path: 'stdout.raw', lines: lines(join(folder, `${name}.jsonl`)) }];
  const logs = join(folder, `${name}.session`, 'claude');
  const paths = existsSync(logs) ? readdirSync(logs, { recursive: true, encoding: 'utf8' }) : [];
  for (const path of paths.filter((one) => one.endsWith('.jsonl'))) {
    files.push({ path: `native/${path}`, lines: lines(join(logs, path)) });
  }
  const exit = { ...ENDED_WELL, exitCode: meta.exit_code, signal: meta.signal, timedOut: meta.timed_out };
  return { meta, files, decoded: decoded(harness, files, exit) };
}

const unexplained = (meta: Meta, problems: readonly EvidenceProblem[]) =>
  problems.filter(({ message }) => !EXPLAINED.some(([holds, known]) => holds(meta) && known.test(message)));

/** Answers with usage that the model's side planned. */
const answers = (meta: Meta) =>
  meta.model_requests.filter(({ planned }) => Array.isArray(planned) || planned === 'text').length;

const inputOf = (requests: readonly RequestUsage[]) =>
  requests.reduce((sum, { tokens }) => sum + (tokens.uncachedInput ?? 0) + (tokens.cacheRead ?? 0), 0);

const captures =
  ROOT === undefined || !existsSync(ROOT)
    ? []
    : readdirSync(ROOT)
        .filter((folder) => folder.startsWith('claude-'))
        .flatMap((folder) =>
          readdirSync(join(ROOT, folder))
            .filter((name) => name.endsWith('.meta.json'))
            .map((name) => ({ folder: join(ROOT, folder), name: name.slice(0, -'.meta.json'.length) })),
        );

describe('captures', () => {
  test('are at hand', ({ skip }) => {
    skip(ROOT === undefined, 'not run: OPERANT_CAPTURES names no folder with captures');
    expect(captures.length).toBeGreaterThan(0);
  });

  test.each(captures)('$name decodes without an unexplained problem, to the facts of its meta file', (one) => {
    const { meta, files, decoded: found } = read(one.folder, one.name);
    const { trace, terminal, usage } = found;
    expect(unexplained(meta, trace.problems)).toEqual([]);
    expect(terminal.state === 'success' ? 'success' : terminal.cause).toBe(expectedEnd(one.name, meta));
    expect(files[0]?.lines.length).toBe(meta.stdout_lines);
    if (usage.coverage === 'complete' && !usage.totals) expect(usage.requests).toHaveLength(answers(meta));
    if (meta.scenario === 'subagents') {
      const phases = trace.observations.flatMap((seen) => (seen.kind === 'delegate' ? [seen.phase] : []));
      expect(phases.toSorted()).toEqual(['returned', 'returned', 'returned', 'started', 'started', 'started']);
      expect(inputOf(usage.requests)).toBe(5800 + 3200);
    }
    if (meta.scenario === 'success' && meta.result_txt !== null) {
      expect(JSON.stringify(trace.observations)).toContain('result.txt');
    }
  });
});
