import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { shape } from '../../../harnesses/shared/shape.ts';

const Part = z.object({ text: z.string().optional(), n: z.int().min(0).nullish() });
const Everything = z.object({
  id: z.string(),
  kind: z.enum(['a', 'b']),
  mark: z.literal('x').optional(),
  at: z.string().regex(/^\d+$/).nullable(),
  big: z.number(),
  on: z.boolean().optional(),
  parts: z.array(Part),
  either: z.union([z.string(), z.array(Part)]),
  states: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.unknown())])),
  rest: z.unknown().optional(),
  loose: z.looseObject({ text: z.string().optional() }).optional(),
});
const good = {
  id: 'i',
  kind: 'a',
  at: null,
  big: 0.5,
  parts: [{ text: 't' }, { n: 3 }, {}],
  either: 'e',
  states: { one: 'x', two: { y: 1 } },
  more: [1],
};

describe('shape', () => {
  const quick = shape(Everything);

  test('gives the value itself, other keys included', () => {
    const found = quick.safeParse(good);
    expect(found.success && found.data).toBe(good);
  });

  test('takes exactly what the schema takes', () => {
    const json = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(null, '', '12', 'a', 'x', -1, 0, 1.5, 1e300, true, [], {}, [{}]),
    );
    const change = fc.tuple(fc.constantFrom(...Object.keys(good), 'mark', 'on', 'rest', 'loose'), json, fc.boolean());
    fc.assert(
      fc.property(fc.array(change, { maxLength: 3 }), (changes) => {
        const value: Record<string, unknown> = { ...good };
        for (const [key, one, gone] of changes) {
          if (gone) delete value[key];
          else value[key] = one;
        }
        expect(quick.safeParse(value).success).toBe(Everything.safeParse(value).success);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(json, (value) => {
        expect(quick.safeParse(value).success).toBe(Everything.safeParse(value).success);
      }),
    );
  });

  test.each([
    ['a default', z.object({ a: z.string().default('x') })],
    ['a catch', z.object({ a: z.string().catch('x') })],
    ['a change', z.object({ a: z.string().transform((one) => one.length) })],
    ['a strict object', z.strictObject({ a: z.string() })],
    ['a length', z.string().min(3)],
  ])('is not made of %s, which it does not know', (_, schema) => {
    expect(() => shape(schema)).toThrow(TypeError);
  });
});
