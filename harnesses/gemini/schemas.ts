/** The records of the Gemini CLI that carry something, with the fields that are read. */
import * as z from 'zod';
import { Count } from '../../records/scalars.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import { type Shaped, shape } from '../shared/shape.ts';
import { LogTokens, ModelStats } from './tokens.ts';

/** The first line of standard output. */
export const Init = shape(z.object({ session_id: z.string(), model: z.string() }));
export const Message = shape(z.object({ role: z.string(), content: z.string(), timestamp: z.string().optional() }));
export const ToolUse = shape(
  z.object({
    tool_name: z.string(),
    tool_id: z.string(),
    parameters: z.record(z.string(), z.unknown()),
  }),
);
export const ToolResult = shape(z.object({ tool_id: z.string(), status: z.string() }));
export const ErrorEvent = shape(z.object({ severity: z.string(), message: z.string() }));

/** The last line of standard output. Its counts are those of all agents together. */
export const Result = shape(
  z.object({
    status: z.string(),
    error: z.object({ type: z.string().optional(), message: z.string() }).optional(),
    stats: z.object({ tool_calls: Count, models: z.record(z.string(), ModelStats) }).optional(),
  }),
);

/** The first line of a chat log. */
export const Header = shape(z.object({ sessionId: z.string(), startTime: z.string(), kind: z.string().optional() }));
export type Header = Shaped<typeof Header>;

const FunctionResponse = shape(
  z.object({
    functionResponse: z.object({
      id: z.string().optional(),
      response: z.object({ output: z.string().optional(), error: z.string().optional() }).optional(),
    }),
  }),
);

/** A finished tool call, as a message of the model holds it. */
export const ToolCall = z.object({
  id: z.string(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
  status: z.string(),
  timestamp: z.string(),
  agentId: z.string().optional(),
  result: z.array(z.unknown()).nullish(),
  resultDisplay: z.unknown(),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** A message of the model. A later line with the same id replaces an earlier one. */
export const ModelMessage = shape(
  z.object({
    id: z.string(),
    timestamp: z.string(),
    content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]),
    tokens: LogTokens.nullish(),
    model: z.string().nullish(),
    toolCalls: z.array(ToolCall).optional(),
  }),
);
export type ModelMessage = Shaped<typeof ModelMessage>;

/** What a tool gave back to the model, as text; null when that cannot be told. */
export function responseOf(call: ToolCall): string | null {
  for (const part of call.result ?? []) {
    const parsed = FunctionResponse.safeParse(part);
    const response = parsed.success ? parsed.data.functionResponse.response : undefined;
    const text = response?.output ?? response?.error;
    if (text !== undefined) return text;
  }
  return null;
}

/** Ids of the tool calls that a user's message answers. */
export function answeredIds(content: unknown): string[] {
  const ids: string[] = [];
  for (const part of Array.isArray(content) ? content : []) {
    const id = textField(fieldOf(part, 'functionResponse'), 'id');
    if (id !== null) ids.push(id);
  }
  return ids;
}
