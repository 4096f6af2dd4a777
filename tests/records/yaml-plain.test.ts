/** The quick reader against the YAML library: what it reads, the library reads too, and the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { plainYaml } from '../../records/yaml-plain.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What the library reads; null when it has anything to say about the text, or finds what is refused here. */
function library(text: string): { readonly value: unknown } | null {
  const document = parseDocument(text, { version: '1.2', schema: 'core', strict: true, logLevel: 'error' });
  if (document.errors.length > 0 || document.warnings.length > 0) return null;
  return { value: document.toJS({ maxAliasCount: 0 }) };
}

/** Fails when the quick reader reads something that the library does not, or something else. */
function agree(text: string): boolean {
  const quick = plainYaml(text);
  if (quick === null) return false;
  expect(library(text), text).toEqual(quick);
  return true;
}

function corpus(): readonly string[] {
  const decision = readdirSync(join(ROOT, 'corpus/decision')).map((name) => `corpus/decision/${name}`);
  const others = [
    'corpus/suites/decision-core.yaml',
    'corpus/contracts/operator.yaml',
    'thresholds/decision-core.yaml',
  ];
  return [...decision, ...others].map((path) => readFileSync(join(ROOT, path), 'utf8'));
}

describe('plainYaml', () => {
  it('reads every file of the corpus, as the library does', () => {
    const texts = corpus();
    const read = texts.filter((text) => agree(text));
    expect(read.length).toBe(texts.length);
  });

  it.each<[string, string, unknown]>([
    [
      'scalars',
      'a: x y\nb: 1\nc: -2.5\nd: true\ne: null\nf: ""\ng: 0\n',
      { a: 'x y', b: 1, c: -2.5, d: true, e: null, f: '', g: 0 },
    ],
    ['three spellings of a word', 'a: True\nb: NULL\nc: FALSE\n', { a: true, b: null, c: false }],
    ['quotes', `a: "x\\n\\"\\u00fc"\nb: 'it''s #1'\nc: 'a: b'\n`, { a: 'x\n"ü', b: "it's #1", c: 'a: b' }],
    [
      'comments',
      '# one\na: 1 # two\n  # three\n\nb: "x" # four\nc: # five\n  d: e#f\n',
      { a: 1, b: 'x', c: { d: 'e#f' } },
    ],
    ['lists', 'a:\n  - 1\n  - x\nb:\n- y\nc: 3\n', { a: [1, 'x'], b: ['y'], c: 3 }],
    [
      'lists of mappings',
      'a:\n  - b: 1\n    c:\n      - d\n  -   b: 2\n      c: []\n',
      {
        a: [
          { b: 1, c: ['d'] },
          { b: 2, c: [] },
        ],
      },
    ],
    [
      'lists of lists',
      'a:\n  - - 1\n    - 2\n  - [3, [4]]\n',
      {
        a: [
          [1, 2],
          [3, [4]],
        ],
      },
    ],
    [
      'literal blocks',
      'a: |\n  x\n\n    y  \n  # z\n\nb: |-\n  w\n\n\nc: 1\n',
      { a: 'x\n\n  y  \n# z\n', b: 'w', c: 1 },
    ],
    ['literal blocks in lists', 'a:\n  - |\n    x\n  - b: |-\n      y\n', { a: ['x\n', { b: 'y' }] }],
    ['empty values', 'a:\nb:\n  c:\nd: {}\ne: []\n', { a: null, b: { c: null }, d: {}, e: [] }],
    ['flow mappings', 'a: {b: 1, c: [x, "y"], d: {e: f}}\n', { a: { b: 1, c: ['x', 'y'], d: { e: 'f' } } }],
    ['text that begins with a number', 'a: 25 has\nb: 1.5 x\nc: .5 y\n', { a: '25 has', b: '1.5 x', c: '.5 y' }],
    ['paths', 'a: ../b.yaml\nb: ./c\nc: .d\nd: /e\n', { a: '../b.yaml', b: './c', c: '.d', d: '/e' }],
    ['addresses', 'a: https://example.org/x?y=1\n', { a: 'https://example.org/x?y=1' }],
    ['other scripts', 'a: Größe 日本 🦇\n', { a: 'Größe 日本 🦇' }],
  ])('reads %s', (_, text, value) => {
    expect(plainYaml(text)).toEqual({ value });
    expect(library(text)).toEqual({ value });
  });

  it.each([
    ['no final line feed', 'a: 1'],
    ['a carriage return', 'a: 1\r\n'],
    ['a tab', 'a:\t1\n'],
    ['a byte order mark', '\uFEFFa: 1\n'],
    ['a document mark', '---\na: 1\n'],
    ['an anchor', 'a: &x 1\n'],
    ['an alias', 'a: *x\n'],
    ['a tag', 'a: !!str 1\n'],
    ['a folded block', 'a: >\n  x\n'],
    ['a kept block', 'a: |+\n  x\n'],
    ['a block with an indentation of its own', 'a: |2\n   x\n'],
    ['a text over two lines', 'a: x\n  y\n'],
    ['a quote over two lines', 'a: "x\n  y"\n'],
    ['a repeated key', 'a: 1\na: 2\n'],
    ['the key __proto__', '__proto__: 1\n'],
    ['a quoted key', '"a": 1\n'],
    ['an explicit key', '? a\n: 1\n'],
    ['a mapping in one line', 'a: b: c\n'],
    ['a date', 'a: 2026-01-31\n'],
    ['a hexadecimal number', 'a: 0x1f\n'],
    ['a list at the top', '- a\n'],
    ['an empty file', '\n'],
    ['indentation at the top', '  a: 1\n'],
    ['uneven indentation', 'a:\n    b: 1\n  c: 2\n'],
    ['a deep nesting', `a: ${'['.repeat(30)}${']'.repeat(30)}\n`],
  ])('leaves %s to the library', (_, text) => {
    expect(plainYaml(text)).toBeNull();
  });

  const piece = fc.constantFrom(
    ...[
      'a: ',
      'b: ',
      'c:',
      'd',
      '- ',
      '-',
      '\n',
      '\n  ',
      '\n    ',
      '\n      ',
      ' ',
      '  ',
      '|',
      '|-',
      '|\n',
      '#',
      ' # ',
      '>',
    ],
    ...[
      '[',
      ']',
      '{',
      '}',
      ', ',
      ',',
      '"',
      "'",
      "''",
      '\\n',
      ':',
      ': ',
      'x',
      'null',
      'True',
      '1',
      '-2',
      '1.5',
      '.5',
      '1e3',
    ],
    ...[
      '~',
      '&a ',
      '*a',
      '!x ',
      '? ',
      '%',
      '---',
      '\t',
      '\r',
      '\u0085',
      'ü',
      '🦇',
      '0x1',
      'a b',
      '=',
      '<<: ',
      '@',
      '`',
    ],
  );

  it('agrees with the library on anything made of pieces of YAML', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        if (agree(`a: 1\n${pieces.join('')}\n`)) read++;
        if (agree(`${pieces.join('')}\n`)) read++;
      }),
      { numRuns: 4000 },
    );
    expect(read).toBeGreaterThan(20);
  });

  it('agrees with the library on files of the corpus with a fault anywhere', () => {
    const texts = corpus().map((text) => text.slice(0, 3000).replace(/[^\n]*$/, ''));
    let read = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.nat(4),
        fc.array(piece, { maxLength: 2 }),
        (text, at, gone, put) => {
          const place = at % text.length;
          if (agree(text.slice(0, place) + put.join('') + text.slice(place + gone))) read++;
        },
      ),
      { numRuns: 600 },
    );
    expect(read).toBeGreaterThan(100);
  });

  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'abcXYZ019 -:#,[]{}|>&*!%@\'"\\\n~._ü日🦇'), maxLength: 14 }),
    fc.constantFrom(
      'null',
      'True',
      'yes',
      '1',
      '1.0',
      '0x1',
      '1e3',
      '2026-01-31',
      ' x',
      'x ',
      'x\n',
      '\nx',
      'a: b',
      'a #b',
      '- x',
    ),
  );
  const tree = fc.letrec<{ any: unknown; mapping: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.array(tie('any'), { maxLength: 3 }),
      tie('mapping'),
    ),
    mapping: fc.dictionary(fc.constantFrom('a', 'b', 'c.d', 'key', 'e/f', 'null', '1', 'x y'), tie('any'), {
      maxKeys: 4,
    }),
  })).mapping;

  it('agrees with the library on what the library writes, with a fault anywhere or none', () => {
    let read = 0;
    fc.assert(
      fc.property(
        tree,
        fc.nat(),
        fc.nat(2),
        fc.array(piece, { maxLength: 1 }),
        fc.boolean(),
        (value, at, gone, put, flowed) => {
          const written = stringify(value, { lineWidth: 0, ...(flowed ? { collectionStyle: 'flow' as const } : {}) });
          if (agree(written)) read++;
          const place = at % written.length;
          if (agree(written.slice(0, place) + put.join('') + written.slice(place + gone))) read++;
        },
      ),
      { numRuns: 1500 },
    );
    expect(read).toBeGreaterThan(60);
  });
});
