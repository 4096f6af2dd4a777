import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseStrictJson } from '../../records/strict-json.ts';

const Refused = z.array(
  z.strictObject({
    name: z.string(),
    text: z.string().optional(),
    hex: z.string().optional(),
    floats: z.boolean().optional(),
    code: z.string(),
    offset: z.int(),
  }),
);
const refused = Refused.parse(JSON.parse(readFileSync('fixtures/canonical/refused.json', 'utf8')));
const LIMITS = { maxBytes: 100_000 };

describe('parseStrictJson: refusals', () => {
  it.each(refused)('$name: $code at byte $offset', ({ text, hex, floats, code, offset }) => {
    const input = text ?? Buffer.from(hex ?? '', 'hex');
    const result = parseStrictJson(input, { ...LIMITS, floats: floats === true });
    expect(result).toMatchObject({ ok: false, code, offset });
  });

  it.each(refused.filter(({ text }) => text !== undefined))(
    '$name: the same as bytes',
    ({ text, floats, code, offset }) => {
      const result = parseStrictJson(Buffer.from(text ?? ''), { ...LIMITS, floats: floats === true });
      expect(result).toMatchObject({ ok: false, code, offset });
    },
  );

  it.each(['1234', '"éé"'])('refuses %s over its byte limit and takes it at the limit', (text) => {
    const bytes = Buffer.byteLength(text);
    expect(parseStrictJson(text, { maxBytes: bytes - 1 })).toMatchObject({ ok: false, code: 'too_large' });
    expect(parseStrictJson(Buffer.from(text), { maxBytes: bytes - 1 })).toMatchObject({ ok: false, code: 'too_large' });
    expect(parseStrictJson(text, { maxBytes: bytes })).toMatchObject({ ok: true });
  });

  it('has a depth limit of its own choosing', () => {
    expect(parseStrictJson('[[1]]', { ...LIMITS, maxDepth: 2 })).toEqual({ ok: true, value: [[1]] });
    expect(parseStrictJson('[[1]]', { ...LIMITS, maxDepth: 1 })).toMatchObject({
      ok: false,
      code: 'too_deep',
      offset: 1,
    });
  });

  it('refuses nesting of a million levels at once and without a crash', () => {
    const result = parseStrictJson('['.repeat(1_000_000), { maxBytes: 2_000_000 });
    expect(result).toMatchObject({ ok: false, code: 'too_deep', offset: 64 });
  });
});

describe('parseStrictJson: values', () => {
  it('reads space, escapes and every kind of value', () => {
    const text =
      ' {"a" : [ 1 ,-2, true,false , null ], "b\\u0000" : "\\"\\\\\\/\\b\\f\\n\\r\\t\\u20AC\\ud83d\\ude00"}\r\n\t';
    const value = { a: [1, -2, true, false, null], 'b\0': '"\\/\b\f\n\r\t\u20ac\u{1f600}' };
    expect(parseStrictJson(text, LIMITS)).toEqual({ ok: true, value });
  });

  it('reads floats, exponents and -0 when they are allowed', () => {
    const result = parseStrictJson('[1.5, 1e3, -0, 2E-2, 12345678901234567890]', { ...LIMITS, floats: true });
    expect(result).toEqual({ ok: true, value: [1.5, 1000, -0, 0.02, 12345678901234567000] });
  });

  it('keeps lone surrogates when they are allowed', () => {
    expect(parseStrictJson('"\\ud83d"', { ...LIMITS, loneSurrogates: true })).toEqual({ ok: true, value: '\ud83d' });
  });

  it('accepts whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const result = parseStrictJson(JSON.stringify(value), { ...LIMITS, floats: true });
        if (result.ok) expect(result.value).toEqual(JSON.parse(JSON.stringify(value)));
        else expect(result.code).toBe('forbidden_key');
      }),
      { numRuns: 500 },
    );
  });

  it('never accepts what JSON.parse refuses, and never throws', () => {
    const bits = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      'u',
      '0',
      '1',
      '-',
      '.',
      'e',
      'true',
      'null',
      ' ',
      'é',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.array(bits, { maxLength: 14 }).map((parts) => parts.join('')),
        (text) => {
          const result = parseStrictJson(text, { ...LIMITS, floats: true });
          if (result.ok) expect(JSON.parse(text)).toEqual(result.value);
          else expect(result.offset).toBeLessThanOrEqual(Buffer.byteLength(text));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('answers any bytes with a value or a refusal', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(typeof parseStrictJson(bytes, LIMITS).ok).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('parseStrictJson of a document as it is printed', () => {
  // A limit that is named leaves the text to the strict reader.
  const quick = { ...LIMITS, floats: true };
  const strict = { ...quick, maxDepth: 64 };

  it('reads what the strict reader reads, or leaves it the text, whatever was changed', () => {
    const key = fc.constantFrom('a', 'b', '1', '0', '__proto__', 'constructor', '\ud800', 'é', '');
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(0, -0, 1.5, 1e21, 12345678901234567890n.toString(), null, true, 'x\ud800', 'pro"t', '\u2028'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map(Object.fromEntries),
      ),
    }));
    const change = fc.record({
      at: fc.nat(400),
      cut: fc.nat(3),
      put: fc.constantFrom('', '"a": 1,\n', ' ', '\n', '0', '-', '.0', 'e1', ',', '\\u0061', '"', '{}', '\ufeff'),
    });
    fc.assert(
      fc.property(tree, fc.option(change, { nil: null }), (value, edit) => {
        const printed = `${JSON.stringify(value, null, 2)}\n`;
        const text = edit === null ? printed : printed.slice(0, edit.at) + edit.put + printed.slice(edit.at + edit.cut);
        expect(parseStrictJson(text, quick)).toEqual(parseStrictJson(text, strict));
      }),
      { numRuns: 5000 },
    );
  });

  it('refuses a key that is there twice, and nesting over the limit', () => {
    expect(parseStrictJson('{\n  "a": 1,\n  "a": 1\n}\n', quick)).toMatchObject({ ok: false, code: 'duplicate_key' });
    let deep: unknown = 1;
    for (let level = 0; level < 65; level++) deep = [deep];
    const text = `${JSON.stringify(deep, null, 2)}\n`;
    expect(parseStrictJson(text, quick)).toMatchObject({ ok: false, code: 'too_deep' });
  });
});
