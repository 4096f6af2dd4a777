import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandOfArgv, commandOfLine, shellWords } from '../../../harnesses/codex/command-line.ts';

describe('shellWords', () => {
  test.each<[string, string[] | null]>([
    ['a  b\tc', ['a', 'b', 'c']],
    [`'a b' "c d"`, ['a b', 'c d']],
    [`a'b'"c"d`, ['abcd']],
    [`'it'\\''s'`, ["it's"]],
    [`"say \\"hi\\" \\$HOME \\n"`, ['say "hi" $HOME \\n']],
    ["''", ['']],
    ['a\\ b', ['a b']],
    ['"two\nlines"', ['two\nlines']],
    ['', []],
    [`'open`, null],
    ['"open', null],
  ])('%j', (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });

  test('undoes single quoting of any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (words) => {
        const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
        expect(shellWords(line)).toEqual(words);
      }),
    );
  });
});

describe('commandOfLine', () => {
  test.each([
    [`/bin/bash -lc 'cat NOTES.md'`, 'cat NOTES.md'],
    [`bash -c "printf '%s' 'x' > y"`, "printf '%s' 'x' > y"],
    [`/usr/bin/zsh -lc ls`, 'ls'],
    [`bash -lc 'a' extra`, `bash -lc 'a' extra`],
    [`python -c 'print(1)'`, `python -c 'print(1)'`],
    [`bash -lc 'open`, `bash -lc 'open`],
  ])('%j is %j', (line, command) => {
    expect(commandOfLine(line)).toBe(command);
  });
});

describe('commandOfArgv', () => {
  test('takes the shell off, and joins anything else', () => {
    expect(commandOfArgv(['/bin/bash', '-c', 'a && b'])).toBe('a && b');
    expect(commandOfArgv(['git', 'push'])).toBe('git push');
  });
});
