import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../render/display-width.ts';

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['müde', 4],
    ['e\u0301', 1],
    ['日本', 4],
    ['한글', 4],
    ['ａ', 2],
    ['🦇', 2],
    ['✔ x', 3],
    ['→', 1],
    ['\u001b[1m\u001b[32m✔ pass\u001b[39m\u001b[22m', 6],
    ['✅', 2],
    ['a\u200bb', 2],
    ['？ ungraded ≥ 1', 15],
  ])('of "%s" is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it('agrees with string-width on letters of many scripts', () => {
    const letter = fc.constantFrom(...'aZ9 -äßñçøłžёжяαβγאבمसहไทย日本語中文한글カナｶﾅ');
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 20 }), (text) => {
        expect(displayWidth(text)).toBe(stringWidth(text));
      }),
    );
  });
});
