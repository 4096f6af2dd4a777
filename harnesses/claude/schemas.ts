/** The records of Claude Code that carry something, on standard output and in session logs, with what is read. */
import * as z from 'zod';
import { Count } from '../../records/scalars.ts';
import { type Shaped, shape } from '../shared/shape.ts';

/** Token counts of one response: cached and written input stand beside the input, thinking is a part of output. */
export const ResponseTokens = shape(
  z.object({
    input_tokens: Count,
    cache_read_input_tokens: Count.nullish(),
    cache_creation_input_tokens: Count.nullish(),
    cache_creation: z.object({ ephemeral_5m_input_tokens: Count, ephemeral_1h_input_tokens: Count }).nullish(),
    output_tokens: Count,
    output_tokens_details: z.object({ thinking_tokens: Count.nullish() }).nullish(),
    service_tier: z.string().nullish(),
  }),
);
export type ResponseTokens = Shaped<typeof ResponseTokens>;

/** Counts of one model over the whole session, delegates included. */
export const ModelTokens = shape(
  z.object({
    inputTokens: Count,
    outputTokens: Count,
    cacheReadInputTokens: Count,
    cacheCreationInputTokens: Count,
    cacheCreationEphemeral5mInputTokens: Count.nullish(),
    cacheCreationEphemeral1hInputTokens: Count.nullish(),
    thinkingTokens: Count.nullish(),
  }),
);
export type ModelTokens = Shaped<typeof ModelTokens>;

export const TextBlock = shape(z.object({ type: z.literal('text'), text: z.string() }));
export const ToolUse = shape(
  z.object({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
);
export const ToolResult = shape(
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.unknown().optional(),
    is_error: z.boolean().nullish(),
  }),
);

/** An answer of the model, or a part of one: each block may have a record of its own. */
export const Assistant = shape(
  z.object({
    uuid: z.string(),
    timestamp: z.string().optional(),
    agent_id: z.string().optional(),
    parent_tool_use_id: z.string().nullish(),
    requestedModel: z.string().optional(),
    message: z.object({
      id: z.string(),
      model: z.string(),
      content: z.array(z.unknown()),
      stop_reason: z.string().nullish(),
      usage: z.unknown(),
    }),
  }),
);
export type Assistant = Shaped<typeof Assistant>;

/** What went to the model: a prompt, results of tools, or a note of Claude Code itself. */
export const User = shape(
  z.object({
    uuid: z.string(),
    timestamp: z.string().optional(),
    agent_id: z.string().optional(),
    parent_tool_use_id: z.string().nullish(),
    message: z.object({ content: z.union([z.string(), z.array(z.unknown())]) }),
    tool_use_result: z.unknown().optional(),
    toolUseResult: z.unknown().optional(),
    origin: z.unknown().optional(),
  }),
);
export type User = Shaped<typeof User>;

export const Init = shape(z.object({ session_id: z.string(), model: z.string() }));
export const Retry = shape(z.object({ error_status: z.int().nullable(), error: z.string() }));
export const TaskStarted = shape(
  z.object({
    task_id: z.string(),
    tool_use_id: z.string().optional(),
    task_type: z.string(),
    parent_task_id: z.string().nullish(),
    prompt: z.string().nullish(),
  }),
);

/** The end of a turn. `subtype` can be `success` in an error, so `is_error` alone says whether it is one. */
export const Result = shape(
  z.object({
    is_error: z.boolean(),
    subtype: z.string(),
    terminal_reason: z.string().nullish(),
    api_error_status: z.int().nullish(),
    result: z.string().nullish(),
    errors: z.array(z.string()).nullish(),
    result_index: z.int().nullish(),
    modelUsage: z.record(z.string(), z.unknown()).nullish(),
  }),
);

/** What a delegate's call gave back, beside the text that the model was shown. */
export const AgentResult = shape(
  z.object({
    status: z.string(),
    agentId: z.string(),
    content: z.array(z.object({ text: z.string().optional() })).optional(),
    harnessNoteCount: z.int().optional(),
    harnessTailCount: z.int().optional(),
    resolvedModel: z.string().optional(),
  }),
);
export type AgentResult = Shaped<typeof AgentResult>;
