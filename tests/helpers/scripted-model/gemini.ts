/** The Gemini protocol: `POST …/models/MODEL:generateContent` and `:streamGenerateContent`, which streams. */
import * as z from 'zod';
import {
  type Call,
  type Conversation,
  document,
  type OfferedTool,
  type Protocol,
  type Reply,
  type Wire,
} from './protocol.ts';
import type { SentUsage } from './script.ts';

const METHOD = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

const Part = z.object({
  text: z.string().optional(),
  functionCall: z.object({ id: z.string().optional() }).optional(),
  functionResponse: z.object({ id: z.string().optional(), response: z.unknown().optional() }).optional(),
});
type Part = z.infer<typeof Part>;

const Parameters = z.object({ properties: z.record(z.string(), z.unknown()).optional() });

const Declaration = z.object({
  name: z.string(),
  parameters: Parameters.optional(),
  parametersJsonSchema: Parameters.optional(),
});

const Body = z.object({
  systemInstruction: z.object({ parts: z.array(Part).optional() }).optional(),
  contents: z.array(z.object({ role: z.string().optional(), parts: z.array(Part).optional() })),
  tools: z.array(z.object({ functionDeclarations: z.array(Declaration).optional() })).optional(),
});

/** The tool with which a delegated agent must hand its answer over. */
const HAND_OVER = 'complete_task';

function offered({ name, parameters, parametersJsonSchema }: z.infer<typeof Declaration>): OfferedTool {
  const properties = (parametersJsonSchema ?? parameters)?.properties ?? {};
  return { name, namespace: null, freeText: false, parameters: Object.keys(properties) };
}

/** The client puts the tool's name before the id that it was given. */
const ownId = (id: string): string => id.replace(/^.*__(?=call_)/, '');

const idsOf = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ functionCall, functionResponse }) => {
    const id = functionCall?.id ?? functionResponse?.id;
    return id === undefined ? [] : [ownId(id)];
  });

function read(body: unknown, path: string): Conversation | null {
  const method = METHOD.exec(path);
  const parsed = Body.safeParse(body);
  if (method === null || !parsed.success) return null;
  const { contents, tools = [], systemInstruction } = parsed.data;
  const partsOf = (role: string) => contents.filter((one) => one.role === role).flatMap(({ parts = [] }) => parts);
  const all = contents.flatMap(({ parts = [] }) => parts);
  return {
    model: method[1] ?? '',
    stream: method[2] === 'streamGenerateContent',
    // Instructions from files stand in the system's text, so it is read as well.
    userText: [...(systemInstruction?.parts ?? []), ...partsOf('user')].map(({ text }) => text ?? '').join('\n'),
    toolText: all.map(({ functionResponse }) => JSON.stringify(functionResponse?.response ?? '')).join('\n'),
    tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(offered)),
    callIds: idsOf(all),
  };
}

/** Reasoning stands beside the output here, not inside it. */
function wireUsage(usage: SentUsage) {
  return {
    promptTokenCount: usage.input,
    cachedContentTokenCount: usage.cached,
    candidatesTokenCount: usage.output - usage.reasoning,
    thoughtsTokenCount: usage.reasoning,
    totalTokenCount: usage.input + usage.output,
  };
}

const callPart = ({ id, tool, input }: Call) => ({
  functionCall: { id, name: tool.name, args: typeof input === 'string' ? { input } : input },
});

function answerPart(text: string, { tools }: Conversation, number: number) {
  const tool = tools.find(({ name }) => name === HAND_OVER);
  if (tool === undefined) return { text };
  return callPart({ id: `hand_over_${number}`, tool, input: { result: { response: text } } });
}

function partsOf(reply: Reply, conversation: Conversation, number: number): object[] {
  if (reply.kind === 'answer') return [answerPart(reply.text, conversation, number)];
  if (reply.kind !== 'calls') return [];
  return [...(reply.say === null ? [] : [{ text: reply.say }]), ...reply.calls.map(callPart)];
}

const STATUS: Readonly<Record<number, readonly [string, string]>> = {
  400: ['The request is not valid', 'INVALID_ARGUMENT'],
  401: ['The key was refused', 'UNAUTHENTICATED'],
  403: ['This key may not use the model', 'PERMISSION_DENIED'],
  429: ['Too many requests', 'RESOURCE_EXHAUSTED'],
  500: ['The server failed', 'INTERNAL'],
  503: ['The server is overloaded', 'UNAVAILABLE'],
};

function errorOf(code: number) {
  const [message, status] = STATUS[code] ?? ['The request failed', 'UNKNOWN'];
  return { error: { code, message, status } };
}

function streamed(chunks: readonly unknown[], end: Wire['end']): Wire {
  const lines = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`);
  return { status: 200, contentType: 'text/event-stream', chunks: lines, end };
}

function write(reply: Reply, conversation: Conversation, number: number): Wire {
  const base = { modelVersion: conversation.model, responseId: `response-${number}` };
  const chunk = (parts: readonly object[], more: object = {}) => ({
    candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
    ...base,
  });
  if (reply.kind === 'http') return document(reply.status, errorOf(reply.status));
  if (reply.kind === 'hang') return streamed([chunk([])], 'hang');
  if (reply.kind === 'cut') return streamed([chunk([{ text: 'This answer breaks o' }])], 'cut');
  if (reply.kind === 'failed') {
    return conversation.stream ? streamed([chunk([]), errorOf(500)], 'close') : document(500, errorOf(500));
  }
  const parts = partsOf(reply, conversation, number);
  const last = { ...chunk(parts, { finishReason: 'STOP' }), usageMetadata: wireUsage(reply.usage) };
  if (!conversation.stream) return document(200, last);
  return streamed([last], 'close');
}

/** Gemini. */
export const gemini: Protocol = { id: 'gemini', matches: (path) => METHOD.test(path), read, write };
