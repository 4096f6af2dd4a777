import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/gemini/index.ts';
import { type Decoded, decoded, ENDED_WELL, type Fixture, fixture, fixturesOf, type Lines } from '../fixtures.ts';

const STDOUT = 'stdout.raw';
const of = ({ files, facts }: Fixture): Decoded => decoded(harness, files, facts.exit);
const seen = (name: string) => of(fixture('gemini', name));

/** The fixture's files with the lines of standard output, or of the logs, changed. */
function bent(name: string, where: 'stdout' | 'logs', change: (lines: readonly string[]) => string[]): Decoded {
  const { files, facts } = fixture('gemini', name);
  const changed = files.map(
    (file): Lines => ((file.path === STDOUT) === (where === 'stdout') ? { ...file, lines: change(file.lines) } : file),
  );
  return decoded(harness, changed, facts.exit);
}

const commands = ({ trace }: Decoded) => trace.observations.filter((one) => one.kind === 'command');
const messages = ({ trace }: Decoded) => trace.problems.map(({ message }) => message).join('\n');

describe('decode', () => {
  test('takes the exit code of a command from the chat log, where standard output calls a failure a success', () => {
    const { files } = fixture('gemini', 'success');
    const stdout = files.find(({ path }) => path === STDOUT)?.lines ?? [];
    expect(stdout.filter((line) => line.includes('"tool_result"')).every((line) => line.includes('"success"'))).toBe(
      true,
    );
    expect(commands(seen('success')).map(({ text, exitCode }) => [text, exitCode])).toEqual([
      ['cat NOTES.md', 0],
      ['ls missing; exit 3', 3],
    ]);
  });

  test('shows what the model was shown, without the words that the CLI puts around it', () => {
    expect(commands(seen('success'))[0]?.output).toBe('first note\nsecond note');
  });

  test('shows of a long output only what the model was shown', () => {
    const [command] = commands(seen('read-big'));
    expect(command?.output?.length).toBeLessThan(50_000);
    expect(command?.output).toMatch(
      /^line 0001 .*\.\.\. \[40,074 characters omitted\] \.\.\..*line 1600 of a long file$/s,
    );
    expect(command?.exitCode).toBe(0);
  });

  test('tells a new file from a changed one, and no edit from a refused one', () => {
    const edits = (name: string) => seen(name).trace.observations.filter(({ kind }) => kind === 'edit');
    expect(edits('success')).toEqual([expect.objectContaining({ path: '/workspace/result.txt', change: 'add' })]);
    expect(edits('success-guarded')).toEqual([]);
  });

  test('shows each delegate with its prompt, its times and its result, and the overlap of two', () => {
    const { trace } = seen('agents');
    const all = trace.observations.filter((one) => one.kind === 'delegate');
    const started = all.filter(({ phase }) => phase === 'started');
    const returned = all.filter(({ phase }) => phase === 'returned');
    expect(started.map(({ prompt }) => prompt?.slice(0, 8))).toEqual(['[[alpha]', '[[beta]]', '[[judge]']);
    expect(returned.map(({ result }) => /[A-Z]+: [^"]*/.exec(result ?? '')?.[0])).toEqual([
      'ALPHA: the notes have two lines.',
      'BETA: the big file is big.',
      'JUDGE: both stand.',
    ]);
    expect(new Set(returned.map(({ delegate }) => delegate))).toEqual(new Set(started.map(({ delegate }) => delegate)));
    expect((started[1]?.at ?? '') < (returned[0]?.at ?? '')).toBe(true);
    expect((started[2]?.at ?? '') > (returned[1]?.at ?? '')).toBe(true);
  });

  test('shows the commands of delegates under their own thread', () => {
    const found = commands(seen('agents'));
    expect(found.map(({ text }) => text).toSorted()).toEqual(['cat NOTES.md', 'wc -c BIG.md']);
    expect(new Set(found.map(({ thread }) => thread)).size).toBe(2);
  });

  test('ignores the log of another session', () => {
    const { files, facts } = fixture('gemini', 'success');
    const other = fixture('gemini', 'cut').files.filter(({ path }) => path !== STDOUT);
    const both = decoded(harness, [...files, ...other], facts.exit);
    expect(both.usage).toEqual(decoded(harness, files, facts.exit).usage);
    expect(messages(both)).toMatch(/belongs to another session/);
  });

  test('takes a tool that it does not know for one that may run commands', () => {
    const after = bent('success', 'stdout', (lines) => lines.map((line) => line.replaceAll('write_file', 'mcp_x_y')));
    expect(messages(after)).toMatch(/the tool mcp_x_y is not known/);
  });

  test.each(fixturesOf('gemini').map((one) => [one.name, one] as const))('%s: every unknown is explained', (_, one) => {
    const explained = /had not ended when its log stopped|lacks its last line|without its usage/;
    const found = of(one).trace.problems.filter(({ message }) => !explained.test(message));
    expect(found).toEqual([]);
  });
});

describe('terminal', () => {
  test('an error inside a good stream is swallowed by the CLI: success with an empty answer is blocked', () => {
    const { files, facts } = fixture('gemini', 'failed-in-stream');
    expect(facts.exit).toEqual(ENDED_WELL);
    expect(files.find(({ path }) => path === STDOUT)?.lines.at(-1)).toContain('"status":"success"');
    expect(seen('failed-in-stream').terminal).toMatchObject({ state: 'blocked', cause: 'cli_error', finalText: null });
  });

  test('a remark before a tool call is not the answer', () => {
    expect(seen('empty-answer').terminal).toMatchObject({ state: 'blocked', cause: 'cli_error', finalText: null });
  });

  test('exit code 0 after SIGTERM is incomplete', () => {
    expect(fixture('gemini', 'terminated').facts.exit.exitCode).toBe(0);
    expect(seen('terminated').terminal).toMatchObject({ state: 'blocked', cause: 'incomplete' });
  });

  test('a part of an answer before a cut is no answer', () => {
    expect(seen('cut').terminal).toMatchObject({ state: 'blocked', cause: 'provider' });
  });

  test('a loop that the CLI stopped is a failure, though it calls the run a success', () => {
    const notice = JSON.stringify({ type: 'error', severity: 'warning', message: 'Loop detected, stopping execution' });
    const { terminal } = bent('success', 'stdout', (lines) => [...lines.slice(0, -1), notice, ...lines.slice(-1)]);
    expect(terminal).toMatchObject({ state: 'blocked', cause: 'cli_error' });
  });

  test('another warning is none', () => {
    const notice = JSON.stringify({ type: 'error', severity: 'warning', message: 'Something small' });
    const { terminal } = bent('success', 'stdout', (lines) => [...lines.slice(0, -1), notice, ...lines.slice(-1)]);
    expect(terminal.state).toBe('success');
  });

  test('exit code 41 without a word is a missing login', () => {
    const exit = { ...ENDED_WELL, exitCode: 41 };
    expect(decoded(harness, [{ path: STDOUT, lines: [] }], exit).terminal).toMatchObject({ cause: 'auth' });
  });

  test('an answer in pieces is joined, and a lost piece is not passed over', () => {
    const piece = (content: string) => JSON.stringify({ type: 'message', role: 'assistant', content, delta: true });
    const split = (pieces: readonly string[]) =>
      bent('success', 'stdout', (lines) => [...lines.slice(0, -2), ...pieces.map(piece), ...lines.slice(-1)]).terminal;
    expect(split(['DECISION: ', 'PROCEED'])).toEqual({ state: 'success', finalText: 'DECISION: PROCEED' });
    expect(split(['PROCEED'])).toMatchObject({ state: 'blocked', cause: 'incomplete' });
  });
});

describe('usage', () => {
  test.each(fixturesOf('gemini').map((one) => [one.name, one] as const))(
    '%s counts what the model sent, once, delegates included',
    (_, one) => {
      const { usage } = of(one);
      const sum = (part: 'uncachedInput' | 'cacheRead' | 'output' | 'reasoningWithinOutput') =>
        usage.requests.reduce((total, { tokens }) => total + (tokens[part] ?? Number.NaN), 0);
      expect(usage.requests).toHaveLength(one.facts.answers ?? -1);
      expect({
        input: sum('uncachedInput') + sum('cacheRead'),
        cached: sum('cacheRead'),
        written: 0,
        output: sum('output'),
        reasoning: sum('reasoningWithinOutput'),
      }).toEqual(one.facts.sent);
      expect(usage.inconsistent).toBeNull();
      expect(usage.requests.every(({ reportedNanoUsd }) => reportedNanoUsd === null)).toBe(true);
    },
  );

  test('standard output alone gives totals of all agents and a lower bound', () => {
    const { files, facts } = fixture('gemini', 'agents');
    const stdout = files.filter(({ path }) => path === STDOUT);
    const { usage } = decoded(harness, stdout, facts.exit);
    expect(usage).toMatchObject({ source: 'stream', totals: true, coverage: 'lower_bound' });
    expect(usage.requests).toHaveLength(1);
    expect(usage.requests[0]?.tokens.output).toBe(facts.sent?.output);
  });

  test('requests that only the total knows make the logs a lower bound', () => {
    const { usage } = bent('success', 'stdout', (lines) =>
      lines.map((line) => line.replaceAll('"input_tokens":9500', '"input_tokens":9600').replaceAll('9720', '9820')),
    );
    expect(usage).toMatchObject({ coverage: 'lower_bound' });
    expect(usage.inconsistent).toMatch(/by the responses and .* by the CLI's own total/);
  });

  test('a total that is not the sum of its parts is named', () => {
    const { usage } = bent('success', 'logs', (lines) =>
      lines.map((line) => line.replaceAll('"total":2040', '"total":1')),
    );
    expect(usage.inconsistent).toMatch(/does not add up/);
  });
});
