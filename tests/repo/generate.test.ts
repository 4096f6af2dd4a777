import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { apply, differences, loadGenerators } from '../../tools/generate.ts';
import { generate } from '../../tools/generators/schemas.ts';
import { tree } from './tree.ts';

const GENERATOR = { owns: 'docs/made/', generate: () => new Map([['docs/made/a.txt', 'a\n']]) };

describe('differences()', () => {
  it.each([
    ['a missing file', {}, [{ path: 'docs/made/a.txt', content: 'a\n' }]],
    ['an edited file', { 'docs/made/a.txt': 'b\n' }, [{ path: 'docs/made/a.txt', content: 'a\n' }]],
    [
      'a file left over',
      { 'docs/made/a.txt': 'a\n', 'docs/made/old/c.txt': '' },
      [{ path: 'docs/made/old/c.txt', content: null }],
    ],
    ['nothing when all is as generated', { 'docs/made/a.txt': 'a\n', 'docs/b.txt': '' }, []],
  ])('names %s', async (_name, files, expected) => {
    expect(await differences(tree(files), [GENERATOR])).toEqual(expected);
  });

  it('refuses two generators that write one file', async () => {
    await expect(differences(tree({}), [GENERATOR, GENERATOR])).rejects.toThrow('Two generators write docs/made/a.txt');
  });

  it('are gone after apply()', async () => {
    const root = tree({ 'docs/made/a.txt': 'b\n', 'docs/made/old.txt': '' });
    apply(root, await differences(root, [GENERATOR]));
    expect(await differences(root, [GENERATOR])).toEqual([]);
    expect(readFileSync(join(root, 'docs/made/a.txt'), 'utf8')).toBe('a\n');
  });
});

describe('loadGenerators()', () => {
  it('refuses a module that is not one, by its name', async () => {
    const folder = tree({ 'one.ts': 'export const generate = 1;' });
    await expect(loadGenerators(folder)).rejects.toThrow('one.ts is not a generator');
  });
});

describe('docs/schemas', () => {
  it.each([...generate()])('%s is a draft-07 schema that refuses unknown keys', (_path, text) => {
    const schema = JSON.parse(text);
    const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
    expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#');
    expect(validate({ surplus: 1 })).toBe(false);
    expect(validate.errors?.map(({ keyword }) => keyword)).toContain('additionalProperties');
  });
});
