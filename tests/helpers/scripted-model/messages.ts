/** The Anthropic Messages protocol: `POST …/messages`, streamed or not. */
import * as z from 'zod';
import {
  type Call,
  type Conversation,
  document,
  events,
  type OfferedTool,
  type Protocol,
  type Reply,
  type Wire,
} from './protocol.ts';
import type { SentUsage } from './script.ts';

const Tool = z.object({
  name: z.string(),
  input_schema: z.object({ properties: z.record(z.string(), z.unknown()).optional() }).nullish(),
});

const Block = z.object({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  content: z.unknown().optional(),
});
type Block = z.infer<typeof Block>;

const Body = z.object({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(Block)]) })),
  tools: z.array(z.unknown()).optional(),
});

function blocksOf(content: unknown): Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  const parsed = z.array(Block).safeParse(content);
  return parsed.success ? parsed.data : [];
}

const textOf = (blocks: readonly Block[]): string => blocks.map(({ text }) => text ?? '').join('\n');

function offered(tools: readonly unknown[]): OfferedTool[] {
  return tools.flatMap((one) => {
    const tool = Tool.safeParse(one);
    if (!tool.success) return [];
    const parameters = Object.keys(tool.data.input_schema?.properties ?? {});
    return [{ name: tool.data.name, namespace: null, freeText: false, parameters }];
  });
}

function read(body: unknown): Conversation | null {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return null;
  const { model, stream, messages, tools } = parsed.data;
  const blocks = messages.map(({ role, content }) => ({ role, blocks: blocksOf(content) }));
  const fromUser = blocks.filter(({ role }) => role === 'user').flatMap((one) => one.blocks);
  const fromModel = blocks.filter(({ role }) => role === 'assistant').flatMap((one) => one.blocks);
  const results = fromUser.filter(({ type }) => type === 'tool_result');
  return {
    model,
    stream: stream === true,
    userText: textOf(fromUser.filter(({ type }) => type === 'text')),
    toolText: results.map(({ content }) => textOf(blocksOf(content))).join('\n'),
    tools: offered(tools ?? []),
    callIds: fromModel.flatMap(({ type, id }) => (type === 'tool_use' && id !== undefined ? [id] : [])),
  };
}

/** Here the cached and the written input stand beside the input, not inside it. */
function wireUsage(usage: SentUsage) {
  return {
    input_tokens: usage.input - usage.cached - usage.written,
    cache_read_input_tokens: usage.cached,
    cache_creation_input_tokens: usage.written,
    cache_creation: { ephemeral_5m_input_tokens: usage.written, ephemeral_1h_input_tokens: 0 },
    output_tokens: usage.output,
    output_tokens_details: { thinking_tokens: usage.reasoning },
    service_tier: 'standard',
  };
}

function toolBlock({ id, tool, input }: Call) {
  return { type: 'tool_use', id, name: tool.name, input: typeof input === 'string' ? { input } : input };
}

function contentOf(reply: Reply): Readonly<Record<string, unknown>>[] {
  if (reply.kind === 'answer') return [{ type: 'text', text: reply.text }];
  if (reply.kind !== 'calls') return [];
  const said = reply.say === null ? [] : [{ type: 'text', text: reply.say }];
  return [...said, ...reply.calls.map(toolBlock)];
}

const ERRORS: Readonly<Record<number, readonly [string, string]>> = {
  400: ['The request is not valid', 'invalid_request_error'],
  401: ['The key was refused', 'authentication_error'],
  403: ['This key may not use the model', 'permission_error'],
  429: ['Too many requests', 'rate_limit_error'],
  500: ['The server failed', 'api_error'],
  503: ['The server is overloaded', 'overloaded_error'],
};

function httpError(status: number): Wire {
  const [message, type] = ERRORS[status] ?? ['The request failed', 'api_error'];
  return document(status, { type: 'error', error: { type, message } });
}

type Event = Parameters<typeof events>[0][number];

/** An event with its type inside, as the protocol has it. */
const event = (type: string, data: object): Event => ({ type, data: { type, ...data } });

function blockEvents(block: Readonly<Record<string, unknown>>, index: number): Event[] {
  const tool = block['type'] === 'tool_use';
  const empty = tool ? { ...block, input: {} } : { ...block, text: '' };
  const delta = tool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
    : { type: 'text_delta', text: block['text'] };
  return [
    event('content_block_start', { index, content_block: empty }),
    event('content_block_delta', { index, delta }),
    event('content_block_stop', { index }),
  ];
}

function broken(): Event[] {
  return [
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'This answer breaks o' } }),
  ];
}

function streamed(parts: readonly Event[], end: Wire['end']): Wire {
  return { status: 200, contentType: 'text/event-stream', chunks: events(parts), end };
}

function write(reply: Reply, conversation: Conversation, number: number): Wire {
  if (reply.kind === 'http') return httpError(reply.status);
  const base = { id: `msg_${number}`, type: 'message', role: 'assistant', model: conversation.model };
  const usage = 'usage' in reply ? wireUsage(reply.usage) : { input_tokens: 1, output_tokens: 1 };
  const started = {
    ...base,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  };
  const start = event('message_start', { message: started });
  if (reply.kind === 'hang') return streamed([start], 'hang');
  if (reply.kind === 'cut') return streamed([start, ...broken()], 'cut');
  if (reply.kind === 'failed') {
    const error = { type: 'overloaded_error', message: 'The model failed inside the stream' };
    if (!conversation.stream) return document(529, { type: 'error', error });
    return streamed([start, event('error', { error })], 'close');
  }
  const content = contentOf(reply);
  const stop = { stop_reason: reply.kind === 'calls' ? 'tool_use' : 'end_turn', stop_sequence: null };
  if (!conversation.stream) return document(200, { ...base, content, ...stop, usage });
  const done = [event('message_delta', { delta: stop, usage }), event('message_stop', {})];
  return streamed([start, ...content.flatMap(blockEvents), ...done], 'close');
}

/** Anthropic Messages. */
export const messages: Protocol = { id: 'messages', matches: (path) => path.endsWith('/messages'), read, write };
