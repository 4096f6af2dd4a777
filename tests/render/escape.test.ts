import fc from 'fast-check';
import { lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import {
  code,
  fenced,
  forTerminal,
  html,
  isSafeTarget,
  link,
  logCommand,
  logLine,
  oneLine,
  prose,
} from '../../render/escape.ts';
import { details, table } from '../../render/markdown.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { LIVE, nodes, OURS, outsideCode, rowLengths } from '../helpers/markdown-ast.ts';

/** Fails unless the text adds nothing but text and code to a page of these kinds. */
function expectOnlyText(markdown: string, kinds: readonly string[]): void {
  const all = nodes(lexer(markdown, { gfm: true }));
  const allowed = new Set(['text', 'codespan', 'escape', 'space', 'paragraph', ...kinds]);
  const strange = all.filter((node) => !(allowed.has(node.type) || (node.type === 'html' && OURS.has(node.raw))));
  expect(strange, markdown).toEqual([]);
  expect(outsideCode(all)).not.toMatch(LIVE);
}

const PLACES: readonly (readonly [string, (shown: string) => string, readonly string[]])[] = [
  ['a paragraph of its own', (shown) => shown, []],
  ['the middle of a line', (shown) => `Before ${shown} after.`, []],
  ['a heading', (shown) => `## ${shown}`, ['heading']],
  ['a bullet', (shown) => `- ${shown}`, ['list', 'list_item']],
  [
    'a table cell',
    (shown) =>
      table(
        ['A', 'B'],
        ['l', 'l'],
        [
          ['x', shown],
          [shown, 'y'],
        ],
      ),
    ['table'],
  ],
];

describe.each(PLACES)('untrusted text in %s', (_, place, kinds) => {
  it.each(HOSTILE_TEXTS)('code shows %j as code only', (text) => {
    expectOnlyText(place(code(text)), kinds);
  });
  it.each(HOSTILE_TEXTS)('prose shows %j as text and code only', (text) => {
    expectOnlyText(place(prose(text)), kinds);
  });
});

const fragment = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '@a',
    '#1',
    '`',
    '``',
    '|',
    '\n',
    '\\',
    '<',
    '>',
    '&',
    '[',
    '](',
    ')',
    '![',
    '*',
    '_',
    '~~',
    'http://',
    'www.a.b',
    '1.',
    '- ',
    '<!--',
    '-->',
    '$',
    ':x:',
  ),
);
const mixed = fc.array(fragment, { maxLength: 14 }).map((parts) => parts.join(''));

describe('untrusted text of any kind', () => {
  it('code and prose add only text and code to any place', () => {
    fc.assert(
      fc.property(mixed, fc.constantFrom(...PLACES), (text, [, place, kinds]) => {
        expectOnlyText(place(code(text)), kinds);
        expectOnlyText(place(prose(text)), kinds);
      }),
      { numRuns: 1500 },
    );
  });

  it('a table keeps its columns whatever stands in a cell', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        const [token] = lexer(table(['A', 'B', 'C'], ['l', 'l', 'l'], [[code(text), prose(text), 'z']]), { gfm: true });
        expect(token?.type).toBe('table');
        expect(rowLengths(token)).toEqual([3]);
      }),
      { numRuns: 600 },
    );
  });

  it('oneLine holds no line break, control or invisible character and keeps its cap', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const line = oneLine(text, max);
        expect([...line].length).toBeLessThanOrEqual(max);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(line.isWellFormed()).toBe(true);
      }),
    );
  });

  it('html holds no mark that could open a tag, an entity or an attribute', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        const shown = html(text);
        expect(shown).not.toMatch(/[<>"'`]/);
        expect(shown.replace(/&#\d+;/g, '')).not.toContain('&');
      }),
    );
  });

  it.each(HOSTILE_TEXTS)('%j never leaves its fence', (text) => {
    const tokens = lexer(`${fenced(`a\n${text}\nb`, 'sh')}\n\nafter`, { gfm: true });
    expect(tokens.map((token) => token.type)).toEqual(['code', 'space', 'paragraph']);
  });

  it('fenced text never leaves its fence', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        const tokens = lexer(`${fenced(text, 'sh')}\n\nafter`, { gfm: true });
        expect(tokens.map((token) => token.type)).toEqual(['code', 'space', 'paragraph']);
      }),
    );
  });
});

describe('code', () => {
  it.each([
    ['ocs>=+0.300', '`ocs>=+0.300`'],
    ['@octocat', '`@octocat`'],
    ['', '`(empty)`'],
    ['\u200b', '`(empty)`'],
    ['a|b', '<code>a&#124;b</code>'],
    ['ab`@x', '<code>ab&#96;&#64;<!-- -->x</code>'],
  ])('%j is %s', (text, expected) => {
    expect(code(text)).toBe(expected);
  });
  it('cuts long text with an ellipsis', () => {
    expect(code('x'.repeat(500), 10)).toBe(`\`${'x'.repeat(9)}…\``);
  });
});

describe('prose', () => {
  it.each([
    ['OCS is below its floor of +0.300', 'OCS is below its floor of +0.300'],
    ['- not a list', '&#45; not a list'],
    ['1. not a list', '1&#46; not a list'],
    ['ask @octocat now', 'ask `@octocat` now'],
    ['a*b*', 'a&#42;b&#42;'],
  ])('%j is %s', (text, expected) => {
    expect(prose(text)).toBe(expected);
  });
});

describe('link and isSafeTarget', () => {
  it.each([
    ['trials/a-1/report.md', true],
    ['stdout.raw#L12', true],
    ['https://example.org/docs/limits.md#ocs', true],
    ['javascript:alert(1)', false],
    ['http://example.org', false],
    ['//example.org', false],
    ['/etc/passwd', false],
    ['../up.md', false],
    ['a/../../b', false],
    ['a b', false],
    ['a)b', false],
    ['https://example.org/a)b', false],
    ['https://user@example.org', false],
    ['data:text/html,x', false],
    ['', false],
  ])('%j: %s', (target, safe) => {
    expect(isSafeTarget(target)).toBe(safe);
    expect(link('label', target)).toBe(safe ? `[\`label\`](${target})` : '`label`');
  });
});

describe('logLine', () => {
  it.each(HOSTILE_TEXTS)('%j is no command to the runner', (text) => {
    const line = logLine(text);
    expect(line.trimStart().startsWith('::')).toBe(false);
    expect(line).not.toContain('##[');
    expect(line).not.toMatch(/[\r\n]/);
  });
});

describe('logCommand', () => {
  it('encodes what would end a property or the command', () => {
    const command = logCommand('error', { file: 'a:b,c%.ts', line: 3 }, '100 % wrong\n::warning::x');
    expect(command).toBe('::error file=a%3Ab%2Cc%25.ts,line=3::100 %25 wrong ::warning::x');
  });
  it('has no space without properties', () => {
    expect(logCommand('notice', {}, 'ready')).toBe('::notice::ready');
  });
});

describe('forTerminal', () => {
  it.each(HOSTILE_TEXTS)('%j can move, colour or ring nothing', (text) => {
    expect(forTerminal(text)).not.toMatch(/[\p{Cc}]/u);
    expect(forTerminal(text)).not.toMatch(/\[31m|\]8;;/);
  });
});

describe('details', () => {
  it('lets a table inside it be a table', () => {
    const tokens = lexer(details('Title', [table(['A'], ['l'], [['x']])]), { gfm: true });
    expect(tokens.map((token) => token.type).filter((type) => type !== 'space')).toEqual(['html', 'table', 'html']);
  });
});
