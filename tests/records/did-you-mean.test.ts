import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../records/did-you-mean.ts';

describe('didYouMean', () => {
  it.each([
    ['harnes', ['harness', 'model'], 'harness'],
    ['modle', ['harness', 'model'], 'model'],
    ['nmae', ['name', 'mode'], 'name'],
    ['ab', ['ba'], 'ba'],
    ['abcd', ['dcba'], null],
    ['decision-cor', ['decision-core'], 'decision-core'],
    ['x', ['y'], 'y'],
    ['xy', ['ab'], null],
    ['something', ['harness', 'model'], null],
    ['', ['harness'], null],
    ['word', [], null],
  ])('of "%s" among %j is %j', (word, known, nearest) => {
    expect(didYouMean(word, known)).toBe(nearest);
  });

  it('is the word itself when it is known', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 8 }),
        (words) => {
          for (const word of words) expect(didYouMean(word, words)).toBe(word);
        },
      ),
    );
  });

  it('is always one of the known words, or null', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 40 }),
        fc.array(fc.string({ maxLength: 12 }), { maxLength: 8 }),
        (word, known) => {
          const near = didYouMean(word, known);
          if (near !== null) expect(known).toContain(near);
        },
      ),
    );
  });
});
