import { describe, expect, it } from 'vitest';
import type { DecodedStream } from '../../records/decoded-stream.ts';
import type { Observation } from '../../records/observation.ts';
import { NO_USAGE } from '../../records/usage.ts';
import { traceText } from '../../render/trace-text.ts';

const EXIT = { exitCode: 0, signal: null, timedOut: false, overflow: false, interrupted: false, spawnError: null };
const at = (line: number, file = 'stdout.raw') => ({ ref: { file, line }, thread: null });

function decoded(changes: Partial<DecodedStream> = {}, observations: Observation[] = []): DecodedStream {
  return {
    schema: 'operant.decoded-stream/v1',
    harness: 'codex',
    exit: EXIT,
    exitSource: 'given',
    terminal: { state: 'success', cause: null, detail: null, finalText: 'Done.' },
    usage: NO_USAGE,
    modelsServed: [],
    delegates: [],
    trace: { schema: 'operant.trace/v1', observations, problems: [], eventTypes: {} },
    ...changes,
  };
}

describe('traceText', () => {
  it('says what is not known, and never 0 for it', () => {
    const text = traceText(decoded(), 100);
    expect(text).toMatch(/^Usage +unknown$/m);
    expect(text).toMatch(/^Models +not in the record$/m);
    expect(text).toMatch(/^Delegates: none$/m);
    const usage = { model: null, provider: null, at: null, serviceTier: null, reportedNanoUsd: null };
    const tokens = {
      uncachedInput: 7,
      cacheRead: 0,
      cacheWrite5m: null,
      cacheWrite1h: 0,
      output: 0,
      reasoningWithinOutput: null,
    };
    const entry: Observation = { kind: 'usage', ...at(3), total: false, usage: { ...usage, tokens } };
    expect(traceText(decoded({}, [entry]), 200)).toContain(
      'model unknown: 7 input, unknown written to cache (5 min), 0 output, unknown of it reasoning',
    );
  });

  it('names a blocked end with its cause', () => {
    const terminal = { state: 'blocked', cause: 'auth', detail: 'HTTP 401', finalText: null } as const;
    const text = traceText(decoded({ terminal, exit: { ...EXIT, exitCode: null, signal: 'SIGKILL' } }), 200);
    expect(text).toMatch(/^Ended +blocked: auth, .*: HTTP 401 \(signal SIGKILL, given\)$/m);
    expect(text).toMatch(/^Final message +none$/m);
  });

  it('gives session logs short names, in the order of their first line', () => {
    const message = (line: number, file: string): Observation => ({
      kind: 'message',
      ...at(line, file),
      text: 'x',
      at: null,
    });
    const text = traceText(
      decoded({}, [message(1, 'stdout.raw'), message(4, 'native/b'), message(5, 'native/a')]),
      100,
    );
    expect(text).toMatch(/^ {2}out {3}stdout\.raw$/m);
    expect(text).toMatch(/^ {2}log1:4 {2}message {2}x$/m);
    expect(text).toMatch(/^ {2}log2 {2}native\/a$/m);
  });

  it('lists a problem with what it may hide', () => {
    const trace = decoded().trace;
    const problems = [{ ref: null, message: 'No log', affects: ['usage' as const] }];
    expect(traceText(decoded({ trace: { ...trace, problems } }), 100)).toMatch(
      /a missing file {2}No log \(may hide usage\)/,
    );
  });

  it('lets nothing in a record steer the terminal', () => {
    const text = traceText(
      decoded({ modelsServed: ['\u001b[2J'] }, [
        { kind: 'message', ...at(1, 'a\u0007'), text: '\u001b]0;x\u0007\nsecond', at: null },
      ]),
      100,
    );
    expect(text).not.toMatch(/[\u0007\u001b]/);
  });

  it('cuts a long list and says where the rest is', () => {
    const many = Array.from(
      { length: 620 },
      (_, line): Observation => ({ kind: 'message', ...at(line + 1), text: 'x', at: null }),
    );
    const text = traceText(decoded({}, many), 100);
    expect(text).toMatch(/Observations \(620\)/);
    expect(text).toMatch(/… 120 more: see --json/);
  });
});
