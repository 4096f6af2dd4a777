import { describe, expect, test } from 'vitest';
import { jsonRecords } from '../../../harnesses/shared/json-lines.ts';
import type { NativeFile, NativeLine } from '../../../records/harness.ts';
import type { EvidenceProblem } from '../../../records/observation.ts';

function read(lines: readonly NativeLine[]) {
  const problems: EvidenceProblem[] = [];
  const file: NativeFile = { path: 'stdout.raw', lines: () => lines };
  const records = [...jsonRecords(file, ['commands'], (problem) => problems.push(problem))];
  return { types: records.map(({ type, ref }) => `${ref.line} ${type}`), problems };
}

describe('jsonRecords', () => {
  test('passes over blank lines and keeps the numbers of the others', () => {
    const { types, problems } = read([
      { number: 1, text: '{"type":"a"}', problem: null },
      { number: 2, text: '  ', problem: null },
      { number: 3, text: '{"type":"b","x":1}', problem: null },
    ]);
    expect(types).toEqual(['1 a', '3 b']);
    expect(problems).toEqual([]);
  });

  test.each<[string, NativeLine, RegExp]>([
    ['text that is not JSON', { number: 4, text: 'hello', problem: null }, /not JSON/],
    ['an array', { number: 4, text: '[]', problem: null }, /not an object with a "type"/],
    ['an object without a type', { number: 4, text: '{"kind":"a"}', problem: null }, /"type"/],
    ['a type that is no text', { number: 4, text: '{"type":1}', problem: null }, /"type"/],
    ['a line that was cut', { number: 4, text: '{"type":"a', problem: 'no_final_newline' }, /ends inside a line/],
    ['a line over the limit', { number: 4, text: '', problem: 'too_long' }, /longer than the limit/],
  ])('makes %s a problem with its number and what it may hide', (_, line, message) => {
    const { types, problems } = read([line]);
    expect(types).toEqual([]);
    expect(problems).toEqual([
      { ref: { file: 'stdout.raw', line: 4 }, message: expect.stringMatching(message), affects: ['commands'] },
    ]);
  });

  test('reads a line that is not UTF-8 and says so', () => {
    const { types, problems } = read([{ number: 1, text: '{"type":"a\uFFFD"}', problem: 'invalid_utf8' }]);
    expect(types).toEqual(['1 a\uFFFD']);
    expect(problems.map(({ message }) => message)).toEqual(['the line is not valid UTF-8']);
  });

  test('accepts a whole last line without a newline', () => {
    const { types, problems } = read([{ number: 1, text: '{"type":"a"}', problem: 'no_final_newline' }]);
    expect([types, problems]).toEqual([['1 a'], []]);
  });
});
