import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkShape, sizeTable } from '../../tools/check-shape.ts';
import { percentile } from '../../tools/shape/size.ts';
import { parseSource } from '../../tools/shape/source.ts';
import { ROOT, tree } from './tree.ts';

/** Findings of one file as `line:column rule found`. */
function found(path: string, text: string): readonly string[] {
  return checkShape([parseSource(path, text)]).map(
    (finding) => `${finding.line}:${finding.column} ${finding.rule} ${finding.found}`,
  );
}

function lines(count: number, text = 'x();'): string {
  return `${text}\n`.repeat(count);
}

describe('checkShape() on types', () => {
  it.each([
    ['any', 'export const a: any = 1;', '1:17 no-any any'],
    ['any in an array', 'export function f(a: any[]) {}', '1:22 no-any any'],
    ['a non-null assertion', 'export const a = b!.c;', '1:18 no-non-null ! in b!'],
    ['a definite assignment', 'let a!: string;', '1:5 no-non-null ! in a!: string'],
    ['a cast', 'export const a = b as string;', '1:18 no-cast a cast to string'],
    ['a cast through unknown', 'export const a = b as unknown;', '1:18 no-cast a cast to unknown'],
    ['an old cast', 'export const a = <string>b;', '1:18 no-cast a cast to string'],
    ['@ts-ignore', '// @ts-ignore: it works\nexport const a = 1;', '1:4 no-suppression @ts-ignore'],
    ['@ts-expect-error', 'f(\n  /* @ts-expect-error */ 1,\n);', '2:6 no-suppression @ts-expect-error'],
    ['biome-ignore', 'f(); // biome-ignore lint: no', '1:9 no-suppression biome-ignore'],
  ])('names %s with its place', (_name, text, expected) => {
    expect(found('runner/a.ts', text)).toEqual([expected]);
    expect(found('tests/a.test.ts', text)).toEqual([expected]);
  });

  it.each([
    ['as const', "export const a = ['b'] as const;"],
    ['an import under another name', "import { a as b } from './c.ts';"],
    ['satisfies', 'export const a = 1 satisfies number;'],
    ['a suppression inside a string', "export const a = '// @ts-ignore';"],
    ['a negation', 'export const a = !b;'],
  ])('lets %s pass', (_name, text) => {
    expect(found('runner/a.ts', text)).toEqual([]);
  });
});

describe('checkShape() on sizes', () => {
  it('allows 250 lines in a file and names 251', () => {
    expect(found('runner/a.ts', lines(250))).toEqual([]);
    expect(found('runner/a.ts', lines(251))).toEqual(['1:1 file-length 251']);
  });

  it('allows 60 lines in a function and names 61, but not in a test', () => {
    const many = lines(100, 'function g() {}');
    const long = `${many}function f() {\n${lines(59)}}\n`;
    expect(found('runner/a.ts', `${many}function f() {\n${lines(58)}}\n`)).toEqual([]);
    expect(found('runner/a.ts', long)).toEqual(['101:1 function-length 61']);
    expect(found('tests/a.test.ts', long)).toEqual([]);
  });

  it('names a tail of functions whose p90 is over 30 lines', () => {
    const body = (count: number) => `const f = () => {\n${lines(count - 2)}};\n`;
    expect(found('runner/a.ts', body(30))).toEqual([]);
    expect(found('runner/a.ts', body(31))).toEqual(['1:1 function-p90 31']);
  });

  it('percentile() is the nearest rank, and null without numbers', () => {
    const ten = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    expect([50, 90, 100, 0].map((percent) => percentile(ten, percent))).toEqual([5, 9, 10, 1]);
    expect(percentile([], 50)).toBeNull();
  });

  it('sizeTable() has a line per folder and one for the whole', () => {
    const table = sizeTable([
      parseSource('runner/a.ts', 'function f() {\n}\n'),
      parseSource('tests/b.test.ts', 'x();\n'),
    ]);
    expect(table.map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['folder', 'files', 'longest', 'functions', 'p50', 'p90', 'max'],
      ['runner', '1', '2', '1', '2', '2', '2'],
      ['tests', '1', '1', '0', '-', '-', '-'],
      ['all but tests', '1', '2', '1', '2', '2', '2'],
    ]);
  });
});

describe('checkShape() on purity', () => {
  const IMPURE: readonly (readonly [text: string, expected: string])[] = [
    ['export const a = Date.now();', '1:18 pure Date.now'],
    ['export const a = new Date();', '1:18 pure new Date() without an argument'],
    ['export const a = Date();', '1:18 pure Date()'],
    ['export const a = Math.random();', '1:18 pure Math.random'],
    ["export const a = process.env['A'];", '1:18 pure process'],
    ['console.log(1);', '1:1 pure console'],
    ["export const a = await fetch('b');", '1:24 pure fetch'],
    ['export const a = { fetch };', '1:20 pure fetch'],
    ['export const a = { b: process };', '1:23 pure process'],
    ['setTimeout(f, 1);', '1:1 pure setTimeout'],
    ['export const a = crypto.randomUUID();', '1:18 pure crypto'],
    ['export const a = b.localeCompare(c);', '1:18 pure .localeCompare, which depends on time zone or locale'],
    ['export const a = b.getHours();', '1:18 pure .getHours, which depends on time zone or locale'],
    ["import { join } from 'node:path';", '1:1 pure node:path without its posix part, which differs between systems'],
    ["import path from 'path';", '1:1 pure node:path without its posix part, which differs between systems'],
  ];

  it.each(IMPURE)('names %s on floors 1 and 2, not above', (text, expected) => {
    for (const folder of [
      'records',
      'statistics',
      'harnesses/x',
      'corpus',
      'scorers',
      'thresholds',
      'bench-results',
      'render',
    ]) {
      expect(found(`${folder}/a.ts`, text)).toEqual([expected]);
    }
    expect(found('runner/a.ts', text)).toEqual([]);
    expect(found('cli/a.ts', text)).toEqual([]);
    expect(found('render/dashboard/a.ts', text)).toEqual([expected]);
    expect(found('render/dashboard/page/a.ts', text)).toEqual([]);
  });

  it.each([
    'export const a = new Date(b).getUTCHours();',
    'export const a = b.process;',
    'export interface A { process: string; console: number }',
    'export const a = { process: 1 };',
    'export function f(process: string) { return process; }',
    "import { posix } from 'node:path';",
    "import { posix as path } from 'node:path';",
    "export const a = 'process.env';",
  ])('lets %s pass', (text) => {
    expect(found('records/a.ts', text)).toEqual([]);
  });
});

describe('npm run shape', () => {
  it('exits 1 with file:line:column, expected and found, and ends with the table', () => {
    const root = tree({ 'records/a.ts': 'export const a: any = 1;\n', 'docs/b.ts': 'export const b: any = 1;\n' });
    const args = [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(ROOT, 'tools/check-shape.ts'), root];
    const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(run.status).toBe(1);
    const printed = run.stdout.trimEnd().split('\n');
    expect(printed[0]).toBe('records/a.ts:1:17: no-any: expected a type, or unknown with a schema, found any');
    expect(printed.at(-1)).toMatch(/^all but tests +1 /);
  });
});
