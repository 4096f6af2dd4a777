/** What a pull request could send: within the size that is read, every text has an answer, and soon. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { OperantConfig } from '../../records/config.ts';
import { DecisionPair } from '../../records/pair.ts';
import { SuiteFile } from '../../records/suite.ts';
import { parseYaml } from '../../records/yaml.ts';
import { MAX_YAML } from '../../records/yaml-quick.ts';

const SCHEMAS: Readonly<Record<string, z.ZodType>> = { OperantConfig, DecisionPair, SuiteFile };

/** Milliseconds of the processor that no text within the size limit may take. */
const PATIENCE = 2000;

/** Parses and measures the time of this process, so that a busy machine changes nothing. */
function timed(schema: z.ZodType, text: string) {
  const before = process.cpuUsage();
  const parsed = parseYaml(schema, text, 'a.yaml');
  const { user, system } = process.cpuUsage(before);
  return { parsed, took: (user + system) / 1000 };
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n');
}

const HOSTILE: Readonly<Record<string, string>> = {
  'a wide mapping of unknown keys': lines(9000, (n) => `k${n.toString(36)}:`),
  'a wide flow mapping': `{${lines(9000, (n) => `k${n.toString(36)}: 1,`)}}`,
  'a wide free mapping of wrong values': `files:\n${lines(9000, (n) => ` k${n.toString(36)}:`)}`,
  'a list of mappings with unknown keys': `guards:\n${' - a: 1\n'.repeat(7000)}`,
  'a list of mappings with unknown keys, bounded by the schema': `suites:\n${' - a: 1\n'.repeat(7000)}`,
  'one key, repeated': 'id:\n'.repeat(16_000),
  'empty keys': ': \n'.repeat(21_000),
  'collections as keys': '? [a]\n: 1\n'.repeat(6000),
  anchors: `pairs:\n${' - &a b\n'.repeat(8000)}`,
  aliases: `pairs: &a [1]\nfiles:\n${' - *a\n'.repeat(10_000)}`,
  'aliases that multiply': lines(40, (n) => `a${n}: &a${n} [${`*a${n - 1},`.repeat(n === 0 ? 0 : 9)}]`),
  tags: 'id: '.padEnd(60_000, '!!str '),
  'unknown tags': `pairs:\n${' - !x y\n'.repeat(8000)}`,
  quotes: '"'.repeat(MAX_YAML),
  'commas in a list': `[${','.repeat(60_000)}`,
  directives: '%\n'.repeat(32_000),
  documents: '---\n'.repeat(16_000),
  'wrong escapes': `id: "${'\\q'.repeat(32_000)}"`,
  'closing brackets': '}\n'.repeat(32_000),
  'a long key': `${'k'.repeat(60_000)}: 1`,
  'a long number': `attempts: ${'9'.repeat(60_000)}`,
  'a long line of text': `id: ${'x '.repeat(30_000)}`,
  'a long folded text': `id: >\n${' x\n'.repeat(21_000)}`,
  'a long plain text over lines': `id: ${'x\n '.repeat(20_000)}`,
  'a long quoted text over lines': `id: "${'x\n '.repeat(20_000)}"`,
  spaces: ' \n'.repeat(32_000),
  'carriage returns': '\r'.repeat(60_000),
  NUL: '\0'.repeat(60_000),
  'lone surrogates': '\uD800: \uDC00\n'.repeat(12_000),
};

/** Nesting: without a bound the parser's recursion ends the whole process. */
const DEEP: Readonly<Record<string, string>> = {
  'flow lists': '['.repeat(60_000),
  'closed flow lists': `id: ${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  'flow mappings': '{a: '.repeat(16_000),
  'flow lists that hide their closing in quotes': `id: ${'["]",'.repeat(13_000)}`,
  'flow mappings that hide their closing in quotes': `id: ${"{'}': ".repeat(10_000)}`,
  'flow lists that hide their closing in comments': `id: ${'[ #]\n '.repeat(10_000)}`,
  'compact block lists': '- '.repeat(32_000),
  'compact block lists with tabs': '-\t'.repeat(32_000),
  'compact explicit keys': '? '.repeat(32_000),
  'compact explicit values': ': '.repeat(32_000),
  'mixed compact entries': '- ? : '.repeat(10_000),
  'indented mappings': lines(340, (n) => `${' '.repeat(n)}k:`),
  'indented lists': lines(340, (n) => `${' '.repeat(n)}-`),
  'lists at the indentation of their key': lines(200, (n) => `${' '.repeat(n)}- k:`),
};

describe('parseYaml against hostile text', () => {
  it.each(Object.keys(HOSTILE))(`answers within ${PATIENCE} ms: %s`, (name) => {
    const text = (HOSTILE[name] ?? '').slice(0, MAX_YAML);
    for (const schema of name.startsWith('a list') ? Object.values(SCHEMAS) : [DecisionPair]) {
      const { parsed, took } = timed(schema, text);
      expect(took).toBeLessThan(PATIENCE);
      expect(parsed.ok).toBe(false);
    }
  });

  it.each(Object.keys(DEEP))('refuses more than 64 levels with their place: %s', (name) => {
    const { parsed, took } = timed(OperantConfig, (DEEP[name] ?? '').slice(0, MAX_YAML));
    expect(took).toBeLessThan(PATIENCE);
    expect(parsed).toEqual({
      ok: false,
      problems: [
        {
          file: 'a.yaml',
          line: expect.any(Number),
          column: expect.any(Number),
          message: 'Expected nesting of at most 64 levels, found more',
        },
      ],
    });
  });

  it.each([
    ['flow lists', (depth: number) => `a: ${'['.repeat(depth - 1)}1${']'.repeat(depth - 1)}`],
    ['indented mappings', (depth: number) => `${lines(depth, (n) => `${' '.repeat(n)}a:`)} 1`],
  ])('reads 64 levels and not 65: %s', (_, text) => {
    const messages = (depth: number) => {
      const parsed = parseYaml(SuiteFile, text(depth), 'a.yaml');
      return parsed.ok ? [] : parsed.problems.map((problem) => problem.message);
    };
    const refusal = 'Expected nesting of at most 64 levels, found more';
    expect(messages(64)).not.toContain(refusal);
    expect(messages(66)).toContain(refusal);
  });

  it('is not deceived by brackets in text, which nest nothing', () => {
    const parsed = parseYaml(SuiteFile, `id: |\n  ${'[{'.repeat(200)}\n`, 'a.yaml');
    expect(parsed.ok || parsed.problems.every(({ message }) => !message.includes('nesting'))).toBe(true);
  });

  const piece = fc.oneof(
    fc.constantFrom(
      ...['a', 'id', 'schema', ':', ': ', '- ', '? ', '\n', '\n  ', '\t', ' ', '"', "'", '[', ']', '{', '}', ','],
      ...['&a', '*a', '!x', '!!int ', '%YAML 1.2\n', '---', '...', '|', '>', '#', '<<', '1', '0x', '.inf', '~', '\r'],
      ...['\uFEFF', '\u2028', '\uD800', '\0', '__proto__', 'constructor'],
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );

  it('never throws and places every problem inside the text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom(...Object.values(SCHEMAS)), (parts, schema) => {
        const text = parts.join('');
        const parsed = parseYaml(schema, text, 'a.yaml');
        if (parsed.ok) return;
        expect(parsed.problems.length).toBeGreaterThan(0);
        const rows = text.split('\n');
        let before = { line: 0, column: 0 };
        for (const { line, column, message } of parsed.problems) {
          expect(message).not.toBe('');
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(rows.length);
          expect(column).toBeGreaterThanOrEqual(1);
          expect(column).toBeLessThanOrEqual((rows[(line ?? 1) - 1]?.length ?? 0) + 1);
          const place = { line: line ?? 0, column: column ?? 0 };
          expect(place.line > before.line || (place.line === before.line && place.column >= before.column)).toBe(true);
          before = place;
        }
      }),
      { numRuns: 1000 },
    );
  });
});
