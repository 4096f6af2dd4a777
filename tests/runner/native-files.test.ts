import { closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LINE, nativeFile, nativeFilesOf, statOf, walk } from '../../runner/native-files.ts';
import { runTool } from '../../runner/process.ts';
import { temporaryFolder } from '../repo/tree.ts';
import { write } from './setup.ts';

function linesOf(bytes: string | Uint8Array) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'stdout.raw'), bytes);
  return [...nativeFile(folder, 'stdout.raw').lines()];
}

const LATIN = Buffer.from('a\u00e9b', 'latin1');

describe('nativeFile', () => {
  it.each<[string, string | Uint8Array, readonly (readonly [string, string | null])[]]>([
    ['an empty file', '', []],
    ['one line', 'a\n', [['a', null]]],
    [
      'a line without an end',
      'a\nb',
      [
        ['a', null],
        ['b', 'no_final_newline'],
      ],
    ],
    [
      'empty lines',
      '\n\na\n',
      [
        ['', null],
        ['', null],
        ['a', null],
      ],
    ],
    [
      'CRLF, kept as it is',
      'a\r\nb\r\n',
      [
        ['a\r', null],
        ['b\r', null],
      ],
    ],
    ['a carriage return alone, which ends nothing', 'a\rb\n', [['a\rb', null]]],
    ['a byte order mark, kept as it is', '\uFEFFa\n', [['\uFEFFa', null]]],
    ['line separators of Unicode, which end nothing', 'a\u2028b\u0085c\n', [['a\u2028b\u0085c', null]]],
    ['a NUL', 'a\0b\n', [['a\0b', null]]],
    [
      'bytes that are not UTF-8',
      Buffer.concat([LATIN, Buffer.from('\nok\n')]),
      [
        ['a\uFFFDb', 'invalid_utf8'],
        ['ok', null],
      ],
    ],
    ['bytes that are not UTF-8 at an open end', LATIN, [['a\uFFFDb', 'invalid_utf8']]],
    ['half a character at the end', Buffer.from('🦇').subarray(0, 3), [['\uFFFD', 'invalid_utf8']]],
  ])('reads %s', (_, bytes, expected) => {
    const found = linesOf(bytes);
    expect(found.map(({ text, problem }) => [text, problem])).toEqual(expected);
    expect(found.map(({ number }) => number)).toEqual(expected.map((_line, index) => index + 1));
  });

  it('reads a file again from its start', () => {
    const folder = temporaryFolder();
    write(folder, { 'stdout.raw': 'a\nb\n' });
    const file = nativeFile(folder, 'stdout.raw');
    expect([...file.lines()]).toEqual([...file.lines()]);
    expect([...file.lines()].length).toBe(2);
  });

  it('reads lines across the pieces in which it reads, whatever their length', () => {
    const size = 256 * 1024;
    const length = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: size - 3, max: size + 3 }));
    fc.assert(
      fc.property(fc.array(length, { maxLength: 4 }), fc.boolean(), (lengths, ended) => {
        const lines = lengths.map((count, index) => String.fromCodePoint(0x61 + index, 0x1f987).padEnd(count, 'é'));
        const found = linesOf(lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''));
        expect(found.map((line) => line.text)).toEqual(lines);
      }),
      { numRuns: 20 },
    );
  });

  it('does not read a line beyond the limit, says so, and reads on', () => {
    const folder = temporaryFolder();
    const file = openSync(join(folder, 'stdout.raw'), 'w');
    writeSync(file, 'first\n');
    ftruncateSync(file, 40 * 1024 * 1024);
    closeSync(file);
    writeFileSync(join(folder, 'stdout.raw'), '\nlast\n', { flag: 'a' });
    const found = [...nativeFile(folder, 'stdout.raw').lines()];
    expect(found).toEqual([
      { number: 1, text: 'first', problem: null },
      { number: 2, text: '', problem: 'too_long' },
      { number: 3, text: 'last', problem: null },
    ]);
  });

  it.each([
    [MAX_LINE, null],
    [MAX_LINE + 1, 'too_long'],
  ])('of %i bytes in one line has the problem %j', (size, problem) => {
    const found = linesOf(Buffer.alloc(size + 1, 'x').fill('\n', size));
    expect(found.map((line) => line.problem)).toEqual([problem]);
    expect(found[0]?.text.length).toBe(problem === null ? size : 0);
  });

  it('has no lines when it is missing, a folder, a link or a FIFO', async () => {
    const folder = temporaryFolder();
    write(folder, { 'real.txt': 'secret\n' });
    mkdirSync(join(folder, 'folder'));
    symlinkSync('real.txt', join(folder, 'link'));
    await runTool(['mkfifo', join(folder, 'fifo')], 5000, { PATH: '/usr/bin:/bin' });
    for (const path of ['missing', 'folder', 'link', 'fifo']) expect([...nativeFile(folder, path).lines()]).toEqual([]);
  });

  it('closes the file when its reader stops early', () => {
    const folder = temporaryFolder();
    write(folder, { 'stdout.raw': 'a\nb\nc\n' });
    for (let turn = 0; turn < 3000; turn++) {
      for (const line of nativeFile(folder, 'stdout.raw').lines()) if (line.number === 1) break;
    }
    const after = openSync(join(folder, 'stdout.raw'), 'r');
    closeSync(after);
    expect(after).toBeLessThan(1000);
  });
});

describe('nativeFilesOf', () => {
  it('gives both streams and the final message first, then what was collected, sorted', () => {
    const folder = temporaryFolder();
    write(folder, { 'native/b/2.jsonl': '', 'native/b/10.jsonl': '', 'native/a.jsonl': '', 'trial.json': '{}' });
    expect(nativeFilesOf(folder).map(({ path }) => path)).toEqual([
      'stdout.raw',
      'stderr.raw',
      'final.raw',
      'native/a.jsonl',
      'native/b/10.jsonl',
      'native/b/2.jsonl',
    ]);
  });
});

describe('walk', () => {
  it('finds regular files only, at every depth, and follows no link', async () => {
    const folder = temporaryFolder();
    write(folder, { 'in/a': '', 'in/b/c/d': '', 'in/.hidden': '', 'out/secret': '' });
    symlinkSync('../out', join(folder, 'in/to-folder'));
    symlinkSync('../out/secret', join(folder, 'in/to-file'));
    symlinkSync('.', join(folder, 'in/loop'));
    symlinkSync('nowhere', join(folder, 'in/dangling'));
    await runTool(['mkfifo', join(folder, 'in/fifo')], 5000, { PATH: '/usr/bin:/bin' });
    expect(walk(join(folder, 'in'))).toEqual(['.hidden', 'a', 'b/c/d']);
  });

  it('finds nothing below a link, a file or nothing', () => {
    const folder = temporaryFolder();
    write(folder, { 'out/secret': '', file: '' });
    symlinkSync('out', join(folder, 'link'));
    for (const path of ['link', 'file', 'missing']) expect(walk(join(folder, path))).toEqual([]);
  });
});

describe('statOf', () => {
  it.each(['missing', 'file/below', `${'x'.repeat(300)}`, `${'a/'.repeat(3000)}b`])(
    'is null for what cannot be told',
    (path) => {
      const folder = temporaryFolder();
      write(folder, { file: '' });
      expect(statOf(join(folder, path))).toBeNull();
    },
  );
});
