import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { redactLine } from '../../../tools/capture/redact.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'harnesses');
const replace = [['/here/workspace', '/workspace']] as const;
const redact = (value: object) => JSON.parse(redactLine(JSON.stringify(value), replace));

describe('redactLine', () => {
  test('replaces paths in values and in keys, at any depth', () => {
    const record = { type: 'x', payload: { changes: { '/here/workspace/a': { text: 'see /here/workspace' } } } };
    expect(redact(record)).toEqual({ type: 'x', payload: { changes: { '/workspace/a': { text: 'see /workspace' } } } });
  });

  test("takes the vendor's own texts out and leaves the user's", () => {
    const own = { role: 'user', content: [{ text: 'context' }, { text: 'please' }] };
    const note = { content_item_kinds: ['environments.environment_context', 'user.text'] };
    const record = {
      type: 'response_item',
      payload: { type: 'message', ...own, internal_chat_message_metadata_passthrough: note },
    };
    expect(redact(record).payload.content).toEqual([{ text: '[vendor text]' }, { text: 'please' }]);
  });

  test('takes out instructions, tools, state and the repository', () => {
    const payload = { type: 'additional_tools', tools: [1], base_instructions: { text: 'x' }, git: { branch: 'b' } };
    expect(redact({ type: 'response_item', payload }).payload).toEqual({
      type: 'additional_tools',
      tools: [],
      base_instructions: { text: '[vendor text]' },
      git: {},
    });
    expect(redact({ type: 'world_state', payload: { state: { a: 1 } } }).payload.state).toEqual({});
  });

  test('only searches a line that is not JSON', () => {
    expect(redactLine('{"cut": "/here/workspace', replace)).toBe('{"cut": "/workspace');
  });
});

describe('fixtures', () => {
  const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(jsonl|raw)$/.test(path),
  );
  test.each(files)('%s holds no path of the machine it was captured on, no port and no key', (path) => {
    const text = readFileSync(join(FIXTURES, path), 'utf8');
    expect(text).not.toMatch(
      /\.cache\/(real|clis)|127\.0\.0\.1:\d|scripted-key|(?<!\.gemini)\/tmp\/|"\/(Users|home\/(?!agent))/,
    );
  });
});
