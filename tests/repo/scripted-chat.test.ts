import { expect, test } from 'vitest';
import { chat } from '../helpers/scripted-model/chat.ts';
import { defaultUsage } from '../helpers/scripted-model/script.ts';

const TOOLS = [{ type: 'function', function: { name: 'bash', parameters: { properties: { command: {} } } } }];
const MESSAGES = [
  { role: 'system', content: 'rules' },
  { role: 'user', content: [{ type: 'text', text: 'go' }] },
  { role: 'assistant', content: '', tool_calls: [{ id: 'call_root_s0_0' }] },
  { role: 'tool', tool_call_id: 'call_root_s0_0', content: 'done' },
];

const conversation = (stream: boolean) =>
  chat.read({ model: 'm', stream, tools: TOOLS, messages: MESSAGES }, '/v1/chat/completions');

test('reads a conversation with its tools and calls', () => {
  expect(conversation(true)).toEqual({
    model: 'm',
    stream: true,
    userText: 'go',
    toolText: 'done',
    tools: [{ name: 'bash', namespace: null, freeText: false, parameters: ['command'] }],
    callIds: ['call_root_s0_0'],
  });
  expect(chat.read({ model: 'm' }, '/v1/chat/completions')).toBeNull();
});

test.each([true, false])('writes an answer with its usage, streamed: %s', (stream) => {
  const read = conversation(stream);
  if (read === null) throw new Error('not read');
  const wire = chat.write({ kind: 'answer', text: 'yes', usage: defaultUsage(0) }, read, 1);
  const text = wire.chunks.join('');
  expect(text).toContain('"content":"yes"');
  expect(text).toContain('"prompt_tokens":2000');
  expect(text.endsWith('data: [DONE]\n\n')).toBe(stream);
});

test('a cut stream has no end, and a refused request its status', () => {
  const read = conversation(true);
  if (read === null) throw new Error('not read');
  const cut = chat.write({ kind: 'cut' }, read, 1);
  expect([cut.end, cut.chunks.join('').includes('[DONE]')]).toEqual(['cut', false]);
  expect(chat.write({ kind: 'http', status: 429 }, read, 1).status).toBe(429);
});
