import { describe, expect, it } from 'vitest';
import { plainColumns } from '../../render/plain-columns.ts';

describe('plainColumns', () => {
  it('aligns columns, one of them on the right, without spaces at the end', () => {
    const rows = [
      ['A', 'N', 'TEXT'],
      ['long one', '1', 'x'],
      ['日本', '10', ''],
    ];
    expect(plainColumns(rows, new Set([1]), 80)).toEqual(['A          N  TEXT', 'long one   1  x', '日本      10']);
  });

  it('wraps the last column into the width that is left', () => {
    expect(plainColumns([['a', 'one two three four']], new Set(), 21)).toEqual(['a  one two three four']);
    expect(plainColumns([['a', 'one two three four']], new Set(), 20)).toEqual(['a  one two three', '   four']);
  });

  it('keeps room for the last column, and a long word whole', () => {
    const [first, second] = plainColumns([['x'.repeat(50), `${'y'.repeat(30)} z`]], new Set(), 40);
    expect(first).toBe(`${'x'.repeat(50)}  ${'y'.repeat(30)}`);
    expect(second).toBe(`${' '.repeat(52)}z`);
  });

  it('of no rows is nothing', () => {
    expect(plainColumns([], new Set(), 80)).toEqual([]);
  });
});
