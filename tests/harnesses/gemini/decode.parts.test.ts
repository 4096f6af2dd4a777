import { describe, expect, test } from 'vitest';
import { shellResult } from '../../../harnesses/gemini/shell-result.ts';
import { causeOfFailure } from '../../../harnesses/gemini/terminal.ts';
import { disjoint, disjointStats } from '../../../harnesses/gemini/tokens.ts';

const wrapped = (text: string) => `<untrusted_context>\n${text}\n</untrusted_context>`;

describe('shellResult', () => {
  test.each([
    ['Output: a\nb\nProcess Group PGID: 7', 0, 'a\nb'],
    ['Output: (empty)\nProcess Group PGID: 7', 0, ''],
    ['Output: a\nExit Code: 3\nProcess Group PGID: 7', 3, 'a'],
    ['Output: Exit Code: 0\nExit Code: 1\nProcess Group PGID: 7', 1, 'Exit Code: 0'],
    ['Output: a\nSignal: SIGKILL\nProcess Group PGID: 7', null, 'a'],
    ['Output: a\nBackground PIDs: 8, 9\nProcess Group PGID: 7', 0, 'a'],
    [
      'Command moved to background (PID: 7). Output hidden.',
      null,
      'Command moved to background (PID: 7). Output hidden.',
    ],
  ])('%j ends with %j', (text, exitCode, output) => {
    expect(shellResult(text)).toEqual({ exitCode, output });
    expect(shellResult(wrapped(text))).toEqual({ exitCode, output });
  });
});

describe('causeOfFailure', () => {
  test.each([
    ['[API Error: {"error":{"code":401,"message":"no","status":"UNAUTHENTICATED"}}]', 'auth'],
    ['[API Error: {\\"error\\":{\\"code\\":503}}]', 'provider'],
    ['[API Error: Too many requests]\nrequest a quota increase', 'rate_limit'],
    ['[API Error: terminated]', 'provider'],
    ['exception TypeError: fetch failed sending request', 'provider'],
    ['Invalid auth method selected.', 'auth'],
    ['[API Error: {"error":{"code":400,"message":"bad"}}]', 'cli_error'],
    ['Loop detected, stopping execution', 'cli_error'],
  ])('%j is %s', (message, cause) => {
    expect(causeOfFailure(message)).toBe(cause);
  });
});

describe('tokens', () => {
  const counts = { input: 100, output: 10, cached: 40, thoughts: 5, tool: 0, total: 115 };

  test('thoughts stand beside output in the log and inside it here; cached input is taken out of input', () => {
    expect(disjoint(counts)).toEqual({
      tokens: {
        uncachedInput: 60,
        cacheRead: 40,
        cacheWrite5m: 0,
        cacheWrite1h: 0,
        output: 15,
        reasoningWithinOutput: 5,
      },
      inconsistent: null,
    });
  });

  test('more cached input than input is a contradiction and leaves the rest unknown', () => {
    const { tokens, inconsistent } = disjoint({ ...counts, cached: 101 });
    expect(tokens.uncachedInput).toBeNull();
    expect(inconsistent).toMatch(/exceeds/);
  });

  test('the total of standard output holds the thoughts that its output lacks', () => {
    const stats = { total_tokens: 115, input_tokens: 100, output_tokens: 10, cached: 40 };
    expect(disjointStats(stats).tokens).toMatchObject({ uncachedInput: 60, output: 15, reasoningWithinOutput: 5 });
    expect(disjointStats({ ...stats, total_tokens: 100 }).inconsistent).toMatch(/less than/);
  });
});
