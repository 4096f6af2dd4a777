/** The traps of OpenCode's records, each over a capture of the real program. */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/opencode/index.ts';
import { causeOfFailure } from '../../../harnesses/opencode/terminal.ts';
import { type Decoded, decoded, ENDED_WELL, type Fixture, fixture, without } from '../fixtures.ts';

const decodeOf = (one: Fixture, files = one.files): Decoded => decoded(harness, files, one.facts.exit);
const of = (name: string): Decoded => decodeOf(fixture('opencode', name));
const totals = ({ usage }: Decoded) => {
  const sum = { uncached: 0, cached: 0, output: 0, reasoning: 0 };
  for (const { tokens } of usage.requests) {
    sum.uncached += tokens.uncachedInput ?? 0;
    sum.cached += tokens.cacheRead ?? 0;
    sum.output += tokens.output ?? 0;
    sum.reasoning += tokens.reasoningWithinOutput ?? 0;
  }
  return sum;
};

describe('opencode', () => {
  test('commands have their exit code and what the model was shown; a failed one is no failed run', () => {
    const { trace, terminal } = of('success');
    const commands = trace.observations.flatMap((one) => (one.kind === 'command' ? [one] : []));
    expect(commands.map(({ text, exitCode }) => [text, exitCode])).toEqual([
      ['cat NOTES.md', 0],
      ['ls missing; exit 3', 3],
    ]);
    expect(commands[0]?.output).toBe('first note\nsecond note\n');
    expect(trace.observations).toContainEqual(expect.objectContaining({ kind: 'edit', change: 'add' }));
    expect(terminal).toEqual({ state: 'success', finalText: 'DECISION: PROCEED' });
  });

  test.each(['success', 'agents', 'empty-answer'])('%s: tokens are those that were sent, in disjoint parts', (name) => {
    const one = fixture('opencode', name);
    const { sent, answers } = one.facts;
    const found = decodeOf(one);
    expect(found.usage.requests).toHaveLength(answers ?? -1);
    expect(totals(found)).toEqual({
      uncached: (sent?.input ?? 0) - (sent?.cached ?? 0),
      cached: sent?.cached,
      output: sent?.output,
      reasoning: sent?.reasoning,
    });
  });

  test("the tokens of delegates are in, which standard output lacks, and both delegates' results", () => {
    const one = fixture('opencode', 'agents');
    const { trace } = decodeOf(one);
    const delegates = trace.observations.flatMap((seen) => (seen.kind === 'delegate' ? [seen] : []));
    expect(delegates.map(({ phase }) => phase).toSorted()).toEqual(['returned', 'returned', 'started', 'started']);
    expect(delegates.flatMap(({ result }) => (result === null ? [] : [result])).toSorted()).toEqual([
      'ALPHA: the notes have two lines.',
      'BETA: nothing to add.',
    ]);
    const printed = one.files.find(({ path }) => path === 'stdout.raw')?.lines ?? [];
    expect(printed.filter((line) => line.includes('"step_finish"'))).toHaveLength(2);
    expect(one.facts.answers).toBeGreaterThan(2);
  });

  test('a cost of 0 that its configuration makes is not taken for a cost', () => {
    const one = fixture('opencode', 'success');
    expect(JSON.stringify(one.files)).toContain('\\"cost\\":0');
    expect(new Set(decodeOf(one).usage.requests.map((request) => request.reportedNanoUsd))).toEqual(new Set([null]));
  });

  test('an empty answer is blocked, also with exit code 0 and a remark before', () => {
    const one = fixture('opencode', 'empty-answer');
    expect(one.facts.exit).toEqual(ENDED_WELL);
    expect(decodeOf(one).terminal).toMatchObject({ state: 'blocked', cause: 'cli_error', finalText: null });
  });

  test.each(['status-429', 'status-500', 'cut'])('%s is repeated without an end: the deadline says why', (name) => {
    const { terminal, usage } = of(name);
    expect(terminal).toMatchObject({ state: 'blocked', cause: 'deadline' });
    expect(terminal.state === 'blocked' ? terminal.detail : '').toMatch(/while it repeated a failed request: ./);
    expect(usage.coverage).not.toBe('complete');
  });

  test('a refused key is auth', () => {
    expect(of('status-401').terminal).toMatchObject({ state: 'blocked', cause: 'auth' });
  });

  test('a lost line of the session log is seen by its number', () => {
    const one = fixture('opencode', 'success');
    const log = one.files.findIndex(({ path }) => path !== 'stdout.raw');
    const { trace, terminal } = decodeOf(one, without(one.files, log, 4));
    expect(trace.problems.map(({ message }) => message)).toContain('line 5 of the recorder is missing or out of order');
    expect(terminal).toMatchObject({ state: 'blocked', cause: 'incomplete' });
  });

  test('the log of another session is left alone', () => {
    const one = fixture('opencode', 'success');
    const other = fixture('opencode', 'agents').files.filter(({ path }) => path !== 'stdout.raw');
    const moved = other.map((file) => ({ ...file, path: 'native/sessions/another.jsonl' }));
    expect(decodeOf(one, [...one.files, ...moved])).toMatchObject({ usage: decodeOf(one).usage });
    expect(decodeOf(one, [...one.files, ...moved]).terminal.state).toBe('success');
  });
});

test.each([
  ['APIError (status 401): no', 'auth'],
  ['APIError (status 403): no', 'auth'],
  ['APIError (status 429): slow down', 'rate_limit'],
  ['APIError (status 503): busy', 'provider'],
  ['APIError (status 400): bad', 'cli_error'],
  ['ProviderAuthError: no key', 'auth'],
  ['UnknownError: Unable to connect', 'provider'],
  ['MessageAbortedError: stopped', 'cli_error'],
])('causeOfFailure %s', (message, cause) => {
  expect(causeOfFailure(message)).toBe(cause);
});
