import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { acceptor } from '../../records/acceptor.ts';
import { Row } from '../../records/row.ts';
import { storyRows } from '../helpers/trend-rows.ts';

const isRow = acceptor(Row);
const rows = storyRows(40);

/** Values that a part of a row may be turned into: near its edges, of other types, and of other shapes. */
const ODD: readonly unknown[] = [
  null,
  '',
  'x'.repeat(201),
  'pass',
  `sha256:${'0'.repeat(64)}`,
  `sha256:${'0'.repeat(64)}\n`,
  0,
  -1,
  1,
  0.5,
  2 ** 53,
  true,
  [],
  {},
  { num: 1, den: 0 },
  { num: 1, den: 2 },
  [null],
  ['x'],
  { deadline: 0 },
  { deadline: 1 },
  { nothing: 1 },
];

/** Every place of a value, as the keys that lead to it. */
function placesOf(value: unknown, before: readonly string[] = []): (readonly string[])[] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [before, ...members.flatMap(([key, member]) => placesOf(member, [...before, key]))];
}

/** The value with what stands at a place changed; `undefined`: taken away. */
function changed(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((one: unknown, at) => (String(at) === key ? changed(one, rest, to) : one));
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    members.flatMap(([name, member]) => {
      if (name !== key) return [[name, member]];
      const made = changed(member, rest, to);
      return made === undefined ? [] : [[name, made]];
    }),
  );
}

describe('acceptor() of a row', () => {
  it('takes every row of a story, which the schema gives back as it is', () => {
    for (const row of rows) {
      expect(isRow(row)).toBe(true);
      expect(Row.parse(row)).toEqual(row);
    }
  });

  it('says what the schema says of every part of a row that became something odd or went away', () => {
    const row = rows[7] ?? expect.fail('a row');
    for (const place of placesOf(row)) {
      for (const odd of [...ODD, undefined]) {
        if (place.length === 0 && odd === undefined) continue;
        const made = changed(row, place, odd);
        expect([place, odd, isRow(made)]).toEqual([place, odd, Row.safeParse(made).success]);
      }
    }
  });

  it('says what the schema says of rows with added members and any JSON in any place', () => {
    const row = fc.constantFrom(...rows);
    const made = fc.tuple(row, fc.nat(), fc.jsonValue()).map(([one, at, json]) => {
      const places = placesOf(one);
      const place = places[at % places.length] ?? [];
      return json !== null && typeof json === 'object' && at % 3 === 0
        ? { ...one, ...json }
        : changed(one, place, json);
    });
    fc.assert(fc.property(made, (value) => isRow(value) === Row.safeParse(value).success));
  });
});

describe('acceptor()', () => {
  it.each<[string, z.ZodType]>([
    ['a transform', z.string().transform(Number)],
    ['a default', z.string().default('x')],
    ['a changed text', z.string().trim()],
    ['a refinement', z.string().refine((text) => text !== '')],
    ['an object that takes other keys', z.object({ a: z.string() })],
    ['an optional member', z.strictObject({ a: z.string().optional() })],
    ['a coerced number', z.coerce.number()],
    ['a float format', z.float32()],
    ['a pattern that remembers where it was', z.string().regex(/a/g)],
    ['a record of any keys', z.record(z.string(), z.string())],
  ])('refuses to be made for %s', (_, schema) => {
    expect(() => acceptor(schema)).toThrow(TypeError);
  });

  it('knows records with every key and with some', () => {
    const keys = z.enum(['a', 'b']);
    const [whole, some] = [z.record(keys, z.int()), z.partialRecord(keys, z.int())];
    for (const value of [{}, { a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2, c: 3 }, { a: 'x', b: 2 }, [], null]) {
      expect(acceptor(whole)(value)).toBe(whole.safeParse(value).success);
      expect(acceptor(some)(value)).toBe(some.safeParse(value).success);
    }
  });

  it('takes the same members as the schema when it remembers the last', () => {
    const schema = z.strictObject({ a: z.array(z.int()), b: z.string().nullable() });
    const accepts = acceptor(schema, { remember: true });
    const list = [1];
    const values = [{ a: list, b: 'x' }, { a: list, b: 1 }, { a: list, b: null }, { a: list }, { a: ['x'], b: null }];
    for (const value of [...values, ...values, { a: list, b: undefined }, { a: list, b: null, c: 1 }]) {
      expect(accepts(value)).toBe(schema.safeParse(value).success);
    }
  });
});
