import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, commandsFor } from '../../cli/commands.ts';
import { ROOT } from '../repo/tree.ts';

const named = (entries: typeof COMMANDS) =>
  entries.map(({ group, name }) => (group === null ? name : `${group}-${name}`));

describe('COMMANDS', () => {
  it('is every file of cli/commands, once', () => {
    const files = readdirSync(join(ROOT, 'cli/commands')).map((name) => name.replace(/\.ts$/, ''));
    expect(named(COMMANDS).sort()).toEqual(files.sort());
  });

  it.each(COMMANDS.map((entry) => [entry.name, entry] as const))(
    '%s loads a file that defines it',
    async (_, entry) => {
      expect((await entry.load()).define).toBeTypeOf('function');
    },
  );
});

describe('commandsFor', () => {
  it('is the one command that the first argument names', () => {
    expect(named(commandsFor('run'))).toEqual(['run']);
    expect(commandsFor('run')[0]?.harnesses).toBe(true);
    expect(commandsFor('list')[0]?.harnesses).toBe(false);
  });

  it('is all commands of a group', () => {
    expect(named(commandsFor('corpus'))).toEqual(['corpus-validate', 'corpus-digest']);
  });

  it.each([undefined, '--help', 'help', 'lst', 'validate', ''])(
    'is everything for %j, so that help and suggestions are whole',
    (first) => {
      expect(commandsFor(first)).toEqual(COMMANDS);
    },
  );
});
