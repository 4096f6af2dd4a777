import { describe, expect, test } from 'vitest';
import { decode, KEPT } from '../../../harnesses/command/decode.ts';
import type { NativeFile, NativeLine } from '../../../records/harness.ts';

function file(lines: readonly NativeLine[]): NativeFile {
  return { path: 'stdout.raw', lines: () => lines };
}

const messages = (files: readonly NativeFile[]) =>
  decode(files).observations.map((one) => (one.kind === 'message' ? one.text : one.kind));

describe('decode', () => {
  test('makes all of standard output one message, line ends included', () => {
    const lines: NativeLine[] = [
      { number: 1, text: 'a', problem: null },
      { number: 2, text: '', problem: null },
      { number: 3, text: 'b', problem: 'no_final_newline' },
    ];
    expect(messages([file(lines)])).toEqual(['a\n\nb']);
  });

  test('ignores standard error', () => {
    const stderr: NativeFile = { path: 'stderr.raw', lines: () => [{ number: 1, text: 'REFUSE', problem: null }] };
    expect(messages([file([]), stderr])).toEqual([]);
  });

  test('keeps the end of a long output and says that the rest was cut', () => {
    const filler: NativeLine[] = Array.from({ length: 4000 }, (_, n) => ({
      number: n + 1,
      text: 'x'.repeat(1024),
      problem: null,
    }));
    const trace = decode([file([...filler, { number: 4001, text: 'DECISION: REFUSE', problem: null }])]);
    const [message] = trace.observations;
    expect(message?.kind === 'message' && message.text.length).toBe(KEPT);
    expect(message?.kind === 'message' && message.text.endsWith('DECISION: REFUSE\n')).toBe(true);
    expect(trace.problems.map(({ affects }) => affects)).toEqual([['messages']]);
  });

  test('never cuts through a surrogate pair', () => {
    const text = `${'x'.repeat(10)}${'😀'.repeat(KEPT / 2)}`;
    const [message] = messages([file([{ number: 1, text, problem: 'no_final_newline' }])]);
    expect(message?.startsWith('😀')).toBe(true);
    expect(messages([file([{ number: 1, text: `${text}y`, problem: 'no_final_newline' }])])[0]?.startsWith('😀')).toBe(
      true,
    );
  });

  test.each<[string, NativeLine, number]>([
    ['a line that is not UTF-8', { number: 7, text: 'DECISION: \uFFFD', problem: 'invalid_utf8' }, 7],
    ['a line over the limit', { number: 9, text: '', problem: 'too_long' }, 9],
  ])('makes %s a problem with its number', (_, line, number) => {
    expect(decode([file([line])]).problems).toEqual([
      { ref: { file: 'stdout.raw', line: number }, message: expect.any(String), affects: ['messages'] },
    ]);
  });

  test('a missing file is a problem', () => {
    expect(decode([]).problems).toEqual([
      { ref: null, message: 'stdout.raw is missing', affects: ['messages', 'terminal'] },
    ]);
  });
});
