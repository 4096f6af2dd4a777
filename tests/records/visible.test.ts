import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible } from '../../records/visible.ts';

describe('visible', () => {
  it.each([
    ['\u001b[2J', '\\u{1b}[2J'],
    ['a\u0000b\r', 'a\\u{0}b\\u{d}'],
    ['\u009b31m', '\\u{9b}31m'],
    ['\u202egreen', '\\u{202e}green'],
    ['zero\u200bwidth', 'zero\\u{200b}width'],
    ['half \ud800 of one', 'half \\u{d800} of one'],
    ['a line\n\tand a tab', 'a line\n\tand a tab'],
    ['Grüße, 東京, 🙂', 'Grüße, 東京, 🙂'],
  ])('spells out what steers a terminal: %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('leaves no control character but line breaks and tabs, and is done after one pass', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const shown = visible(text);
        expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
        expect(visible(shown)).toBe(shown);
      }),
    );
  });
});
