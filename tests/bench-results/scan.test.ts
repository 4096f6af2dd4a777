import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { SCANNED, Scanner } from '../../bench-results/scan.ts';
import { canonical, type Json } from '../../records/canonical-json.ts';
import { jsonValue } from '../helpers/json.ts';

const NotCanonical = z.array(
  z.strictObject({ name: z.string(), line: z.string().optional(), hex: z.string().optional() }),
);
const Vectors = z.array(z.object({ name: z.string(), output: z.string() }));
const refused = NotCanonical.parse(JSON.parse(readFileSync('fixtures/canonical/not-canonical.json', 'utf8')));
const accepted = Vectors.parse(JSON.parse(readFileSync('fixtures/canonical/rfc8785.json', 'utf8')));
const AnyJson: z.ZodType<Json> = z.json();

function scans(bytes: Uint8Array): boolean {
  // Bytes around the line must not matter.
  const framed = Buffer.concat([Buffer.from('}"x'), bytes, Buffer.from('}]"0\\')]);
  return new Scanner().scan(framed, 3, 3 + bytes.length);
}

/** The slow rule that the scanner stands for. */
function isCanonical(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = AnyJson.parse(JSON.parse(text));
    return text.startsWith('{') && canonical(value) === text;
  } catch {
    return false;
  }
}

describe('Scanner.scan', () => {
  it.each(refused)('refuses $name', ({ line, hex }) => {
    const bytes = line === undefined ? Buffer.from(hex ?? '', 'hex') : Buffer.from(line);
    expect(isCanonical(bytes)).toBe(false);
    const scanner = new Scanner();
    expect(scanner.scan(bytes, 0, bytes.length)).toBe(false);
    expect(scanner.problem().expected).not.toBe('');
    expect(scanner.problem().at).toBeLessThanOrEqual(bytes.length + 1);
    expect(scans(bytes)).toBe(false);
  });

  it.each(accepted.filter(({ output }) => output.startsWith('{')))('accepts the vector $name', ({ output }) => {
    expect(scans(Buffer.from(output))).toBe(true);
  });

  it.each([
    ['{}'],
    ['{"":""}'],
    ['{"a":[]}'],
    ['{"a":{}}'],
    ['{"a":0,"b":-1,"c":9007199254740991,"d":-9007199254740991}'],
    ['{"a":"\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\/\u007f\u2028\u2029"}'],
    ['{"\ud83d\ude00":1,"\ufb33":2}'],
    ['{"\\"":1,"a":2}'],
    [`{"a":${'['.repeat(63)}1${']'.repeat(63)}}`],
  ])('accepts %s', (line) => {
    expect(isCanonical(Buffer.from(line))).toBe(true);
    expect(scans(Buffer.from(line))).toBe(true);
  });

  it('accepts the canonical form of any object', () => {
    fc.assert(
      fc.property(jsonValue(), (value) => {
        expect(scans(Buffer.from(canonical({ value })))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('agrees with parsing and writing anew after any edit of bytes', () => {
    const byte = fc.oneof(
      fc.constantFrom(
        ...Buffer.from('{}[]:,"\\0123456789-.eE \n\r\ttrufalsn_'),
        0,
        0x1f,
        0x7f,
        0x80,
        0xbf,
        0xc3,
        0xe2,
        0xed,
        0xf0,
        0xff,
      ),
      fc.integer({ min: 0, max: 255 }),
    );
    const edit = fc.record({
      at: fc.nat(),
      cut: fc.integer({ min: 0, max: 3 }),
      put: fc.array(byte, { maxLength: 3 }),
    });
    let stayed = 0;
    fc.assert(
      fc.property(jsonValue(), fc.array(edit, { minLength: 1, maxLength: 2 }), (value, edits) => {
        let bytes = Buffer.from(canonical({ value }));
        for (const { at, cut, put } of edits) {
          const place = at % bytes.length;
          bytes = Buffer.concat([bytes.subarray(0, place), Buffer.from(put), bytes.subarray(place + cut)]);
          if (bytes.length === 0) return;
        }
        const expected = isCanonical(bytes);
        if (expected) stayed++;
        expect(scans(bytes)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
    // Both answers must have come up, or the comparison has shown nothing.
    expect(stayed).toBeGreaterThan(50);
    expect(stayed).toBeLessThan(4950);
  });
});

describe('Scanner fields', () => {
  const receipt = SCANNED.indexOf('receipt');

  it('finds a field by its place at depth 1 and not by its text', () => {
    const line = '{"a":{"receipt":"inner"},"b":"\\"receipt\\":\\"text\\"","receipt":"outer","receipt2":"other"}';
    const bytes = Buffer.from(line);
    const scanner = new Scanner();
    expect(scanner.scan(bytes, 0, bytes.length)).toBe(true);
    expect(line.slice(scanner.keyStart(receipt), scanner.valueEnd(receipt))).toBe('"receipt":"outer"');
    expect(line.slice(scanner.valueStart(receipt), scanner.valueEnd(receipt))).toBe('"outer"');
  });

  it('finds every field of a line and none that is missing', () => {
    const line = canonical({ executionDigest: 'e', previous: 'p', receipt: 'r', schema: 's', seq: 12, zzz: 1, Abc: 2 });
    const bytes = Buffer.from(line);
    const scanner = new Scanner();
    scanner.scan(bytes, 0, bytes.length);
    const values = SCANNED.map((_, field) => line.slice(scanner.valueStart(field), scanner.valueEnd(field)));
    expect(values).toEqual(['"e"', '"p"', '"r"', '"s"', '12']);
    const other = Buffer.from('{"receipt":1}');
    scanner.scan(other, 0, other.length);
    expect(SCANNED.map((_, field) => scanner.valueStart(field))).toEqual([-1, -1, 11, -1, -1]);
  });

  it('knows a key with an escape or a longer key from a wanted one', () => {
    const line = '{"receipt!":1,"receiptx":2,"seq\\n":3}';
    const bytes = Buffer.from(line);
    const scanner = new Scanner();
    expect(scanner.scan(bytes, 0, bytes.length)).toBe(true);
    expect(SCANNED.map((_, field) => scanner.valueStart(field))).toEqual([-1, -1, -1, -1, -1]);
  });
});
