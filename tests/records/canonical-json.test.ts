import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { canonicalize } from 'json-canonicalize';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { canonical, type Json } from '../../records/canonical-json.ts';
import { parseStrictJson } from '../../records/strict-json.ts';
import { jsonValue } from '../helpers/json.ts';

const Vectors = z.array(
  z.strictObject({ name: z.string(), source: z.string(), input: z.string(), output: z.string() }),
);
const vectors = Vectors.parse(JSON.parse(readFileSync('fixtures/canonical/rfc8785.json', 'utf8')));
const AnyJson: z.ZodType<Json> = z.json();

describe('canonical: published vectors of RFC 8785', () => {
  it.each(vectors)('$name ($source)', ({ input, output }) => {
    const value = AnyJson.parse(JSON.parse(input));
    expect(canonical(value)).toBe(output);
    expect(canonical(AnyJson.parse(JSON.parse(output)))).toBe(output);
  });
});

describe('canonical: properties', () => {
  it('agrees with an independent implementation', () => {
    fc.assert(
      fc.property(jsonValue(), (value) => {
        expect(canonical(value)).toBe(canonicalize(value));
      }),
      { numRuns: 1000 },
    );
  });

  it('is read back as the same value by the strict reader and by JSON.parse, and is its own canonical form', () => {
    fc.assert(
      fc.property(jsonValue(), (value) => {
        const text = canonical(value);
        const read = parseStrictJson(text, { maxBytes: 1_000_000 });
        expect(read).toEqual({ ok: true, value });
        expect(JSON.parse(text)).toEqual(value);
        expect(read.ok && canonical(read.value)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on the order in which keys were added', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.integer()), fc.integer(), (value, seed) => {
        const entries = Object.entries(value).filter(([key]) => key !== '__proto__');
        const turned = entries.map((_, index) => entries[(index + Math.abs(seed)) % entries.length] ?? ['', 0]);
        expect(canonical(Object.fromEntries(turned))).toBe(canonical(Object.fromEntries(entries)));
      }),
    );
  });
});

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
const cycle: { self?: unknown } = {};
cycle.self = cycle;
class Instance {
  field = 1;
}

describe('canonical: what may not be hashed', () => {
  it.each<[string, unknown, RegExp]>([
    ['a float', { a: [1.5] }, /safe integers.*1\.5 at \$\.a\[0\]/],
    ['NaN', Number.NaN, /safe integers.*NaN at \$$/],
    ['Infinity', { a: Number.POSITIVE_INFINITY }, /Infinity at \$\.a/],
    ['-0', [-0], /found -0 at \$\[0\]/],
    ['2^53', 2 ** 53, /9007199254740992/],
    ['undefined', { a: undefined }, /undefined.*\$\.a/],
    ['undefined in an array', [undefined], /undefined.*\$\[0\]/],
    ['a function', { a: () => 1 }, /function/],
    ['a symbol', Symbol('a'), /symbol/],
    ['a BigInt', 1n, /bigint/],
    ['a lone surrogate', 'a\ud83d', /Lone surrogate/],
    ['a lone surrogate in a key', { 'a\ude00': 1 }, /Lone surrogate/],
    ['a sparse array', new Array(2).fill(1, 1), /Sparse/],
    ['an array with a named key', Object.assign([1], { extra: 2 }), /named keys/],
    ['an array with a hole and a named key', Object.assign(new Array(1), { extra: 2 }), /undefined|Sparse/],
    ['a date', new Date(0), /plain object/],
    ['a map', new Map(), /plain object/],
    ['a buffer', Buffer.from('a'), /plain object/],
    ['a boxed string', Object('a'), /plain object/],
    ['an instance', new Instance(), /plain object/],
    ['a symbol key', { [Symbol('a')]: 1 }, /Symbol key/],
    ['a getter', Object.defineProperty({}, 'a', { get: () => 1, enumerable: true }), /plain property/],
    ['a hidden property', Object.defineProperty({}, 'a', { value: 1 }), /plain property/],
    ['an own key __proto__', JSON.parse('{"__proto__":1}'), /__proto__/],
    ['a toJSON method', { toJSON: () => 1 }, /function/],
    ['a cycle', cycle, /Nesting over 64/],
    ['nesting of 65', deep(65), /Nesting over 64/],
  ])('refuses %s', (_, value, message) => {
    // The type allows none of these; a caller without types could pass them all the same.
    expect(() => Reflect.apply(canonical, undefined, [value])).toThrow(message);
  });

  it('accepts nesting of 64 and objects without a prototype', () => {
    expect(Reflect.apply(canonical, undefined, [deep(64)])).toBe(`${'['.repeat(64)}1${']'.repeat(64)}`);
    expect(canonical(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
  });
});
