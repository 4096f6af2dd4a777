import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HARNESSES } from '../../harnesses/index.ts';
import { generate, harnessFolders, harnessList } from '../../tools/generators/harness-list.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('HARNESSES holds one harness for each folder, under the name of its folder', () => {
  expect([...HARNESSES.keys()]).toEqual(harnessFolders());
});

test('harnesses/index.ts is what the generator writes', () => {
  for (const [path, text] of generate()) expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
});

test('harnessList turns a folder with a hyphen into a name', () => {
  expect(harnessList(['my-cli'])).toContain("import { harness as myCli } from './my-cli/index.ts';");
});
