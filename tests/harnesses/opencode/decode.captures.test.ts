/**
 * Captures of OpenCode that others made, checked where the folder is at hand: OPERANT_CAPTURES names a folder with
 * `opencode/NAME.jsonl` and `opencode/NAME.meta.json`. They hold standard output alone, so none may be a success.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { harness } from '../../../harnesses/opencode/index.ts';
import { decoded, ENDED_WELL } from '../fixtures.ts';

const ROOT = process.env['OPERANT_CAPTURES'];
const FOLDER = ROOT === undefined ? null : join(ROOT, 'opencode');

const Meta = z.object({
  scenario: z.string(),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  timed_out: z.boolean(),
});

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

  test.each(names)('%s, without a session log, ends as its meta file says and is no success', (name) => {
    const folder = FOLDER ?? '';
    const meta = Meta.parse(JSON.parse(readFileSync(join(folder, `${name}.meta.json`), 'utf8')));
    const text = readFileSync(join(folder, `${name}.jsonl`), 'utf8');
    const exit = { ...ENDED_WELL, exitCode: meta.exit_code, signal: meta.signal, timedOut: meta.timed_out };
    const lines = text.split('\n').filter((line) => line !== '');
    const { terminal, usage, trace } = decoded(harness, [{ path: 'stdout.raw', lines }], exit);
    const expected = meta.timed_out ? 'deadline' : meta.scenario === 'auth-error' ? 'auth' : 'incomplete';
    expect(terminal).toMatchObject({ state: 'blocked', cause: expected });
    expect(usage.coverage).toBe('unknown');
    expect(trace.problems.map(({ message }) => message)).toContain('the run left no session log');
  });
});
