import { describe, expect, test } from 'vitest';
import { shownOfResult, shownOfScript } from '../../../harnesses/codex/shown.ts';

describe('shownOfResult', () => {
  test('is what stands below the first Output line', () => {
    const result = 'Chunk ID: 1\nProcess exited with code 0\nOutput:\nfirst\nOutput:\nlast\n';
    expect(shownOfResult(result)).toEqual({ text: 'first\nOutput:\nlast\n', running: null, exitCode: 0 });
  });

  test('tells the id of a process that still ran', () => {
    const result = 'Wall time: 10.0 seconds\nProcess running with session ID 4711\nOutput:\none\n';
    expect(shownOfResult(result)).toEqual({ exitCode: null, text: 'one\n', running: '4711' });
  });

  test('does not take the id from the output itself', () => {
    expect(shownOfResult('Output:\nrunning with session ID 1\n').running).toBeNull();
  });

  test('shows a refusal whole', () => {
    expect(shownOfResult('rejected: not allowed')).toEqual({
      text: 'rejected: not allowed',
      running: null,
      exitCode: null,
    });
  });
});

describe('shownOfScript', () => {
  const head = 'Script completed\nOutput:\n';
  const printed = (text: string) => ({ printed: text });

  test('takes the output out of a printed tool result', () => {
    expect(shownOfScript([head, JSON.stringify({ exit_code: 0, output: 'a\n' })], [printed('a\n')])).toEqual(['a\n']);
  });

  test('shows only what the script printed', () => {
    expect(shownOfScript([head, 'length 59'], [printed('a long file')])).toEqual(['length 59']);
  });

  test('proves nothing for a script that printed nothing', () => {
    expect(shownOfScript([head], [printed('a')])).toEqual([null]);
  });

  test('of several commands proves those whose whole output was printed', () => {
    const commands = [printed('a\n'), printed('b\n'), { printed: null }];
    expect(shownOfScript([head, 'b\n', 'sum 2'], commands)).toEqual([null, 'b\n', null]);
  });
});
