/** The events of `codex exec --json` that carry something, with the fields that are read. */
import * as z from 'zod';
import { CodexTokens } from './tokens.ts';

export const ThreadStarted = z.object({ thread_id: z.string() });
export const TurnCompleted = z.object({ usage: CodexTokens });
export const TurnFailed = z.object({ error: z.object({ message: z.string() }) });
export const ErrorEvent = z.object({ message: z.string() });

/** What every item has. */
export const ItemEvent = z.object({ item: z.object({ id: z.string(), type: z.string() }) });

export const CommandItem = z.object({
  item: z.object({ command: z.string(), exit_code: z.int().nullable() }),
});

export const FileChangeItem = z.object({
  item: z.object({
    changes: z.array(z.object({ path: z.string(), kind: z.enum(['add', 'delete', 'update']) })),
    status: z.string(),
  }),
});

export const MessageItem = z.object({ item: z.object({ text: z.string() }) });
export const WarningItem = z.object({ item: z.object({ message: z.string() }) });

export const CollabItem = z.object({
  item: z.object({
    tool: z.string(),
    status: z.string(),
    receiver_thread_ids: z.array(z.string()),
    prompt: z.string().nullish(),
    agents_states: z.record(z.string(), z.object({ status: z.string(), message: z.string().nullish() })),
  }),
});
