import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Verifier, verifyBytes } from '../../bench-results/verify.ts';
import { ORIGIN } from '../helpers/rows.ts';
import { type Expected, soundRows, tampers, textOf } from '../helpers/tamper.ts';

const N = 6;
const rows = soundRows(N);
const text = textOf(rows);
const anchors = { expectCount: N, expectHead: rows[N - 1]?.receipt ?? null };

function answer(bytes: string, options: Parameters<typeof verifyBytes>[1]): Expected {
  const result = verifyBytes(bytes, options);
  return result.ok ? 'ok' : [result.code, result.row];
}

describe('verifyBytes: tampering', () => {
  it('finds nothing to say about the untouched ledger', () => {
    expect(verifyBytes(text, { anchors, origin: ORIGIN })).toEqual({ ok: true, count: N, head: rows[N - 1]?.receipt });
  });

  it.each(tampers(N))('$name: $bare with a bare chain', ({ apply, bare }) => {
    expect(answer(apply(rows), {})).toEqual(bare);
  });

  it.each(tampers(N))('$name: $anchored against an anchor', ({ apply, anchored }) => {
    expect(apply(rows)).not.toBe(text);
    expect(answer(apply(rows), { anchors })).toEqual(anchored);
  });

  it.each(tampers(N))('$name: as expected when only the origin is known', ({ apply, bare, named }) => {
    expect(answer(apply(rows), { origin: ORIGIN })).toEqual(named ?? bare);
  });
});

describe('verifyBytes: tampering at random (I11)', () => {
  const place = fc.nat({ max: 1_000_000 });
  const lines = text.split(/(?<=\n)/);
  type Step = (items: string[], a: number, b: number) => string[];
  const steps: { readonly [name: string]: Step } = {
    edit: (items, a, b) => items.map((line, index) => (index === a % items.length ? flip(line, b) : line)),
    insert: (items, a, b) => items.toSpliced(a % (items.length + 1), 0, lines[b % N] ?? ''),
    delete: (items, a) => items.toSpliced(a % items.length, 1),
    reorder: (items, a, b) => {
      const [line = ''] = items.slice(a % items.length);
      return items.toSpliced(a % items.length, 1).toSpliced(b % items.length, 0, line);
    },
    truncate: (items, a) => {
      const all = items.join('');
      return all.slice(0, a % (all.length + 1)).split(/(?<=\n)/);
    },
  };

  function flip(line: string, at: number): string {
    const index = at % line.length;
    const letter = line[index] === '0' ? '1' : '0';
    return line.slice(0, index) + letter + line.slice(index + 1);
  }

  it('names every edit, insertion, deletion, reordering and truncation, or the anchor catches it', () => {
    const step = fc.record({ name: fc.constantFrom(...Object.keys(steps)), a: place, b: place });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (taken) => {
        let items = [...lines];
        for (const { name, a, b } of taken) if (items.length > 0) items = steps[name]?.(items, a, b) ?? items;
        const tampered = items.join('');
        expect(verifyBytes(tampered, { anchors }).ok).toBe(tampered === text);
      }),
      { numRuns: 2000 },
    );
  });

  it('catches every flipped bit without an anchor', () => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 7) {
      const bit = 1 << (at % 8);
      bytes[at] = (bytes[at] ?? 0) ^ bit;
      expect(verifyBytes(bytes).ok, `bit ${bit} of byte ${at}`).toBe(false);
      bytes[at] = (bytes[at] ?? 0) ^ bit;
    }
  });

  it('gives the same answer however the bytes are cut into pieces', () => {
    fc.assert(
      fc.property(fc.constantFrom(...tampers(N)), fc.integer({ min: 1, max: 4000 }), ({ apply }, size) => {
        const bytes = Buffer.from(apply(rows));
        const verifier = new Verifier({ anchors });
        for (let start = 0; start < bytes.length; start += size) {
          // A piece that is used again by its owner, as a read buffer is.
          const piece = Buffer.from(bytes.subarray(start, start + size));
          verifier.feed(piece);
          piece.fill(0);
        }
        expect(verifier.finish()).toEqual(verifyBytes(bytes, { anchors }));
      }),
      { numRuns: 300 },
    );
  });
});
