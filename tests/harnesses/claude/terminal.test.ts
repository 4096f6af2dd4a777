import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/claude/index.ts';
import { causeOfFailure } from '../../../harnesses/claude/terminal.ts';
import type { ExitFacts } from '../../../records/harness.ts';
import { decoded, ENDED_WELL, fixture } from '../fixtures.ts';

const stdoutOf = (name: string) =>
  fixture('claude', name).files.flatMap(({ path, lines }) => (path === 'stdout.raw' ? lines : []));

describe('causeOfFailure', () => {
  test.each([
    ['status 401: api_error: Failed to authenticate. API Error: 401', 'auth'],
    ['status 403: api_error: no access', 'auth'],
    ['success: Not logged in · Please run /login', 'auth'],
    ['status 429: api_error: API Error: Request rejected (429)', 'rate_limit'],
    ['success: Claude usage limit reached', 'rate_limit'],
    ['status 529: api_error: overloaded', 'provider'],
    ['api_error: API Error: Connection refused (ECONNREFUSED)', 'provider'],
    ['error_during_execution: [diagnostic] last_content_type=none stop_reason=end_turn', 'provider'],
    ['status 400: api_error: no rate limit for this connection', 'cli_error'],
    ['error_max_turns', 'cli_error'],
  ])('%j is %s', (message, cause) => {
    expect(causeOfFailure(message)).toBe(cause);
  });
});

describe('terminal', () => {
  const success = fixture('claude', 'success');

  test.each<[string, Partial<ExitFacts>, string]>([
    ['a deadline', { timedOut: true }, 'deadline'],
    ['an overflow', { overflow: true }, 'overflow'],
    ['an interruption', { interrupted: true }, 'interrupted'],
    ['an exit code', { exitCode: 1 }, 'cli_error'],
    ['a signal', { exitCode: null, signal: 'SIGTERM' }, 'cli_error'],
  ])('%s blocks a run whose record looks like a success', (_, facts, cause) => {
    const { terminal } = decoded(harness, success.files, { ...ENDED_WELL, ...facts });
    expect(terminal).toMatchObject({ state: 'blocked', cause, finalText: 'DECISION: PROCEED' });
  });

  test('an error is one although its subtype says success', () => {
    expect(stdoutOf('status-401').at(-1)).toMatch(
      /"is_error":true.*"subtype":"success"|"subtype":"success".*"is_error":true/,
    );
    const { files } = fixture('claude', 'status-401');
    expect(decoded(harness, files, ENDED_WELL).terminal).toMatchObject({ state: 'blocked', cause: 'auth' });
  });

  test('an interrupted turn is no success, although Claude Code then exits with 0', () => {
    const bent = success.files.map((file) => ({
      ...file,
      lines: file.lines.map((line) =>
        line
          .replace('"is_error":false', '"is_error":true')
          .replace('"terminal_reason":"completed"', '"terminal_reason":"aborted_streaming"'),
      ),
    }));
    expect(decoded(harness, bent, ENDED_WELL).terminal).toMatchObject({ state: 'blocked', cause: 'cli_error' });
  });

  test('an empty answer is no success, although Claude Code exits with 0', () => {
    const { facts, files } = fixture('claude', 'empty-answer');
    expect(facts.exit.exitCode).toBe(0);
    expect(decoded(harness, files, facts.exit).terminal).toEqual({
      state: 'blocked',
      cause: 'cli_error',
      detail: 'Claude Code ended its turn with an empty answer',
      finalText: null,
    });
  });

  test('retries are no failures', () => {
    const { facts, files } = fixture('claude', 'cut-once');
    const { trace, terminal } = decoded(harness, files, facts.exit);
    expect(trace.observations.filter((one) => one.kind === 'turn' && one.state === 'retrying')).toHaveLength(1);
    expect(terminal.state).toBe('success');
  });

  test('the last of several turns counts', () => {
    const { facts, files } = fixture('claude', 'background');
    expect(decoded(harness, files, facts.exit).terminal).toEqual({
      state: 'success',
      finalText: 'The delegate says two lines.',
    });
  });

  test('a line that cannot be read may hide the end: incomplete', () => {
    const files = success.files.map((file) =>
      file.path === 'stdout.raw' ? { ...file, lines: file.lines.toSpliced(4, 0, 'garbage') } : file,
    );
    const { terminal } = decoded(harness, files, ENDED_WELL);
    expect(terminal).toMatchObject({ cause: 'incomplete', detail: 'stdout.raw:5: the line is not JSON' });
  });

  test('without the session log nothing confirms the last message: incomplete', () => {
    const files = success.files.filter(({ path }) => path === 'stdout.raw');
    expect(decoded(harness, files, ENDED_WELL).terminal).toMatchObject({ cause: 'incomplete' });
  });
});
