/** Arbitrary values that may be hashed. */
import fc from 'fast-check';
import type { Json } from '../../records/canonical-json.ts';

const word = () =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('', 'a', '\u20ac', '\ufb33', '\ud83d\ude00', '\u007f', '"\\/\b\f\n\r\t'),
  );

/** Any value of canonical JSON: integers up to the safe limits, every well-formed string, nesting of a few levels. */
export function jsonValue(): fc.Arbitrary<Json> {
  return fc.letrec<{ value: Json; leaf: Json }>((tie) => ({
    leaf: fc.oneof(fc.constant(null), fc.boolean(), fc.maxSafeInteger(), fc.integer(), word()),
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      tie('leaf'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        word().filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key)),
        tie('value'),
        { maxKeys: 5, noNullPrototype: true },
      ),
    ),
  })).value;
}
