/** The records of a Codex session log that carry something, with the fields that are read. */
import * as z from 'zod';
import { Count } from '../../records/scalars.ts';
import { type Shaped, shape } from '../shared/shape.ts';
import { CodexTokens } from './tokens.ts';

/** The first record of a log. `session_id` is the id of the root thread. */
export const SessionMeta = shape(
  z.object({
    payload: z.object({
      id: z.string(),
      session_id: z.string(),
      parent_thread_id: z.string().nullish(),
      agent_path: z.string().nullish(),
      model_provider: z.string().nullish(),
    }),
  }),
);
export type SessionMeta = Shaped<typeof SessionMeta>;

export const TurnContext = shape(z.object({ payload: z.object({ turn_id: z.string(), model: z.string() }) }));

export const TokenUsageRecord = shape(
  z.object({
    payload: z.object({
      thread_id: z.string(),
      turn_id: z.string(),
      response_id: z.string().nullish(),
      usage: CodexTokens,
      thread_token_usage: z.object({ input_tokens: Count, output_tokens: Count }).nullish(),
    }),
  }),
);

export const TaskComplete = shape(
  z.object({
    payload: z.object({
      last_agent_message: z.string().nullish(),
      error: z.object({ message: z.string() }).nullish(),
    }),
  }),
);

export const TurnAborted = shape(z.object({ payload: z.object({ reason: z.string().nullish() }) }));

export const FunctionCall = shape(
  z.object({
    payload: z.object({ name: z.string(), call_id: z.string(), arguments: z.string() }),
  }),
);
export const CustomToolCall = shape(z.object({ payload: z.object({ name: z.string(), call_id: z.string() }) }));

const Parts = z.array(z.object({ text: z.string().optional(), encrypted_content: z.string().optional() }));

/** A tool result: plain text, or parts. */
export const ToolOutput = shape(
  z.object({
    payload: z.object({ call_id: z.string(), output: z.union([z.string(), Parts]) }),
  }),
);

/** A message between agents, as the model of this thread received it. */
export const AgentMail = shape(
  z.object({
    payload: z.object({ author: z.string(), recipient: z.string(), content: Parts }),
  }),
);

/** A message in the conversation; `content_item_kinds` is Codex's own note on where each part came from. */
export const Message = shape(
  z.object({
    payload: z.object({
      role: z.string(),
      content: Parts,
      internal_chat_message_metadata_passthrough: z
        .object({ content_item_kinds: z.array(z.string()).optional() })
        .nullish(),
    }),
  }),
);

const item = <S extends z.ZodRawShape>(shape: S) => z.object({ payload: z.object({ item: z.object(shape) }) });

export const CommandExecution = shape(
  item({
    command: z.array(z.string()),
    cwd: z.string().nullish(),
    exit_code: z.int().nullish(),
    aggregated_output: z.string().nullish(),
  }),
);

export const FileChange = shape(
  item({
    changes: z.record(z.string(), z.object({ type: z.enum(['add', 'delete', 'update']) })),
    status: z.string(),
  }),
);

export const AgentMessage = shape(item({ content: z.array(z.object({ text: z.string().optional() })) }));

export const SubAgentActivity = shape(
  item({
    kind: z.string(),
    agent_thread_id: z.string(),
    agent_path: z.string().nullish(),
    model: z.string().nullish(),
  }),
);

/** `agents_states` holds a word, or an object whose key is the word and whose value is the agent's final text. */
export const CollabAgentToolCall = shape(
  item({
    tool: z.string(),
    status: z.string(),
    receiver_thread_ids: z.array(z.string()),
    prompt: z.string().nullish(),
    model: z.string().nullish(),
    agents_states: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.unknown())])),
  }),
);

/** The text of message parts, joined. */
export function textOf(parts: z.infer<typeof Parts>): string {
  return parts.map((part) => part.text ?? part.encrypted_content ?? '').join('');
}
