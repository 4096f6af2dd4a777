import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieces } from '../../cli/pieces.ts';

describe('pieces()', () => {
  it('gives the bytes of the text and one line feed at its end, whatever the size of a piece', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 5 }), (text, size) => {
        const whole = Buffer.from(text.endsWith('\n') ? text : `${text}\n`);
        expect(Buffer.concat([...pieces(text, size)].map((piece) => Buffer.from(piece)))).toEqual(whole);
      }),
    );
  });
});
