/** The OpenAI Chat Completions protocol: `POST …/chat/completions`, streamed or not. */
import * as z from 'zod';
import {
  type Conversation,
  document,
  httpError,
  type OfferedTool,
  type Protocol,
  type Reply,
  type Wire,
} from './protocol.ts';
import type { SentUsage } from './script.ts';

/** A tool; one that takes free text has no `function`, and is never called. */
const Tool = z.object({
  function: z
    .object({
      name: z.string(),
      parameters: z.object({ properties: z.record(z.string(), z.unknown()).optional() }).nullish(),
    })
    .optional(),
});

const Message = z.object({
  role: z.string(),
  content: z.unknown().optional(),
  tool_calls: z.array(z.object({ id: z.string() })).nullish(),
});
type Message = z.infer<typeof Message>;

const Body = z.object({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z.array(Message),
  tools: z.array(Tool).nullish(),
});

const Part = z.object({ text: z.string().optional() });

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = z.array(Part).safeParse(content);
  return parts.success ? parts.data.map((part) => part.text ?? '').join('\n') : '';
}

const textBy = (messages: readonly Message[], role: string): string =>
  messages
    .filter((message) => message.role === role)
    .map(({ content }) => textOf(content))
    .join('\n');

function read(body: unknown): Conversation | null {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return null;
  const { model, stream, messages, tools } = parsed.data;
  return {
    model,
    stream: stream === true,
    userText: textBy(messages, 'user'),
    toolText: textBy(messages, 'tool'),
    tools: (tools ?? []).flatMap(({ function: offered }): OfferedTool[] => {
      if (offered === undefined) return [];
      const parameters = Object.keys(offered.parameters?.properties ?? {});
      return [{ name: offered.name, namespace: null, freeText: false, parameters }];
    }),
    callIds: messages.flatMap(({ tool_calls: calls }) => (calls ?? []).map(({ id }) => id)),
  };
}

function wireUsage(usage: SentUsage) {
  return {
    prompt_tokens: usage.input,
    prompt_tokens_details: { cached_tokens: usage.cached },
    completion_tokens: usage.output,
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.input + usage.output,
  };
}

function messageOf(reply: Reply) {
  if (reply.kind === 'answer') return { role: 'assistant', content: reply.text };
  if (reply.kind !== 'calls') return { role: 'assistant', content: '' };
  const calls = reply.calls.map(({ id, tool, input }) => {
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    return { id, type: 'function', function: { name: tool.name, arguments: text } };
  });
  return { role: 'assistant', content: reply.say ?? '', tool_calls: calls };
}

/** Server-sent data lines, which in this protocol have no event names. */
function streamed(parts: readonly unknown[], end: Wire['end']): Wire {
  const chunks = parts.map((part) => `data: ${JSON.stringify(part)}\n\n`);
  return {
    status: 200,
    contentType: 'text/event-stream',
    chunks: end === 'close' ? [...chunks, 'data: [DONE]\n\n'] : chunks,
    end,
  };
}

function write(reply: Reply, conversation: Conversation, number: number): Wire {
  if (reply.kind === 'http') return httpError(reply.status);
  const base = { id: `chatcmpl-${number}`, created: 1_700_000_000, model: conversation.model };
  const chunk = (delta: object, finish: string | null = null) => ({
    ...base,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const opening = chunk({ role: 'assistant', content: '' });
  if (reply.kind === 'hang') return streamed([opening], 'hang');
  if (reply.kind === 'cut') return streamed([opening, chunk({ content: 'This answer breaks o' })], 'cut');
  if (reply.kind === 'failed') {
    const error = { message: 'The model failed inside the stream', type: 'server_error', code: 'server_error' };
    return conversation.stream ? streamed([opening, { error }], 'close') : document(500, { error });
  }
  const message = messageOf(reply);
  const finish = reply.kind === 'calls' ? 'tool_calls' : 'stop';
  const usage = wireUsage(reply.usage);
  if (!conversation.stream) {
    const choices = [{ index: 0, message, finish_reason: finish }];
    return document(200, { ...base, object: 'chat.completion', choices, usage });
  }
  const calls = (message.tool_calls ?? []).map((call, index) => chunk({ tool_calls: [{ index, ...call }] }));
  const said = message.content === '' ? [] : [chunk({ content: message.content })];
  const last = { ...base, object: 'chat.completion.chunk', choices: [], usage };
  return streamed([opening, ...said, ...calls, chunk({}, finish), last], 'close');
}

/** OpenAI Chat Completions. */
export const chat: Protocol = { id: 'chat', matches: (path) => path.endsWith('/chat/completions'), read, write };
