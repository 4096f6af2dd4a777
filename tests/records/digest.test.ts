import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestCanonical, digestOf, sha256Hex, sha256Stream } from '../../records/digest.ts';
import { Digest } from '../../records/scalars.ts';

describe('sha256Hex', () => {
  // The vectors of FIPS 180-4 (NIST examples) and one of UTF-8.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['ü', '607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f'],
  ])('of "%s"', (text, hex) => {
    expect(sha256Hex(text)).toBe(hex);
  });

  it('of a string is that of its UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(sha256Hex(text)).toBe(sha256Hex(new TextEncoder().encode(text)));
      }),
    );
  });
});

describe('digestOf', () => {
  it('is a Digest', () => {
    expect(Digest.safeParse(digestOf('x')).success).toBe(true);
    expect(digestOf('abc')).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('digestCanonical', () => {
  it('does not depend on the order of keys', () => {
    expect(digestCanonical('t', { a: 1, b: [true, null] })).toBe(digestCanonical('t', { b: [true, null], a: 1 }));
  });

  it('is the digest of the tag, a line feed and the canonical text', () => {
    expect(digestCanonical('t', { b: 1, a: 'x' })).toBe(digestOf('t\n{"a":"x","b":1}'));
  });

  it('depends on the tag, so that a hash of one kind of document is never one of another', () => {
    expect(digestCanonical('a', {})).not.toBe(digestCanonical('b', {}));
    expect(digestCanonical('a', '{}')).not.toBe(digestCanonical('a', {}));
  });

  it('differs for documents that differ', () => {
    // The one key that is refused.
    const name = fc.string().filter((text) => text !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(name, fc.integer()), name, fc.integer(), (document, key, value) => {
        fc.pre(document[key] !== value);
        const changed = { ...document, [key]: value };
        expect(digestCanonical('t', changed)).not.toBe(digestCanonical('t', document));
      }),
    );
  });

  it('refuses what has no canonical text', () => {
    expect(() => digestCanonical('t', 1.5)).toThrow();
    expect(() => digestCanonical('t', '\uD800')).toThrow();
    expect(() => digestCanonical('t', JSON.parse('{"__proto__": 1}'))).toThrow(/__proto__/);
  });
});

describe('sha256Stream', () => {
  it('is the digest of the whole, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), (parts) => {
        const stream = sha256Stream();
        for (const part of parts) stream.update(part);
        expect(stream.digest()).toBe(digestOf(Buffer.concat(parts)));
      }),
    );
  });
});
