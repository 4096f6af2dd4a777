/** The events of OpenCode that carry something, with the fields that are read. */
import * as z from 'zod';
import { Count } from '../../records/scalars.ts';
import { type Shaped, shape } from '../shared/shape.ts';

/** Token counts as OpenCode writes them: input without cached input, output without reasoning. */
export const OpenCodeTokens = z.object({
  total: Count.nullish(),
  input: z.int(),
  output: z.int(),
  reasoning: Count,
  cache: z.object({ read: Count, write: Count }),
});
export type OpenCodeTokens = z.infer<typeof OpenCodeTokens>;

/** What every line of the session log has. */
export const Logged = shape(z.object({ n: z.int().min(1), at: Count, properties: z.unknown() }));

export const OfSession = shape(z.object({ sessionID: z.string() }));
export const Created = shape(z.object({ info: z.object({ id: z.string(), parentID: z.string().nullish() }) }));
export const Failed = shape(
  z.object({
    sessionID: z.string().nullish(),
    error: z.object({
      name: z.string(),
      data: z.object({ message: z.string().nullish(), statusCode: z.int().nullish() }).nullish(),
    }),
  }),
);
export type Failed = Shaped<typeof Failed>;
export const Status = shape(
  z.object({
    sessionID: z.string(),
    status: z.object({ type: z.string(), message: z.string().nullish() }),
  }),
);
export const Answer = shape(
  z.object({
    info: z.object({
      id: z.string(),
      sessionID: z.string(),
      modelID: z.string(),
      providerID: z.string(),
      path: z.object({ cwd: z.string() }).nullish(),
    }),
  }),
);

export const PartOf = shape(
  z.object({
    part: z.object({ id: z.string(), sessionID: z.string(), messageID: z.string(), type: z.string() }),
  }),
);
export const TextPart = shape(z.object({ part: z.object({ text: z.string() }) }));
export const FinishPart = shape(z.object({ part: z.object({ reason: z.string(), tokens: OpenCodeTokens }) }));
export const ToolPart = shape(
  z.object({
    part: z.object({
      id: z.string(),
      tool: z.string(),
      state: z.object({
        status: z.enum(['running', 'completed', 'error']),
        input: z.record(z.string(), z.unknown()),
        output: z.string().nullish(),
        error: z.string().nullish(),
        metadata: z.record(z.string(), z.unknown()).nullish(),
        time: z.object({ start: Count, end: Count.nullish() }).nullish(),
      }),
    }),
  }),
);
export type ToolPart = Shaped<typeof ToolPart>['part'];

/** A line of standard output. */
export const Printed = shape(z.object({ sessionID: z.string() }));
export const PrintedText = shape(z.object({ part: z.object({ id: z.string(), text: z.string() }) }));
export const PrintedFinish = shape(z.object({ part: z.object({ id: z.string(), reason: z.string() }) }));
