import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programFrom } from '../../runner/program.ts';
import { temporaryFolder } from '../repo/tree.ts';
import { write } from './setup.ts';

function place() {
  const cwd = temporaryFolder();
  write(cwd, { agent: '#!/bin/sh\n', 'bin/found': '#!/bin/sh\n', 'agent.mjs': '', plain: '', 'notes.md': '' });
  chmodSync(join(cwd, 'agent'), 0o755);
  chmodSync(join(cwd, 'bin/found'), 0o755);
  mkdirSync(join(cwd, 'folder'));
  return { cwd, path: `${join(cwd, 'bin')}:/usr/bin:/bin` };
}

describe('programFrom', () => {
  it.each<[string, string[], (cwd: string) => string[]]>([
    ['a relative path', ['./agent', '-q'], (cwd) => [`${cwd}/agent`, '-q']],
    ['a path with a parent', ['folder/../agent'], (cwd) => [`${cwd}/agent`]],
    ['a name on PATH, kept as a name', ['found', 'x'], () => ['found', 'x']],
    ['a script after an interpreter', ['sh', './agent', './agent'], (cwd) => ['sh', `${cwd}/agent`, './agent']],
    ['a script after flags of the interpreter', ['sh', '-e', 'agent'], (cwd) => ['sh', '-e', `${cwd}/agent`]],
    ['text for an interpreter', ['sh', '-c', 'echo "$1"', 'agent'], () => ['sh', '-c', 'echo "$1"', 'agent']],
    ['a script that is not there', ['sh', 'gone.sh'], () => ['sh', 'gone.sh']],
    ['a folder after an interpreter', ['sh', 'folder'], () => ['sh', 'folder']],
    ['a file name as an argument of a program', ['found', 'notes.md'], () => ['found', 'notes.md']],
    ['no program', [], () => []],
  ])('takes %s', (_, program, expected) => {
    const { cwd, path } = place();
    expect(programFrom(program, cwd, path)).toEqual(expected(cwd));
  });

  it.each([
    ['a path that leads nowhere', './gone', 'Cannot start ./gone: there is no such file'],
    ['a path below a file', './agent/x', 'Cannot start ./agent/x: there is no such file'],
    ['a folder', './folder', 'Cannot start ./folder: it is not a file'],
    ['a file that cannot be run', './plain', 'Cannot start ./plain: it is not executable'],
    ['a name that is not on PATH', 'no-such-program', 'Cannot start no-such-program: it is not on PATH'],
    ['a file of this folder without its path', 'agent', 'Cannot start agent: it is not on PATH'],
    ['an empty name', '', 'Cannot start : it is not on PATH'],
  ])('refuses %s', (_, name, message) => {
    const { cwd, path } = place();
    expect(() => programFrom([name, 'x'], cwd, path)).toThrow(
      expect.objectContaining({ name: 'UsageError', message, next: expect.stringMatching(/after --/) }),
    );
  });
});
