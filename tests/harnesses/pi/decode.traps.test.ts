/** The traps of pi's stream, each over a capture of the real program. */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/pi/index.ts';
import { causeOfFailure } from '../../../harnesses/pi/terminal.ts';
import { type Decoded, decoded, ENDED_WELL, type Fixture, fixture } from '../fixtures.ts';

const decodeOf = (one: Fixture, files = one.files): Decoded => decoded(harness, files, one.facts.exit);
const of = (name: string): Decoded => decodeOf(fixture('pi', name));
const printed = (one: Fixture): readonly string[] => one.files.find(({ path }) => path === 'stdout.raw')?.lines ?? [];

const reads = ({ trace }: Decoded) => trace.observations.flatMap((one) => (one.kind === 'read' ? [one] : []));
const commands = ({ trace }: Decoded) => trace.observations.flatMap((one) => (one.kind === 'command' ? [one] : []));
const turns = ({ trace }: Decoded) => trace.observations.flatMap((one) => (one.kind === 'turn' ? [one.state] : []));

/** The run with its lines changed. */
const changed = (one: Fixture, change: (line: string) => string): Decoded =>
  decodeOf(
    one,
    one.files.map((file) => ({ ...file, lines: file.lines.map(change) })),
  );

describe('what the agent did', () => {
  test('commands have the exit code that stands only in their text; a failed one is no failed run', () => {
    const found = of('success');
    expect(commands(found).map(({ text, exitCode, cwd }) => [text, exitCode, cwd])).toEqual([
      ['cat NOTES.md', 0, '/workspace'],
      ['ls missing; exit 3', 3, '/workspace'],
    ]);
    expect(commands(found)[0]?.output).toBe('first note\nsecond note\n');
    expect(found.terminal).toEqual({ state: 'success', finalText: 'DECISION: PROCEED' });
    expect(found.trace.problems).toEqual([]);
  });

  test('a command that only prints such a line has exit code 0', () => {
    const found = changed(fixture('pi', 'success'), (line) =>
      line.replaceAll('first note\\nsecond note\\n', 'Command exited with code 7'),
    );
    expect(commands(found)[0]).toMatchObject({ exitCode: 0, output: 'Command exited with code 7' });
  });

  test('a file that was written first is new, and then changed', () => {
    const edits = of('success').trace.observations.flatMap((one) => (one.kind === 'edit' ? [one] : []));
    expect(edits.map(({ path, change }) => [path, change])).toEqual([
      ['result.txt', 'add'],
      ['result.txt', 'update'],
    ]);
  });

  test('a command under way when pi was ended has no exit code', () => {
    expect(commands(of('terminated')).map(({ text, exitCode }) => [text, exitCode])).toEqual([
      ['cat NOTES.md', 0],
      ['echo begun; sleep 45', null],
    ]);
  });
});

describe('what the model was shown', () => {
  test('files whole, in part, cut at the limit of bytes, missing, with carriage returns, and empty', () => {
    const [whole, part, wide, missing, returns, empty] = reads(of('reads'));
    const notes = 'first note\nsecond note\n';
    expect(whole).toMatchObject({
      via: 'tool',
      path: 'NOTES.md',
      done: true,
      startLine: 1,
      content: notes,
      cut: false,
    });
    expect(part).toMatchObject({ path: 'NOTES.md', startLine: 2, content: 'second note', cut: false });
    expect(wide).toMatchObject({ path: 'WIDE.md', startLine: 1, cut: true });
    expect(missing).toMatchObject({ path: 'missing.md', done: false, startLine: null, content: null, cut: null });
    expect(returns).toMatchObject({ path: 'CRLF.md', startLine: 1, content: 'eins\r\nzwei', cut: false });
    expect(empty).toMatchObject({ path: 'EMPTY.md', startLine: 1, content: '', cut: false });
  });

  test('words like those that pi writes below a part belong to the file where they name another line', () => {
    const found = changed(fixture('pi', 'reads'), (line) => line.replaceAll('Use offset=3 to', 'Use offset=4 to'));
    expect(reads(found)[1]?.content).toMatch(/^second note\n\n\[1 more lines in file\. Use offset=4 to continue\.\]$/);
  });

  test('the cut file ends with a whole line below 51,200 bytes, without what pi wrote below it', () => {
    const one = fixture('pi', 'reads');
    expect(printed(one).join('\n')).toContain('"maxBytes":51200');
    const wide = reads(decodeOf(one)).find(({ path }) => path === 'WIDE.md')?.content ?? '';
    expect(Buffer.byteLength(wide)).toBeLessThanOrEqual(51_200);
    expect(Buffer.byteLength(wide)).toBeGreaterThan(51_000);
    expect(wide).toMatch(/🦉 und weiter so, Zeile für Zeile$/);
  });

  test('letters of many bytes come whole through outputs and answers', () => {
    const found = of('reads');
    expect(commands(found)[0]?.output).toBe('Grüße 🦉\n');
    expect(found.terminal).toEqual({ state: 'success', finalText: 'ENTSCHEIDUNG: 🦉 weiter' });
  });

  test('a skill that the prompt called was put there by pi, without its front matter', () => {
    expect(reads(of('skill'))).toEqual([
      expect.objectContaining({
        via: 'injected',
        skill: 'demo-skill',
        path: '/workspace/.agents/skills/demo-skill/SKILL.md',
        done: true,
        startLine: null,
        content: 'Keep notes short.\nName their date.',
      }),
    ]);
  });

  test('a prompt that has the same words called no skill', () => {
    const found = changed(fixture('pi', 'skill'), (line) => line.replaceAll(',"operantSkill":"demo-skill"', ''));
    expect(found.terminal.state).toBe('success');
    expect([reads(found), found.trace.problems]).toEqual([[], []]);
  });
});

describe('how it ended', () => {
  test.each([
    ['status-401', 'auth'],
    ['status-429', 'rate_limit'],
    ['status-500', 'provider'],
    ['cut', 'provider'],
    ['refused', 'provider'],
    ['failed-in-stream', 'provider'],
    ['empty-answer', 'cli_error'],
  ])('%s exits with 0 and is blocked all the same', (name, cause) => {
    const one = fixture('pi', name);
    expect(one.facts.exit).toEqual(ENDED_WELL);
    expect(decodeOf(one).terminal).toMatchObject({ state: 'blocked', cause });
  });

  test('of several ends of the agent the last decides', () => {
    expect(turns(of('recovered'))).toEqual(['failed', 'retrying', 'completed']);
    expect(of('recovered').terminal.state).toBe('success');
    expect(turns(of('status-500'))).toEqual(['failed', 'retrying', 'failed', 'retrying', 'failed']);
  });

  test('a stream that stops between a failure and its repetition is no success', () => {
    const one = fixture('pi', 'recovered');
    const at = printed(one).findIndex((line) => line.includes('"auto_retry_start"'));
    const files = [{ path: 'stdout.raw', lines: printed(one).slice(0, at + 1) }];
    expect(decoded(harness, files, ENDED_WELL).terminal).toMatchObject({ state: 'blocked', cause: 'incomplete' });
    const late = { ...ENDED_WELL, exitCode: 143, timedOut: true };
    expect(decoded(harness, files, late).terminal).toMatchObject({
      cause: 'deadline',
      detail: expect.stringContaining('while it repeated a failed request: 500'),
    });
  });

  test('an answer that ran into its limit of tokens is no success', () => {
    const found = changed(fixture('pi', 'skill'), (line) =>
      line.replaceAll('"stopReason":"stop"', '"stopReason":"length"'),
    );
    expect(found.terminal).toMatchObject({ state: 'blocked', detail: 'the last answer ended with "length"' });
  });

  test('SIGTERM and a deadline exit with 143, SIGKILL with none', () => {
    expect(fixture('pi', 'terminated').facts.exit).toMatchObject({ exitCode: 143, signal: null });
    expect(of('terminated').terminal).toMatchObject({ cause: 'cli_error', detail: 'the program exited with code 143' });
    expect(fixture('pi', 'deadline').facts.exit).toMatchObject({ exitCode: 143, timedOut: true });
    expect(of('deadline').terminal).toMatchObject({ cause: 'deadline' });
    expect(of('killed').terminal).toMatchObject({ cause: 'cli_error', detail: 'the program was ended by SIGKILL' });
  });
});

describe('what it used', () => {
  test.each(['success', 'reads', 'skill', 'empty-answer', 'recovered'])(
    '%s: tokens are those that were sent',
    (name) => {
      const one = fixture('pi', name);
      const { requests } = decodeOf(one).usage;
      const sum = (part: 'uncachedInput' | 'cacheRead' | 'output') =>
        requests.reduce((total, { tokens }) => total + (tokens[part] ?? Number.NaN), 0);
      expect(requests).toHaveLength(one.facts.answers ?? -1);
      const sent = one.facts.sent ?? { input: 0, cached: 0, output: 0 };
      expect(sum('cacheRead')).toBe(sent.cached);
      expect(sum('uncachedInput')).toBe(sent.input - sent.cached);
      expect(sum('output')).toBe(sent.output);
    },
  );

  test("our own name for an endpoint is no provider's, any other is", () => {
    const one = fixture('pi', 'skill');
    const named = changed(one, (line) => line.replaceAll('"provider":"operant-endpoint"', '"provider":"openai"'));
    const providers = [decodeOf(one), named].map(({ usage }) => usage.requests[0]?.provider);
    expect(providers).toEqual([null, 'openai']);
  });

  test('a model that answered in place of the one asked for is named, and used for the price', () => {
    const found = changed(fixture('pi', 'skill'), (line) =>
      line.replaceAll('"responseId":', '"responseModel":"scripted-2","responseId":'),
    );
    const models = found.trace.observations.flatMap((one) => (one.kind === 'model' ? [[one.role, one.id]] : []));
    expect(models).toEqual([
      ['requested', 'scripted-1'],
      ['served', 'scripted-2'],
    ]);
    expect(found.usage.requests.map(({ model }) => model)).toEqual(['scripted-2']);
  });

  test('a cost that its configuration makes is not taken, also when it is not 0', () => {
    const found = changed(fixture('pi', 'success'), (line) => line.replaceAll('"total":0}', '"total":0.25}'));
    expect(found.terminal.state).toBe('success');
    expect(new Set(found.usage.requests.map(({ reportedNanoUsd }) => reportedNanoUsd))).toEqual(new Set([null]));
  });

  test('zeros of an answer are a provider that reported nothing', () => {
    const found = changed(fixture('pi', 'skill'), (line) =>
      line.replaceAll(/"usage":\{[^{]*"cost"/g, '"usage":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"cost"'),
    );
    const [request] = found.usage.requests;
    expect([request?.tokens.uncachedInput, request?.tokens.output]).toEqual([null, null]);
    expect(found.usage.coverage).toBe('lower_bound');
  });

  test('a total that is not the sum of its parts is told', () => {
    const found = changed(fixture('pi', 'skill'), (line) => line.replaceAll(/"totalTokens":2\d+/g, '"totalTokens":9'));
    expect(found.usage.inconsistent).toMatch(/^usage does not add up: a total of 9 tokens is not the sum \d+$/);
  });

  test('a compaction is a request that no line counts', () => {
    const one = fixture('pi', 'skill');
    const more = '{"type":"compaction_start","reason":"threshold"}';
    const lines = [...printed(one), more];
    expect(decodeOf(one, [{ path: 'stdout.raw', lines }]).usage.coverage).toBe('lower_bound');
  });
});

describe('what was lost', () => {
  test('pieces of an answer are noise: without them the same is seen', () => {
    const one = fixture('pi', 'success');
    const noise = /^\{"type":"(message_update|tool_execution_update)"/;
    expect(printed(one).filter((line) => noise.test(line)).length).toBeGreaterThan(10);
    const lines = printed(one).filter((line) => !noise.test(line));
    const quiet = decodeOf(one, [{ path: 'stdout.raw', lines }]);
    expect([quiet.terminal, quiet.usage]).toEqual([decodeOf(one).terminal, decodeOf(one).usage]);
    expect(quiet.trace.problems).toEqual([]);
  });

  test('a message that was changed after the fact is seen at the end of the agent', () => {
    const one = fixture('pi', 'success');
    const at = printed(one).findIndex((line) => line.includes('"message_end"') && line.includes('cat NOTES.md'));
    const lines = printed(one).map((line, index) => (index === at ? line.replaceAll('cat NOTES.md', 'true') : line));
    const { trace, terminal } = decodeOf(one, [{ path: 'stdout.raw', lines }]);
    expect(trace.problems.map(({ message }) => message)).toContain(
      'the messages that the agent ends with are not those before',
    );
    expect(terminal).toMatchObject({ state: 'blocked', cause: 'incomplete' });
  });

  test('a tool that is not known may have done anything', () => {
    const { trace } = changed(fixture('pi', 'success'), (line) => line.replaceAll('"name":"bash"', '"name":"deploy"'));
    expect(trace.problems[0]).toMatchObject({
      message: 'the tool "deploy" is not known; what it did is not observed',
      affects: expect.arrayContaining(['commands', 'reads', 'edits', 'delegation']),
    });
  });
});

test.each([
  ['401 The key was refused', 'auth'],
  ['403 no', 'auth'],
  ['429 slow down', 'rate_limit'],
  ['503 busy', 'provider'],
  ['400 bad', 'cli_error'],
  ['terminated', 'provider'],
  ['Connection error.', 'provider'],
  ['You exceeded your quota', 'rate_limit'],
  ['No API key found for anthropic', 'auth'],
  ['Operation aborted', 'cli_error'],
])('causeOfFailure %s', (message, cause) => {
  expect(causeOfFailure(message)).toBe(cause);
});
