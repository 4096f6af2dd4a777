import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowReader } from '../../bench-results/row-reader.ts';
import { Scanner } from '../../bench-results/scan.ts';
import { canonical } from '../../records/canonical-json.ts';

/** Reads canonical lines as a verifier does: all in one piece of memory that later lines may overwrite. */
function readAll(lines: readonly string[]): unknown[] {
  const scanner = new Scanner();
  const reader = new RowReader();
  return lines.map((line, place) => {
    const bytes = new TextEncoder().encode(`${'\n'.repeat(place)}${line}`);
    expect(scanner.scan(bytes, place, bytes.length)).toBe(true);
    const value = reader.read(bytes, place, bytes.length, scanner.members);
    bytes.fill(0);
    return value;
  });
}

describe('RowReader', () => {
  it('gives what JSON.parse gives, whatever came before', () => {
    const member = fc.oneof(
      fc.constantFrom('a', 'aa', 'é', 1, 11, null, true),
      fc.array(fc.integer({ min: 0, max: 3 })),
    );
    const row = fc.dictionary(fc.constantFrom('a', 'b', 'ab', '"', 'é'), member);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        const lines = rows.map((value) => canonical(value));
        expect(readAll(lines)).toEqual(lines.map((line): unknown => JSON.parse(line)));
      }),
    );
  });

  it('reads a member anew when one line only starts as the other, in either order', () => {
    const lines = ['{"a":1,"b":2}', '{"a":11,"b":2}', '{"a":1,"b":2}', '{"a":1,"c":2}'];
    expect(readAll(lines)).toEqual([
      { a: 1, b: 2 },
      { a: 11, b: 2 },
      { a: 1, b: 2 },
      { a: 1, c: 2 },
    ]);
  });

  it('shares what two lines say in the same bytes', () => {
    const [first, second] = readAll(['{"a":[1],"b":1}', '{"a":[1],"b":2}']);
    expect(first).toEqual({ a: [1], b: 1 });
    expect(Reflect.get(Object(second), 'a')).toBe(Reflect.get(Object(first), 'a'));
  });
});
