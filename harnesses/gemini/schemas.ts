/** The records of the Gemini CLI that carry something, with the fields that are read. */
import * as z from 'zod';
import { Count } from '../../records/scalars.ts';
import { LogTokens, ModelStats } from './tokens.ts';

/** The first line of standard output. */
export const Init = z.object({ session_id: z.string(), model: z.string() });
export const Message = z.object({ role: z.string(), content: z.string(), timestamp: z.string().optional() });
export const ToolUse = z.object({
  tool_name: z.string(),
  tool_id: z.string(),
  parameters: z.record(z.string(), z.unknown()),
});
export const ToolResult = z.object({ tool_id: z.string(), status: z.string() });
export const ErrorEvent = z.object({ severity: z.string(), message: z.string() });

/** The last line of standard output. Its counts are those of all agents together. */
export const Result = z.object({
  status: z.string(),
  error: z.object({ type: z.string().optional(), message: z.string() }).optional(),
  stats: z.object({ tool_calls: Count, models: z.record(z.string(), ModelStats) }).optional(),
});

/** The first line of a chat log. */
export const Header = z.object({ sessionId: z.string(), startTime: z.string(), kind: z.string().optional() });
export type Header = z.infer<typeof Header>;

const FunctionResponse = z.object({
  functionResponse: z.object({
    id: z.string().optional(),
    response: z.object({ output: z.string().optional(), error: z.string().optional() }).optional(),
  }),
});

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
export const ModelMessage = z.object({
  id: z.string(),
  timestamp: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]),
  tokens: LogTokens.nullish(),
  model: z.string().nullish(),
  toolCalls: z.array(ToolCall).optional(),
});
export type ModelMessage = z.infer<typeof ModelMessage>;

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
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    const parsed = FunctionResponse.safeParse(part);
    const id = parsed.success ? parsed.data.functionResponse.id : undefined;
    return id === undefined ? [] : [id];
  });
}
