import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/codex/index.ts';
import { causeOfFailure } from '../../../harnesses/codex/terminal.ts';
import type { ExitFacts } from '../../../records/harness.ts';
import { decoded, ENDED_WELL, fixture } from '../fixtures.ts';

describe('causeOfFailure', () => {
  test.each([
    ['unexpected status 401 Unauthorized: Incorrect API key provided, url: http://h/v1/responses', 'auth'],
    ['unexpected status 403 Forbidden: no access', 'auth'],
    ['Missing environment variable: `CODEX_API_KEY`.', 'auth'],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'rate_limit'],
    ["You've hit your usage limit.", 'rate_limit'],
    ['We’re currently experiencing high demand, which may cause temporary errors.', 'provider'],
    ['stream disconnected before completion: Transport error', 'provider'],
    ['Connection failed: error sending request', 'provider'],
    ['unexpected status 503 Service Unavailable', 'provider'],
    ['unexpected status 400 Bad Request: unknown parameter', 'cli_error'],
    ['unexpected status 404 Not Found: no rate limit for this quota, url: http://h:500/v1', 'cli_error'],
    ['something new', 'cli_error'],
  ])('%j is %s', (message, cause) => {
    expect(causeOfFailure(message)).toBe(cause);
  });
});

describe('terminal', () => {
  const success = fixture('codex', 'success');

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

  test('retries and warnings are no failures', () => {
    const { facts, files } = fixture('codex', 'cut-once');
    const { trace, terminal } = decoded(harness, files, facts.exit);
    const states = trace.observations.map((one) => (one.kind === 'turn' ? one.state : null));
    expect(states).toEqual(expect.arrayContaining(['warning', 'retrying']));
    expect(terminal.state).toBe('success');
  });

  test('an empty answer after a remark is no success, although Codex exits with 0', () => {
    const { facts, files } = fixture('codex', 'empty-answer');
    const { terminal } = decoded(harness, files, facts.exit);
    expect(terminal).toEqual({
      state: 'blocked',
      cause: 'cli_error',
      detail: 'Codex ended its turn with an empty answer',
      finalText: null,
    });
  });

  test('a failed turn outranks the exit code that follows from it', () => {
    const { facts, files } = fixture('codex', 'status-429');
    expect(facts.exit.exitCode).toBe(1);
    expect(decoded(harness, files, facts.exit).terminal).toMatchObject({ cause: 'rate_limit' });
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
