import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsPartOf, linesOf, rangeIn, uncovered } from '../../../scorers/workflow/lines.ts';

const FILE = linesOf('# Heading of the page\n\nfirst rule of all\nsecond rule of all\n\n}\nlast line of the page\n');

describe('rangeIn', () => {
  it.each<[string, string, number | null, unknown]>([
    [
      'the whole',
      '# Heading of the page\n\nfirst rule of all\nsecond rule of all\n\n}\nlast line of the page\n',
      1,
      { first: 1, last: 7 },
    ],
    ['a part with other line ends', 'first rule of all\r\nsecond rule of all\r\n', 3, { first: 3, last: 4 }],
    ['a part by its first line', 'first rule of all\nsecond rule of all', 3, { first: 3, last: 4 }],
    ['a part wherever it fits', 'second rule of all\n\n}', null, { first: 4, last: 6 }],
    ['a part without its blank end', 'second rule of all\n', 4, { first: 4, last: 4 }],
    ['a part said to begin elsewhere', 'first rule of all', 4, null],
    ['a line cut short', 'first rule of', 3, null],
    ['lines with one left out', '# Heading of the page\nfirst rule of all', 1, null],
    ['lines in another order', 'second rule of all\nfirst rule of all', null, null],
    ['nothing', '', 1, null],
    ['blank lines', '\n\n', null, null],
    ['a bracket, which stands everywhere', '}', null, null],
    ['more than there is', 'last line of the page\nand one more line', 7, null],
    ['a warning before the text', 'Warning: truncated output\n# Heading of the page', 1, null],
  ])('finds %s', (_, shown, from, range) => {
    expect(rangeIn(FILE, shown, from)).toEqual(range);
  });

  it('is never more than what was shown', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 12 }), { minLength: 1, maxLength: 12 }),
        fc.nat(12),
        fc.nat(12),
        (lines, a, b) => {
          const file = linesOf(lines.join('\n'));
          const part = file.slice(Math.min(a, b), Math.max(a, b));
          const range = rangeIn(file, part.join('\n'), Math.min(a, b) + 1);
          if (range !== null) expect(range.last - range.first + 1).toBeLessThanOrEqual(part.length);
        },
      ),
    );
  });
});

describe('uncovered', () => {
  it('asks for every line that is not blank', () => {
    expect(uncovered(FILE, [])).toEqual([1, 3, 4, 6, 7]);
    expect(
      uncovered(FILE, [
        { first: 1, last: 3 },
        { first: 4, last: 7 },
      ]),
    ).toEqual([]);
    expect(
      uncovered(FILE, [
        { first: 1, last: 3 },
        { first: 6, last: 7 },
      ]),
    ).toEqual([4]);
  });
});

describe('holdsPartOf', () => {
  const text = FILE.join('\n');
  it.each<[string, string, boolean]>([
    ['three lines in a row, indented elsewhere', '  12  x\n   first rule of all\nsecond rule of all\n}\nmore', true],
    ['two lines in a row', 'first rule of all\nsecond rule of all', false],
    ['three lines with another between', 'first rule of all\nsecond rule of all\nother\n}', false],
    ['a list of names', 'SKILL.md\nrouter.md\nruntime.md', false],
    ['nothing', '', false],
  ])('%s', (_, shown, holds) => {
    expect(holdsPartOf(text, shown)).toBe(holds);
  });

  it('takes all of a shorter file, and nothing of an empty one', () => {
    expect(holdsPartOf('one distinct line\n', 'before\none distinct line\nafter')).toBe(true);
    expect(holdsPartOf('\n\n', '\n\n')).toBe(false);
    expect(holdsPartOf('}\n{\n', '}\n{')).toBe(false);
  });
});
