/** Shapes of pi's events, as far as they are read. Fields that are not named here are passed over. */
import * as z from 'zod';
import { Count } from '../../records/scalars.ts';

/** Token counts of one answer; `input` leaves cached tokens out. All are 0 where the provider reported nothing. */
export const PiUsage = z.object({
  input: Count,
  output: Count,
  cacheRead: Count,
  cacheWrite: Count,
  totalTokens: Count.nullish(),
});
export type PiUsage = z.infer<typeof PiUsage>;

const Part = z.object({ type: z.string(), text: z.string().optional() });
export type Part = z.infer<typeof Part>;

export const UserMessage = z.object({
  role: z.literal('user'),
  content: z.union([z.string(), z.array(Part)]),
  /** The skill that the prompt called, noted by our extension. */
  operantSkill: z.string().nullish(),
});

export const AssistantMessage = z.object({
  role: z.literal('assistant'),
  content: z.array(
    z.object({
      type: z.string(),
      text: z.string().optional(),
      id: z.string().optional(),
      name: z.string().optional(),
      arguments: z.unknown().optional(),
    }),
  ),
  provider: z.string(),
  model: z.string(),
  responseModel: z.string().nullish(),
  usage: PiUsage,
  stopReason: z.string(),
  errorMessage: z.string().nullish(),
  timestamp: Count,
});
export type AssistantMessage = z.infer<typeof AssistantMessage>;

export const ToolResult = z.object({
  role: z.literal('toolResult'),
  toolCallId: z.string(),
  content: z.array(Part),
  details: z.unknown().optional(),
  isError: z.boolean(),
});
export type ToolResult = z.infer<typeof ToolResult>;

export const Session = z.object({ version: z.int(), id: z.string(), cwd: z.string() });
export const WithMessage = z.object({ message: z.looseObject({ role: z.string() }) });
export const AgentEnd = z.object({ messages: z.array(z.unknown()) });
export const ToolStart = z.object({ toolCallId: z.string(), toolName: z.string(), args: z.unknown() });
export const RetryStart = z.object({ errorMessage: z.string().nullish() });

/** How much of a file or of an output a tool showed. */
export const Truncation = z.object({
  truncation: z.object({ truncated: z.boolean(), content: z.string(), firstLineExceedsLimit: z.boolean().nullish() }),
});
