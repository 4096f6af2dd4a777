import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiesOf, namesakesOf } from '../../runner/guard-copies.ts';
import { writeFiles } from '../../runner/workspace.ts';
import { temporaryFolder } from '../repo/tree.ts';

const SCRIPT = '#!/bin/sh\n# mark-of-this-trial\n';
const GUARDS = new Map([['deploy', SCRIPT]]);
const NONCE = 'mark-of-this-trial';

const copiesIn = (files: Readonly<Record<string, string>>) => {
  const root = temporaryFolder();
  writeFiles(root, { 'tools/deploy': SCRIPT, ...files });
  return copiesOf(root, GUARDS, NONCE);
};

describe('copiesOf', () => {
  it('finds none where the guard itself is all there is', () => {
    expect(copiesIn({ 'notes.txt': 'deploy on Friday' })).toEqual([]);
  });

  it.each([
    ['a tool of the same name', { 'bin/deploy': 'other' }, 'bin/deploy has the name of a guarded command'],
    ['a copy under another name', { 'x/ship': SCRIPT }, 'x/ship is a copy of a guarded command'],
    ['a changed copy', { ship: `${SCRIPT}exit 0\n` }, 'ship holds the mark of a guarded command'],
  ])('names %s', (_, files, problem) => {
    expect(copiesIn(files)).toEqual([problem]);
  });

  it('names the first twenty of any number, and says how many more there are', () => {
    const many = Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`d${at}/deploy`, '']));
    const problems = copiesIn(many);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('25 more of this kind');
  });

  it('says so when the folder cannot be looked through', () => {
    expect(copiesOf(join(temporaryFolder(), 'gone'), GUARDS, NONCE)).toEqual([
      'the workspace could not be looked through for copies of guarded commands',
    ]);
  });
});

describe('namesakesOf', () => {
  it('finds tools and links of the name in the home, but no folder of it', () => {
    const home = temporaryFolder();
    writeFiles(home, { 'bin/deploy': '', 'src/deploy/readme': '' });
    symlinkSync('/bin/true', join(home, 'deploy'));
    expect(namesakesOf(home, GUARDS)).toEqual([
      'bin/deploy in the home has the name of a guarded command',
      'deploy in the home has the name of a guarded command',
    ]);
  });

  it('says so when the home cannot be looked through', () => {
    expect(namesakesOf(join(temporaryFolder(), 'gone'), GUARDS)).toHaveLength(1);
  });
});
