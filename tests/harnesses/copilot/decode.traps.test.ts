/** The traps of Copilot's records, each over a capture of the real program. */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/copilot/index.ts';
import { causeOfFailure } from '../../../harnesses/copilot/terminal.ts';
import type { Observation } from '../../../records/observation.ts';
import { type Decoded, decoded, ENDED_WELL, type Fixture, fixture, native, without } from '../fixtures.ts';
import { changed } from '../reads.ts';

const decodeOf = (one: Fixture, files = one.files): Decoded => decoded(harness, files, one.facts.exit);
const of = (name: string): Decoded => decodeOf(fixture('copilot', name));
const stdoutOf = ({ files }: Fixture): string =>
  files.find(({ path }) => path === 'stdout.raw')?.lines.join('\n') ?? '';
const kindOf = <Kind extends Observation['kind']>({ trace }: Decoded, kind: Kind) =>
  trace.observations.filter((one): one is Extract<Observation, { kind: Kind }> => one.kind === kind);
const problemsOf = ({ trace }: Decoded): string[] => trace.problems.map(({ message }) => message);
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

/** Standard output of a run with another line in it, at its start. */
const withLine = (one: Fixture, line: object) =>
  one.files.map((file) =>
    file.path === 'stdout.raw' ? { ...file, lines: [JSON.stringify(line), ...file.lines] } : file,
  );

describe('commands', () => {
  test('a failed command is a success of its tool: the exit code stands beside, letters are whole', () => {
    const found = of('success');
    expect(kindOf(found, 'command').map(({ text, exitCode, output }) => [text, exitCode, output])).toEqual([
      ['cat NOTES.md', 0, 'first note\nsecond note'],
      ["printf 'Grüße 🦉\\n'; exit 3", 3, 'Grüße 🦉'],
    ]);
    expect(kindOf(found, 'edit')).toMatchObject([{ path: '/workspace/result.txt', change: 'add' }]);
    expect(found.terminal).toEqual({ state: 'success', finalText: 'ENTSCHEIDUNG: 🦉 weiter' });
    const said = kindOf(found, 'message').map(({ at }) => at);
    expect(said.every((at) => at !== null && !Number.isNaN(Date.parse(at)))).toBe(true);
  });

  test('of a long output only what the model was shown is taken', () => {
    const [command] = kindOf(of('long-output'), 'command');
    expect(command?.output).toMatch(/^Output too large to read at once [\s\S]*Preview \(first 500 chars\):\n1\n2\n/);
    expect(command?.output).not.toContain('\n500\n');
  });

  test('what the permissions refuse was not done', () => {
    const found = of('limited');
    const commands = kindOf(found, 'command');
    expect(Object.fromEntries(commands.map(({ text, exitCode }) => [text, exitCode]))).toEqual({
      'cat NOTES.md': 0,
      'node --version': 0,
      'git diff --stat': 129,
      'mkdir made': null,
      'node --version && touch made-by-touch': null,
    });
    expect(commands.find(({ text }) => text === 'mkdir made')?.output).toMatch(/^Permission denied/);
    expect(kindOf(found, 'edit')).toMatchObject([{ path: '/workspace/result.txt', change: 'add' }]);
    expect(kindOf(found, 'delegate').map(({ phase }) => phase)).toEqual(['started', 'returned']);
  });
});

describe('delegates', () => {
  test('are started and returned with what they were asked and said, their model and their own times', () => {
    const found = kindOf(of('agents'), 'delegate');
    const results = found.flatMap(({ phase, result }) => (phase === 'returned' ? [result] : []));
    expect(results.toSorted()).toEqual([
      'ALPHA: the notes have two lines.',
      'BETA: nothing to add.',
      'JUDGE: both stand.',
    ]);
    expect(new Set(found.map(({ model }) => model))).toEqual(new Set(['scripted-1']));
    const at = (prompt: string, phase: string): number => {
      const id = found.find((one) => one.prompt?.startsWith(prompt))?.delegate;
      return Date.parse(found.find((one) => one.delegate === id && one.phase === phase)?.at ?? '');
    };
    expect(at('[[beta]]', 'started')).toBeLessThan(at('[[alpha]]', 'returned'));
    expect(at('[[judge]]', 'started')).toBeGreaterThan(at('[[alpha]]', 'returned'));
  });

  test('in the background a handle is no result: it comes when it is read, by the model or by the runtime', () => {
    const one = fixture('copilot', 'background');
    expect(JSON.stringify(one.files)).toContain('Agent started in background with agent_id');
    const found = decodeOf(one);
    const returned = kindOf(found, 'delegate').filter(({ phase }) => phase === 'returned');
    expect(returned.map(({ result }) => result)).toEqual(['ALPHA: the notes have two lines.', 'BETA: nothing to add.']);
    const lines = one.files.find(({ path }) => path !== 'stdout.raw')?.lines ?? [];
    for (const { ref } of returned) expect(lines[ref.line - 1]).toContain('[Turn 0]');
  });

  test('what the runtime says and calls by itself is neither a message nor an answer of the model', () => {
    const one = fixture('copilot', 'background');
    const own = stdoutOf(one)
      .split('\n')
      .filter((line) => line.includes('"name":"read_agent"'));
    expect(own.filter((line) => !line.includes('"originatingMessageId"'))).toHaveLength(1);
    const found = decodeOf(one);
    expect(found.terminal).toEqual({ state: 'success', finalText: 'DECISION: PROCEED' });
    expect(kindOf(found, 'model').filter(({ thread }) => thread === 'main')).toHaveLength(3);
  });

  test('that nobody waits for still return after the first answer', () => {
    const found = of('unawaited');
    const order = found.trace.observations.flatMap((seen) =>
      seen.thread !== 'main' ? [] : seen.kind === 'delegate' ? [seen.phase] : seen.kind === 'message' ? ['said'] : [],
    );
    expect(order).toEqual(['started', 'said', 'returned', 'said']);
  });
});

describe('usage', () => {
  test.each(['success', 'agents', 'background', 'empty-answer'])(
    '%s: tokens are those that were sent, of every agent, in disjoint parts',
    (name) => {
      const one = fixture('copilot', name);
      const { sent, answers } = one.facts;
      const found = decodeOf(one);
      expect(found.usage.requests).toHaveLength(answers ?? -1);
      expect(totals(found)).toEqual({
        uncached: (sent?.input ?? 0) - (sent?.cached ?? 0),
        cached: sent?.cached,
        output: sent?.output,
        reasoning: sent?.reasoning,
      });
      expect(found.usage.coverage).toBe('complete');
    },
  );

  test('a cost of 0 and no premium requests mean that the cost is not known', () => {
    const one = fixture('copilot', 'success');
    const text = JSON.stringify(one.files);
    expect([text.includes('\\"cost\\":0'), text.includes('\\"premiumRequests\\":0')]).toEqual([true, true]);
    expect(new Set(decodeOf(one).usage.requests.map((request) => request.reportedNanoUsd))).toEqual(new Set([null]));
  });

  test('requests that do not make up the sums at the end are seen', () => {
    const one = fixture('copilot', 'success');
    let first = true;
    const files = changed(one, (line) => {
      if (!first || !line.includes('"session.usage_record"')) return line;
      first = false;
      return line.replace(/"inputTokens":\d+/, '"inputTokens":999999');
    });
    const found = decodeOf(one, files);
    expect(problemsOf(found)).toContain('the requests of scripted-1 do not make up its sum');
    expect(found.usage.coverage).toBe('lower_bound');
  });

  test('a request that was answered when it was sent again leaves a lower bound', () => {
    expect(of('recovered')).toMatchObject({ terminal: { state: 'success' }, usage: { coverage: 'lower_bound' } });
  });
});

describe('the end', () => {
  test('an empty answer is blocked, also with exit code 0 and a remark before', () => {
    const one = fixture('copilot', 'empty-answer');
    expect(one.facts.exit).toEqual(ENDED_WELL);
    expect(decodeOf(one).terminal).toMatchObject({ state: 'blocked', cause: 'cli_error', finalText: null });
  });

  test.each(['terminated', 'interrupted'])('%s by a signal, it exits with 0 and is no success', (name) => {
    const one = fixture('copilot', name);
    expect(one.facts.exit).toEqual(ENDED_WELL);
    expect(stdoutOf(one)).toContain('"aborted":true');
    expect(decodeOf(one).terminal).toMatchObject({
      state: 'blocked',
      cause: 'cli_error',
      detail: expect.stringMatching(/^aborted: user_/),
    });
  });

  test('a result with exit code 0 after an abort does not count, nor a lost abort', () => {
    const one = fixture('copilot', 'interrupted');
    const result = stdoutOf(one)
      .split('\n')
      .find((line) => line.includes('"type":"result"'));
    expect(result).toContain('"exitCode":0');
    expect(kindOf(decodeOf(one), 'turn').map(({ state }) => state)).not.toContain('completed');
    const silent = changed(one, (line) => line.replaceAll('"type":"abort"', '"type":"session.info"'));
    expect(decodeOf(one, silent).terminal).toMatchObject({ state: 'blocked', detail: 'aborted: no reason given' });
  });

  test('a killed run has no end: the command under way has none, and the log says that it stops', () => {
    const found = of('killed');
    expect(found.terminal).toMatchObject({ state: 'blocked', detail: 'the program was ended by SIGKILL' });
    expect(kindOf(found, 'command').at(-1)).toMatchObject({
      text: 'echo begun; sleep 45',
      exitCode: null,
      output: null,
    });
    expect(problemsOf(found)).toContain('the session log stops before the session was shut down');
  });

  test('the beginning of an answer whose stream broke is no message', () => {
    const one = fixture('copilot', 'cut');
    expect(stdoutOf(one)).toContain('This answer breaks o');
    const found = decodeOf(one);
    expect(kindOf(found, 'message')).toEqual([]);
    expect(found.terminal).toMatchObject({ state: 'blocked', cause: 'provider', finalText: null });
  });

  test.each([
    ['status-401', 'auth'],
    ['status-429', 'rate_limit'],
    ['status-500', 'provider'],
    ['refused', 'provider'],
    ['deadline', 'deadline'],
  ])('%s is %s', (name, cause) => {
    expect(of(name).terminal).toMatchObject({ state: 'blocked', cause, finalText: null });
  });
});

describe('the records', () => {
  test('a lost line of the session log is seen by the next one, which names it', () => {
    const one = fixture('copilot', 'success');
    const log = one.files.findIndex(({ path }) => path !== 'stdout.raw');
    const found = decodeOf(one, without(one.files, log, 4));
    expect(problemsOf(found)).toContain('the line before this one is missing or out of order');
    expect(found.terminal).toMatchObject({ state: 'blocked', cause: 'incomplete' });
  });

  /** The session log with its lines rewritten. */
  const relogged = (one: Fixture, rewrite: (lines: readonly string[]) => readonly string[]): Decoded =>
    decodeOf(
      one,
      one.files.map((file) => (file.path === 'stdout.raw' ? file : { ...file, lines: [...rewrite(file.lines)] })),
    );

  test('neighbours in the other order, as two writers of the program leave them, hide nothing', () => {
    const one = fixture('copilot', 'success');
    const found = relogged(one, (lines) => {
      const [a, b] = [lines[6] ?? '', lines[7] ?? ''];
      return lines.with(6, b).with(7, a);
    });
    expect(problemsOf(found)).not.toContain('the line before this one is missing or out of order');
  });

  test.each<[string, (lines: readonly string[]) => readonly string[]]>([
    ['repeated', (lines) => [...lines.slice(0, 7), lines[6] ?? '', ...lines.slice(7)]],
    [
      'put in beside the one that names the same',
      (lines) => [
        ...lines.slice(0, 7),
        (lines[6] ?? '').replace(/"id":"[0-9a-f]{8}/, '"id":"ffffffff'),
        ...lines.slice(7),
      ],
    ],
    ['moved far away', (lines) => [...lines.slice(0, 6), ...lines.slice(7, -1), lines[6] ?? '', ...lines.slice(-1)]],
  ])('a line of the session log that was %s is seen', (_, rewrite) => {
    const found = relogged(fixture('copilot', 'success'), rewrite);
    expect(problemsOf(found)).toContain('the line before this one is missing or out of order');
  });

  test('a line of the session log that was changed afterwards is seen by standard output', () => {
    const one = fixture('copilot', 'success');
    const files = changed(one, (line, path) =>
      path === 'stdout.raw' ? line : line.replace('first note', 'other note'),
    );
    const found = decodeOf(one, files);
    expect(problemsOf(found)).toContain('standard output says something else');
    expect(found.terminal).toMatchObject({ state: 'blocked', cause: 'incomplete' });
  });

  test('without a log, standard output shows what was done but not what was used, and proves nothing', () => {
    const one = fixture('copilot', 'agents');
    const found = decodeOf(
      one,
      one.files.filter(({ path }) => path === 'stdout.raw'),
    );
    expect(kindOf(found, 'delegate')).toHaveLength(6);
    expect(kindOf(found, 'command')).toHaveLength(1);
    expect(found.usage.coverage).toBe('unknown');
    expect(problemsOf(found)).toContain('the run left no session log');
    expect(found.terminal.state).toBe('blocked');
  });

  test('the log of another session is left alone', () => {
    const one = fixture('copilot', 'success');
    const other = fixture('copilot', 'agents').files.filter(({ path }) => path !== 'stdout.raw');
    const moved = other.map((file) => ({ ...file, path: 'native/sessions/another.jsonl' }));
    expect(decodeOf(one, [...one.files, ...moved])).toMatchObject({ usage: decodeOf(one).usage });
    expect(decodeOf(one, [...one.files, ...moved]).terminal.state).toBe('success');
  });

  test('an event of an unknown type is a problem only as far as its names say what it may hide', () => {
    const one = fixture('copilot', 'success');
    const event = (type: string, data: object) => ({ type, data, id: 'x', timestamp: 'now', ephemeral: true });
    const affects = (line: object) =>
      decodeOf(one, withLine(one, line)).trace.problems.map((problem) => problem.affects);
    expect(affects(event('session.weather', { sky: 'blue' }))).toEqual([[]]);
    expect(affects(event('shell.executed', { command: 'rm x' }))).toEqual([['commands']]);
    expect(affects(event('subagent.forked', {}))).toEqual([['delegation']]);
    expect(decodeOf(one, withLine(one, event('session.weather', {}))).terminal.state).toBe('success');
  });

  test('letters of many bytes that were cut apart are a problem of their line', () => {
    const one = fixture('copilot', 'success');
    const files = one.files.map(({ path, lines }) => {
      const file = native(path, lines);
      const broken = path === 'stdout.raw' ? lines.findIndex((line) => line.includes('🦉')) + 1 : 0;
      return {
        path,
        *lines() {
          for (const line of file.lines())
            yield line.number === broken
              ? { ...line, text: line.text.replaceAll('🦉', '��'), problem: 'invalid_utf8' as const }
              : line;
        },
      };
    });
    const trace = harness.decode(files);
    expect(trace.problems.map(({ message }) => message)).toEqual(['the line is not valid UTF-8']);
    expect(harness.terminal(trace, ENDED_WELL)).toMatchObject({ state: 'blocked', cause: 'incomplete' });
  });
});

test.each([
  ['authentication (status 401): no', 'auth'],
  ['error (status 403): no', 'auth'],
  ['rate_limit (status 429): slow down', 'rate_limit'],
  ['query (status 503): busy', 'provider'],
  ['query (status 400): bad', 'cli_error'],
  ['quota: used up', 'rate_limit'],
  ['query: Could not connect to local model provider', 'provider'],
  ['aborted: user_abort', 'cli_error'],
  ['error: no message', 'cli_error'],
])('causeOfFailure %s', (message, cause) => {
  expect(causeOfFailure(message)).toBe(cause);
});
