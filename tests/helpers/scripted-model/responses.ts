/** The OpenAI Responses protocol: `POST …/responses`, streamed or not. */
import * as z from 'zod';
import type { Wire } from './protocol.ts';
import {
  type Call,
  type Conversation,
  document,
  events,
  httpError,
  type OfferedTool,
  type Protocol,
  type Reply,
} from './protocol.ts';
import type { SentUsage } from './script.ts';

const Tool = z.object({
  type: z.string(),
  name: z.string().optional(),
  parameters: z.object({ properties: z.record(z.string(), z.unknown()).optional() }).nullish(),
  tools: z.array(z.unknown()).optional(),
});

const Item = z.object({
  type: z.string().optional(),
  role: z.string().optional(),
  content: z.unknown().optional(),
  call_id: z.string().optional(),
  output: z.unknown().optional(),
  tools: z.array(z.unknown()).optional(),
});
type Item = z.infer<typeof Item>;

const Body = z.object({
  model: z.string(),
  stream: z.boolean().optional(),
  input: z.union([z.string(), z.array(Item)]),
  tools: z.array(z.unknown()).optional(),
});

const Part = z.object({ text: z.string().optional(), encrypted_content: z.string().optional() });

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = z.array(Part).safeParse(content);
  return parts.success ? parts.data.map((part) => part.text ?? part.encrypted_content ?? '').join('\n') : '';
}

function offered(list: readonly unknown[], namespace: string | null): OfferedTool[] {
  return list.flatMap((one) => {
    const tool = Tool.safeParse(one);
    if (!tool.success) return [];
    const { type, name = type, parameters, tools } = tool.data;
    if (type === 'namespace') return offered(tools ?? [], name);
    return [{ name, namespace, freeText: type === 'custom', parameters: Object.keys(parameters?.properties ?? {}) }];
  });
}

const fromUser = ({ role, type }: Item): boolean => role === 'user' || type === 'agent_message';

function read(body: unknown): Conversation | null {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return null;
  const { model, stream, input, tools } = parsed.data;
  const items: readonly Item[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  return {
    model,
    stream: stream !== false,
    userText: items
      .filter(fromUser)
      .map(({ content }) => textOf(content))
      .join('\n'),
    toolText: items.map(({ output }) => textOf(output)).join('\n'),
    tools: [...offered(tools ?? [], null), ...items.flatMap((item) => offered(item.tools ?? [], null))],
    callIds: items.flatMap(({ call_id: id }) => (id === undefined ? [] : [id])),
  };
}

function wireUsage(usage: SentUsage) {
  return {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: usage.written },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.input + usage.output,
  };
}

function callItem(call: Call, id: string) {
  const namespace = call.tool.namespace === null ? {} : { namespace: call.tool.namespace };
  const base = { id, call_id: call.id, name: call.tool.name, status: 'completed', ...namespace };
  return typeof call.input === 'string'
    ? { type: 'custom_tool_call', ...base, input: call.input }
    : { type: 'function_call', ...base, arguments: JSON.stringify(call.input) };
}

function messageItem(text: string, id: string) {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id, role: 'assistant', status: 'completed', content };
}

function itemsOf(reply: Reply, number: number): Readonly<Record<string, unknown>>[] {
  if (reply.kind === 'answer') return [messageItem(reply.text, `msg_${number}`)];
  if (reply.kind !== 'calls') return [];
  const said = reply.say === null ? [] : [messageItem(reply.say, `msg_${number}`)];
  return [...said, ...reply.calls.map((call, index) => callItem(call, `item_${number}_${index}`))];
}

function streamed(parts: Parameters<typeof events>[0], end: Wire['end']): Wire {
  return { status: 200, contentType: 'text/event-stream', chunks: events(parts), end };
}

type Event = (type: string, data: object) => { readonly type: string; readonly data: unknown };

/** Events with the type and a running number inside, as the protocol has them. */
function numbered(): Event {
  let next = 0;
  return (type, data) => ({ type, data: { type, sequence_number: next++, ...data } });
}

function itemEvents(event: Event, item: Readonly<Record<string, unknown>>, index: number) {
  const added = event('response.output_item.added', { output_index: index, item: { ...item, status: 'in_progress' } });
  const done = event('response.output_item.done', { output_index: index, item });
  return [added, done];
}

function broken(event: Event, number: number) {
  const id = `msg_${number}`;
  const item = { type: 'message', id, role: 'assistant', status: 'in_progress', content: [] };
  const delta = { item_id: id, output_index: 0, content_index: 0, delta: 'This answer breaks o' };
  return [event('response.output_item.added', { output_index: 0, item }), event('response.output_text.delta', delta)];
}

function write(reply: Reply, conversation: Conversation, number: number): Wire {
  if (reply.kind === 'http') return httpError(reply.status);
  const base = { id: `resp_${number}`, object: 'response', created_at: 1_700_000_000, model: conversation.model };
  const output = itemsOf(reply, number);
  const event = numbered();
  const created = event('response.created', { response: { ...base, status: 'in_progress', output: [] } });
  if (reply.kind === 'hang') return streamed([created], 'hang');
  if (reply.kind === 'cut') return streamed([created, ...broken(event, number)], 'cut');
  if (reply.kind === 'failed') {
    const error = { code: 'server_error', message: 'The model failed inside the stream' };
    const failed = { ...base, status: 'failed', output: [], error };
    if (!conversation.stream) return document(200, failed);
    return streamed([created, event('response.failed', { response: failed })], 'close');
  }
  const done = { ...base, status: 'completed', output, usage: wireUsage(reply.usage) };
  if (!conversation.stream) return document(200, done);
  const items = output.flatMap((item, index) => itemEvents(event, item, index));
  return streamed([created, ...items, event('response.completed', { response: done })], 'close');
}

/** OpenAI Responses. */
export const responses: Protocol = { id: 'responses', matches: (path) => path.endsWith('/responses'), read, write };
