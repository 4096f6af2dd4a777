import { expect, test } from 'vitest';
import { piFileTool } from '../helpers/scripted-model/pi-tools.ts';

const tool = (name: string, ...parameters: string[]) => ({ name, namespace: null, freeText: false, parameters });
const TOOLS = [tool('read', 'path', 'offset', 'limit'), tool('write', 'path', 'content'), tool('bash', 'command')];

test('a file is read whole or in part, and written, by the tools that name it `path`', () => {
  expect(piFileTool(TOOLS, { read: 'A.md' })?.input).toEqual({ path: 'A.md' });
  expect(piFileTool(TOOLS, { read: 'A.md', from: 3, count: 2 })?.input).toEqual({ path: 'A.md', offset: 3, limit: 2 });
  expect(piFileTool(TOOLS, { write: 'A.md', content: 'x' })).toMatchObject({
    tool: { name: 'write' },
    input: { path: 'A.md', content: 'x' },
  });
});

test('other actions, and tools of others with the same name, are left alone', () => {
  expect(piFileTool(TOOLS, { run: 'ls' })).toBeNull();
  expect(piFileTool([tool('read', 'filePath'), tool('write', 'filePath')], { read: 'A.md' })).toBeNull();
});
