import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberedLines, withoutNumbers } from '../../../harnesses/shared/numbered.ts';

const number = (lines: readonly string[], from: number, separator: string, indent = '') =>
  lines.map((line, at) => `${indent}${from + at}${separator}${line}`).join('\n');

describe('withoutNumbers', () => {
  test('gives back what was numbered, whatever stands in the lines', () => {
    const line = fc
      .oneof(fc.string(), fc.constantFrom('', '1\tx', '2: y', '  3\t', '\t', 'é → “ok”'))
      .map((one) => one.replaceAll('\n', ''));
    const run = fc.tuple(
      fc.array(line, { minLength: 1 }),
      fc.integer({ min: 1, max: 99_998 }),
      fc.constantFrom('\t', ': ', '→'),
      fc.constantFrom('', '   '),
    );
    fc.assert(
      fc.property(run, ([lines, from, separator, indent]) => {
        const found = withoutNumbers(number(lines, from, separator, indent), separator);
        expect(found).toMatchObject({ startLine: from, content: lines.join('\n') });
      }),
    );
  });

  test.each([
    ['', 'nothing'],
    ['one', 'no number'],
    ['0\tone', 'a number below 1'],
    ['1\tone\n3\tthree', 'a gap'],
    ['1\tone\ntwo', 'a line without a number'],
    ['1\tone\n', 'an empty line without a number'],
    ['1 one', 'another separator'],
    [`${'9'.repeat(30)}\tone`, 'a number that cannot be counted on'],
  ])('%j is not numbered: %s', (text) => {
    expect(withoutNumbers(text, '\t')).toBeNull();
  });
});

describe('numberedLines', () => {
  test('stops before the first line without a number', () => {
    const found = numberedLines('7: a\n8: b\n\n(End)', ': ');
    expect(found).toEqual({ startLine: 7, content: 'a\nb', end: '7: a\n8: b\n'.length });
  });
});
