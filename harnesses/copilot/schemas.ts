/** The events of Copilot that carry something, with the fields that are read. */
import * as z from 'zod';
import { Count } from '../../records/scalars.ts';

/** What every line has but the last of standard output. `parentId` names the event before it in the log. */
export const Envelope = z.object({
  id: z.string(),
  parentId: z.string().nullish(),
  timestamp: z.string(),
  agentId: z.string().nullish(),
  ephemeral: z.boolean().nullish(),
  data: z.unknown(),
});
export type Envelope = z.infer<typeof Envelope>;

export const SessionStart = z.object({
  sessionId: z.string(),
  selectedModel: z.string().nullish(),
  context: z.object({ cwd: z.string() }).nullish(),
});

/** A message of an agent. The one that the runtime puts before a call of its own names no model and no question. */
export const AssistantMessage = z.object({
  content: z.string(),
  model: z.string().nullish(),
  originatingMessageId: z.string().nullish(),
});

export const ToolStart = z.object({
  toolCallId: z.string(),
  toolName: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullish(),
});

export const ToolComplete = z.object({
  toolCallId: z.string(),
  success: z.boolean(),
  result: z.object({ content: z.string().nullish() }).nullish(),
  error: z.object({ message: z.string().nullish() }).nullish(),
  shellExecution: z.object({ exitCode: z.int().nullish() }).nullish(),
  fileEdits: z.array(z.object({ path: z.string(), kind: z.string() })).nullish(),
  toolTelemetry: z
    .object({
      properties: z.record(z.string(), z.unknown()).nullish(),
      metrics: z.record(z.string(), z.unknown()).nullish(),
    })
    .nullish(),
});
export type ToolComplete = z.infer<typeof ToolComplete>;

export const SkillInvoked = z.object({
  name: z.string(),
  path: z.string().nullish(),
  content: z.string(),
  trigger: z.string().nullish(),
});

export const AgentStarted = z.object({
  toolCallId: z.string(),
  model: z.string().nullish(),
  executionMode: z.string().nullish(),
});
export const AgentEnded = z.object({ model: z.string().nullish(), firstDispatchedModel: z.string().nullish() });

/** Token counts: input with cached and written input, output with reasoning. */
export const CopilotTokens = z.object({
  inputTokens: Count,
  outputTokens: Count,
  cacheReadTokens: Count.nullish(),
  cacheWriteTokens: Count.nullish(),
  reasoningTokens: Count.nullish(),
});
export type CopilotTokens = z.infer<typeof CopilotTokens>;

export const UsageRecord = z.object({ usage: CopilotTokens.extend({ model: z.string().nullish() }) });

const Metrics = z.record(z.string(), z.object({ requests: z.object({ count: Count }), usage: CopilotTokens }));
/** The sums that Copilot writes when it ends; after a failure of the first request without a snapshot. */
export const Shutdown = z.object({
  accountingSnapshot: z.object({ modelMetrics: Metrics }).nullish(),
  modelMetrics: Metrics.nullish(),
});

export const SessionError = z.object({
  errorType: z.string().nullish(),
  message: z.string().nullish(),
  statusCode: z.int().nullish(),
});
export const CallFailure = z.object({
  statusCode: z.int().nullish(),
  failureKind: z.string().nullish(),
  errorMessage: z.unknown(),
});
export const CallFinished = z.object({ outcome: z.string() });
export const Idle = z.object({ aborted: z.boolean().nullish() });
export const Reason = z.object({ reason: z.string().nullish() });

/** The last line of standard output. Its exit code is 0 also when the run was ended by a signal. */
export const Result = z.object({ sessionId: z.string(), exitCode: z.int() });
