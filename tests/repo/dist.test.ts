import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildDist } from '../../tools/build-dist.ts';
import { compareDist, type DistFiles, writeDist } from '../../tools/dist/files.ts';
import { SOURCE } from '../../tools/folders.ts';
import { plant, ROOT, temporaryFolder, tree } from './tree.ts';

/** A program with a CommonJS package that calls require(), a schema and code that is loaded on demand. */
const PROGRAM: Readonly<Record<string, string>> = {
  'package.json': '{"name":"planted","version":"7.8.9","type":"module"}',
  'tsconfig.json': '{}',
  'records/a.ts': "import * as z from 'zod';\nexport const A = z.strictObject({ a: z.int() });\n",
  'cli/operant.ts':
    "if (process.argv.includes('--version')) console.log(__OPERANT_VERSION__, __OPERANT_EVALUATOR__);\n" +
    "else await (await import('./main.ts')).main();\n",
  'cli/main.ts':
    "import { Command } from 'commander';\nimport { parse } from 'yaml';\nimport { A } from '../records/a.ts';\n" +
    "export const main = () => new Command('x').option('--a <yaml>').action(({ a }) => {\n" +
    '  console.log(A.safeParse(parse(a)).success);\n}).parseAsync();\n',
  'corpus/contracts/c.yaml': 'id: c\n',
  'corpus/notes.txt': 'not data\n',
  'thresholds/s.yaml': 'id: s\n',
  'scorers/rates/r.json': '{}\n',
  'fixtures/bin/agent': '#!/bin/sh\n',
  'fixtures/other': 'not shipped\n',
};

function program(changes: Readonly<Record<string, string>> = {}): string {
  const root = tree({ ...PROGRAM, ...changes });
  chmodSync(join(root, 'fixtures/bin/agent'), 0o755);
  linkPackages(root);
  return root;
}

/** Packages are linked: that must not show in the bytes either. */
function linkPackages(root: string): void {
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
}

/** Path, mode and text of every file, so that a difference shows where it is. */
function readable(files: DistFiles): readonly (readonly [string, number, string])[] {
  return [...files].map(([path, { bytes, mode }]) => [path, mode, new TextDecoder().decode(bytes)] as const);
}

function built(files: DistFiles): string {
  const dist = temporaryFolder();
  writeDist(dist, files);
  return dist;
}

describe('buildDist()', () => {
  it('gives the same bytes wherever the tree stands', async () => {
    const [first, second] = [await buildDist(program()), await buildDist(program())];
    expect(readable(second)).toEqual(readable(first));
  });

  it('gives a program that runs on its own, with its constants, its packages and its lazy code', async () => {
    const dist = built(await buildDist(program()));
    const run = (...args: string[]) => spawnSync(join(dist, 'cli/operant.mjs'), args, { cwd: dist, encoding: 'utf8' });
    expect(run('--version').stdout).toMatch(/^7\.8\.9 sha256:[0-9a-f]{64}\n$/);
    expect(run('--a', 'a: 1')).toMatchObject({ stdout: 'true\n', stderr: '', status: 0 });
    expect(run('--a', 'b: 1').stdout).toBe('false\n');
    expect(run('--unknown').stderr).toContain("unknown option '--unknown'");
  });

  it('ships the entry as an executable, chunks, data at its place and licences, and nothing else', async () => {
    const files = await buildDist(program());
    const paths = [...files.keys()].map((path) => path.replace(/-[A-Z0-9]{8}\.mjs$/, '-*.mjs'));
    expect([...new Set(paths)].sort()).toEqual([
      'cli/THIRD_PARTY.txt',
      'cli/chunks/main-*.mjs',
      'cli/data/corpus/contracts/c.yaml',
      'cli/data/fixtures/bin/agent',
      'cli/data/scorers/rates/r.json',
      'cli/data/thresholds/s.yaml',
      'cli/operant.mjs',
    ]);
    const executable = [...files].filter(([, { mode }]) => mode === 0o755).map(([path]) => path);
    expect(executable.sort()).toEqual(['cli/data/fixtures/bin/agent', 'cli/operant.mjs']);
    const text = (path: string) => new TextDecoder().decode(files.get(path)?.bytes);
    expect(text('cli/operant.mjs')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(text('cli/THIRD_PARTY.txt')).toMatch(/^commander [\d.]+ \(MIT\)$/m);
    expect(text('cli/THIRD_PARTY.txt')).toMatch(/^zod [\d.]+ \(MIT\)$/m);
    expect(text('cli/THIRD_PARTY.txt')).toContain('Permission is hereby granted');
  });

  it('fails on a warning of the bundler, with its place', async () => {
    const root = program({ 'cli/main.ts': 'export const main = (a: number) => a === NaN;\n' });
    await expect(buildDist(root)).rejects.toThrow(/a warning fails the build[\s\S]*cli\/main\.ts:1:/);
  });

  it('fails on an import that does not exist', async () => {
    const root = program({ 'cli/main.ts': "import './absent.ts';\nexport const main = 1;\n" });
    await expect(buildDist(root)).rejects.toThrow('Could not resolve "./absent.ts"');
  });

  it('fails on a suite that is not valid, with its place', async () => {
    const root = program({ 'corpus/suites/s.yaml': 'id: s\n' });
    await expect(buildDist(root)).rejects.toThrow('corpus/suites/s.yaml:1:1');
  });

  it('fails on a bundled package without a licence text', async () => {
    const root = tree({
      ...PROGRAM,
      'cli/main.ts': "import { a } from 'bare';\nexport const main = () => a;\n",
      'node_modules/bare/package.json': '{"name":"bare","version":"1.0.0","license":"MIT","main":"index.js"}',
      'node_modules/bare/index.js': 'exports.a = 1;\n',
    });
    await expect(buildDist(root)).rejects.toThrow('node_modules/bare carries no licence text');
  });
});

describe('this repository', () => {
  it('gives the same bytes from another folder', async () => {
    const copy = temporaryFolder();
    for (const path of [...SOURCE, 'fixtures/bin', 'package.json', 'tsconfig.json']) {
      if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    }
    linkPackages(copy);
    expect(readable(await buildDist(copy))).toEqual(readable(await buildDist(ROOT)));
  });

  it('takes of zod what is used: its messages in other languages would cost every start that reads a document', async () => {
    const texts = readable(await buildDist(ROOT)).filter(([path]) => path.endsWith('.mjs'));
    expect(texts.filter(([, , text]) => text.includes('karaktrojn')).map(([path]) => path)).toEqual([]);
    expect(texts.some(([, , text]) => text.includes('unrecognized_keys'))).toBe(true);
  });
});

describe('compareDist()', () => {
  const FILES: DistFiles = new Map([
    ['cli/a.mjs', { bytes: new TextEncoder().encode('a'), mode: 0o755 }],
    ['cli/chunks/b.mjs', { bytes: new TextEncoder().encode('b'), mode: 0o644 }],
  ]);

  it('finds nothing after writeDist(), also over an older dist', () => {
    const dist = tree({ 'cli/a.mjs': 'old', 'cli/chunks/old.mjs': 'old' });
    writeDist(dist, FILES);
    expect(compareDist(dist, FILES)).toEqual([]);
    expect(statSync(join(dist, 'cli/a.mjs')).mode & 0o777).toBe(0o755);
  });

  it('names every kind of difference', () => {
    const dist = built(FILES);
    chmodSync(join(dist, 'cli/a.mjs'), 0o644);
    writeFileSync(join(dist, 'cli/chunks/b.mjs'), 'B');
    plant(dist, { 'cli/chunks/c.mjs': '' });
    expect(compareDist(dist, FILES)).toEqual([
      'cli/a.mjs: other permissions',
      'cli/chunks/b.mjs: other bytes',
      'cli/chunks/c.mjs: not part of the build',
    ]);
    expect(compareDist(join(dist, 'absent'), FILES)).toEqual(['cli/a.mjs: missing', 'cli/chunks/b.mjs: missing']);
  });
});
