/** The events of `codex exec --json` that carry something, with the fields that are read. */
import * as z from 'zod';
import { shape } from '../shared/shape.ts';
import { CodexTokens } from './tokens.ts';

export const ThreadStarted = shape(z.object({ thread_id: z.string() }));
export const TurnCompleted = shape(z.object({ usage: CodexTokens }));
export const TurnFailed = shape(z.object({ error: z.object({ message: z.string() }) }));
export const ErrorEvent = shape(z.object({ message: z.string() }));

/** What every item has. */
export const ItemEvent = shape(z.object({ item: z.object({ id: z.string(), type: z.string() }) }));

export const CommandItem = shape(
  z.object({
    item: z.object({ command: z.string(), exit_code: z.int().nullable() }),
  }),
);

export const FileChangeItem = shape(
  z.object({
    item: z.object({
      changes: z.array(z.object({ path: z.string(), kind: z.enum(['add', 'delete', 'update']) })),
      status: z.string(),
    }),
  }),
);

export const MessageItem = shape(z.object({ item: z.object({ text: z.string() }) }));
export const WarningItem = shape(z.object({ item: z.object({ message: z.string() }) }));

export const CollabItem = shape(
  z.object({
    item: z.object({
      tool: z.string(),
      status: z.string(),
      receiver_thread_ids: z.array(z.string()),
      prompt: z.string().nullish(),
      agents_states: z.record(z.string(), z.object({ status: z.string(), message: z.string().nullish() })),
    }),
  }),
);
