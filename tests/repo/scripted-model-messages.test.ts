import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { messages } from '../helpers/scripted-model/messages.ts';
import type { Conversation, Reply } from '../helpers/scripted-model/protocol.ts';
import type { SentUsage } from '../helpers/scripted-model/script.ts';

const PATH = '/v1/messages';
const USAGE: SentUsage = { input: 1000, cached: 400, written: 100, output: 50, reasoning: 7 };

const BODY = {
  model: 'm',
  stream: true,
  tools: [
    { name: 'Bash', input_schema: { properties: { command: {} } } },
    // A tool of the server's side has no schema, and one without a name is none.
    { type: 'web_search', name: 'web_search' },
    { input_schema: {} },
  ],
  messages: [
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'call_root_s0_0', name: 'Bash', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'call_root_s0_0', content: [{ type: 'text', text: 'done' }] },
        { type: 'tool_result', tool_use_id: 'call_root_s0_1', content: 'as text' },
        { type: 'text', text: 'go on' },
      ],
    },
  ],
};

function conversation(stream: boolean): Conversation {
  const read = messages.read({ ...BODY, stream }, PATH);
  if (read === null) throw new Error('not read');
  return read;
}

/** The events of a streamed answer: name, and data with the same name inside. */
function eventsOf(chunks: readonly string[]): Record<string, unknown>[] {
  return chunks.map((chunk) => {
    const [, name, data = ''] = /^event: (\w+)\ndata: (.*)\n\n$/s.exec(chunk) ?? [];
    const parsed = z.record(z.string(), z.unknown()).parse(JSON.parse(data));
    expect(parsed['type']).toBe(name);
    return parsed;
  });
}

const streamed = (reply: Reply) => eventsOf(messages.write(reply, conversation(true), 1).chunks);
const whole = (reply: Reply) => {
  const { status, chunks } = messages.write(reply, conversation(false), 1);
  return { status, body: z.record(z.string(), z.unknown()).parse(JSON.parse(chunks.join(''))) };
};

describe('the Messages protocol', () => {
  test('reads what the user wrote apart from what tools gave back, and the ids of calls', () => {
    expect(conversation(true)).toEqual({
      model: 'm',
      stream: true,
      userText: 'go\ngo on',
      toolText: 'done\nas text',
      tools: [
        { name: 'Bash', namespace: null, freeText: false, parameters: ['command'] },
        { name: 'web_search', namespace: null, freeText: false, parameters: [] },
      ],
      callIds: ['call_root_s0_0'],
    });
    expect(messages.read({ model: 'm' }, PATH)).toBeNull();
    expect([messages.matches(PATH), messages.matches('/v1/messages/count_tokens')]).toEqual([true, false]);
  });

  test('counts cached and written input beside the input, as the protocol has it', () => {
    const { body } = whole({ kind: 'answer', text: 'yes', usage: USAGE });
    expect(body['usage']).toMatchObject({
      input_tokens: 500,
      cache_read_input_tokens: 400,
      cache_creation_input_tokens: 100,
      output_tokens: 50,
    });
    expect(body).toMatchObject({ content: [{ type: 'text', text: 'yes' }], stop_reason: 'end_turn' });
  });

  test('streams a remark and a call as blocks of their own; the usage is whole only at the end', () => {
    const [bash] = conversation(true).tools;
    if (bash === undefined) throw new Error('no tool');
    const calls = [{ id: 'call_root_s1_0', tool: bash, input: { command: 'ls' } }];
    const parts = streamed({ kind: 'calls', say: 'I look.', calls, usage: USAGE });
    expect(parts.map(({ type }) => type)).toEqual([
      'message_start',
      ...['content_block_start', 'content_block_delta', 'content_block_stop'],
      ...['content_block_start', 'content_block_delta', 'content_block_stop'],
      'message_delta',
      'message_stop',
    ]);
    expect(parts[0]).toMatchObject({ message: { usage: { output_tokens: 1 } } });
    expect(parts[4]).toMatchObject({ index: 1, content_block: { type: 'tool_use', id: 'call_root_s1_0', input: {} } });
    expect(parts[5]).toMatchObject({ delta: { type: 'input_json_delta', partial_json: '{"command":"ls"}' } });
    expect(parts[7]).toMatchObject({ delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 50 } });
  });

  test('an empty answer has an end and no content', () => {
    expect(whole({ kind: 'empty', usage: USAGE }).body).toMatchObject({ content: [], stop_reason: 'end_turn' });
    expect(streamed({ kind: 'empty', usage: USAGE }).map(({ type }) => type)).toEqual([
      'message_start',
      'message_delta',
      'message_stop',
    ]);
  });

  test.each<[Reply, string, string]>([
    [{ kind: 'cut' }, 'cut', 'content_block_delta'],
    [{ kind: 'hang' }, 'hang', 'message_start'],
    [{ kind: 'failed' }, 'close', 'error'],
  ])('$0.kind stops without the end of a message', (reply, end, last) => {
    expect(messages.write(reply, conversation(true), 1)).toMatchObject({ status: 200, end });
    expect(streamed(reply).at(-1)).toMatchObject({ type: last });
  });

  test.each<[Reply, number, string]>([
    [{ kind: 'http', status: 401 }, 401, 'authentication_error'],
    [{ kind: 'http', status: 429 }, 429, 'rate_limit_error'],
    [{ kind: 'http', status: 503 }, 503, 'overloaded_error'],
    [{ kind: 'http', status: 418 }, 418, 'api_error'],
    [{ kind: 'failed' }, 529, 'overloaded_error'],
  ])('%j is answered with %d and %s', (reply, status, type) => {
    expect(whole(reply)).toMatchObject({ status, body: { type: 'error', error: { type } } });
  });
});
