/**
 * Captures of pi that others made, checked where the folder is at hand: OPERANT_CAPTURES names a folder with
 * `pi/NAME.jsonl`, `pi/NAME.meta.json` and the session log below `pi/NAME.session/`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { harness } from '../../../harnesses/pi/index.ts';
import { decoded, ENDED_WELL } from '../fixtures.ts';

const ROOT = process.env['OPERANT_CAPTURES'];
const FOLDER = ROOT === undefined ? null : join(ROOT, 'pi');

const Meta = z.object({
  scenario: z.string(),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  timed_out: z.boolean(),
  stdout_lines: z.int(),
  model_requests: z.array(z.object({ planned: z.union([z.string(), z.array(z.string())]).optional() })),
  result_txt: z.string().nullish(),
});

/** The end that belongs to a capture. */
const ENDS: Readonly<Record<string, string>> = {
  'auth-error': 'auth',
  'server-error': 'provider',
  'mid-stream-cut': 'provider',
  'connection-refused': 'provider',
  'timeout-kill': 'deadline',
  'empty-answer': 'cli_error',
};

const lines = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

const names =
  FOLDER === null || !existsSync(FOLDER)
    ? []
    : readdirSync(FOLDER)
        .filter((name) => name.endsWith('.meta.json'))
        .map((name) => name.slice(0, -'.meta.json'.length))
        .sort();

const Entry = z.object({ type: z.string(), message: z.unknown().optional() });
const messages = (from: readonly string[], type: string): string[] =>
  from.flatMap((line) => {
    const entry = Entry.parse(JSON.parse(line));
    return entry.type === type ? [JSON.stringify(entry.message)] : [];
  });

describe('captures', () => {
  test('are at hand', ({ skip }) => {
    skip(ROOT === undefined, 'not run: OPERANT_CAPTURES names no folder with captures');
    expect(names.length).toBeGreaterThan(0);
  });

  test.each(names)('%s decodes to the facts of its meta file', (name) => {
    const folder = FOLDER ?? '';
    const meta = Meta.parse(JSON.parse(readFileSync(join(folder, `${name}.meta.json`), 'utf8')));
    const stdout = lines(join(folder, `${name}.jsonl`));
    const exit = { ...ENDED_WELL, exitCode: meta.exit_code, signal: meta.signal, timedOut: meta.timed_out };
    const { terminal, usage, trace } = decoded(harness, [{ path: 'stdout.raw', lines: stdout }], exit);
    expect(stdout).toHaveLength(meta.stdout_lines);
    expect(terminal.state === 'success' ? 'success' : terminal.cause).toBe(ENDS[name] ?? 'success');
    const answers = meta.model_requests.filter(
      ({ planned }) => Array.isArray(planned) || planned === 'text' || planned === 'empty',
    );
    expect(usage.requests).toHaveLength(answers.length);
    const unexplained = trace.problems.filter(({ message }) => !(meta.timed_out && /while the agent/.test(message)));
    expect(unexplained).toEqual([]);
    if (typeof meta.result_txt === 'string') {
      expect(trace.observations).toContainEqual(expect.objectContaining({ kind: 'edit', path: 'result.txt' }));
    }
    if (name === 'read-big') {
      expect(trace.observations).toContainEqual(expect.objectContaining({ kind: 'read', path: 'BIG.md', cut: true }));
    }
  });

  test.each(names)('%s: the session log, which is not kept, holds no message that standard output lacks', (name) => {
    const folder = join(FOLDER ?? '', `${name}.session`);
    const printed = messages(lines(join(FOLDER ?? '', `${name}.jsonl`)), 'message_end');
    const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.jsonl'));
    for (const log of logs) expect(messages(lines(join(folder, log)), 'message')).toEqual(printed);
  });
});
