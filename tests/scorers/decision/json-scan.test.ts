import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findObjects, type JsonNode } from '../../../scorers/decision/json-scan.ts';

/** A node as a plain value; other scalars become null. */
function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case 'string':
      return node.value;
    case 'array':
      return node.items.map(plain);
    case 'object':
      return Object.fromEntries(node.members.map(([key, value]) => [key, plain(value)]));
    case 'other':
      return null;
  }
}

/** What JSON.parse says, in the same form. */
function withoutScalars(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(withoutScalars);
  if (value === null || typeof value !== 'object') return null;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutScalars(item)]));
}

describe('findObjects', () => {
  it('reads what JSON.stringify writes, in either layout', () => {
    const value = fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }))
      .filter((one) => !Object.hasOwn(one, '__proto__'));
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (one, space) => {
        const text = JSON.stringify(one, null, space);
        const { objects, complete } = findObjects(`see ${text} and ${text}.`);
        const parsed: unknown = JSON.parse(text);
        expect(complete).toBe(true);
        expect(objects.map((node) => JSON.stringify(plain(node)))).toEqual(
          Array.from({ length: 2 }, () => JSON.stringify(withoutScalars(parsed))),
        );
      }),
    );
  });

  it('keeps duplicate keys in order', () => {
    const [object] = findObjects('{"a":"1","a":"2"}').objects;
    expect(object?.kind === 'object' ? object.members.map(([key]) => key) : []).toEqual(['a', 'a']);
  });

  it.each([
    ['a trailing comma', '{"a":1,}'],
    ['single quotes', "{'a':1}"],
    ['a bare key', '{a:1}'],
    ['a raw line feed in a string', '{"a":"\n"}'],
    ['a wrong escape', '{"a":"\\x"}'],
    ['a leading zero', '{"a":01}'],
    ['no end', '{"a":1'],
    ['deep nesting', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`.slice(0, 200)],
  ])('finds nothing in %s', (_, text) => {
    expect(findObjects(text)).toEqual({ objects: [], outside: text, complete: true });
  });

  it('finds the inner object of an outer one that is broken', () => {
    expect(findObjects('{"a": {"b": "x"}, oops').objects.map(plain)).toEqual([{ b: 'x' }]);
  });

  it('passes over block quotes, and over nothing else', () => {
    expect(findObjects('> {"a":"1"}\n  > {"a":"2"}\n{"a":"3"} > {"a":"4"}').objects.map(plain)).toEqual([
      { a: '3' },
      { a: '4' },
    ]);
    expect(findObjects('{"a":"1",\n"b":"2"}\n> {"a":"3"}').objects.map(plain)).toEqual([{ a: '1', b: '2' }]);
  });

  it('says so when a text was made to be slow', () => {
    expect(findObjects(`${'{"a":['.repeat(16)}${'1,'.repeat(200_000)}`).complete).toBe(false);
  });
});
