import { describe, expect, it } from 'vitest';
import { limitsOf, lineAt } from '../../../render/dashboard/part.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('limitsOf()', () => {
  it.each([
    ['a\nbb\nccc\n', 0, [0, 1]],
    ['a\nbb\nccc\n', 1, [2, 4]],
    ['a\nbb\nccc\n', 2, [5, 8]],
    ['a\nbb', 1, [2, 4]],
    ['a\nbb', 2, [4, 4]],
    ['', 0, [0, 0]],
    ['', 7, [0, 0]],
  ])('finds in %j line %i at %j', (text, line, limits) => {
    expect(limitsOf(bytes(text), line)).toEqual(limits);
  });
});

describe('lineAt()', () => {
  it('gives the text of a line, bad bytes replaced, and cuts one that is too long to show', () => {
    expect(lineAt(bytes('{"a":1}\n{"b":"ü"}\n'), 1)).toBe('{"b":"ü"}');
    expect(lineAt(Uint8Array.of(0xff, 0x0a), 0)).toBe('\ufffd');
    const long = lineAt(bytes('x'.repeat(9000)), 0);
    expect([long.length, long.at(-1)]).toEqual([4001, '…']);
  });
});
