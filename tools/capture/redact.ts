/** Takes out of native records what must not be published: this machine's paths, ports, and the vendor's own texts. */
import * as z from 'zod';

/** Stands for a text of the vendor. */
export const VENDOR = '[vendor text]';

/** Strings to replace, longest first, with what stands for them. */
export type Replacements = readonly (readonly [string, string])[];

const Json = z.record(z.string(), z.unknown());

/** Every string inside a JSON value, changed. Keys are changed too: changed files stand there by path. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, change));
  const fields = Json.safeParse(value);
  if (!fields.success) return value;
  return Object.fromEntries(Object.entries(fields.data).map(([key, one]) => [change(key), mapStrings(one, change)]));
}

/** Parts whose origin Codex itself notes as its own, not the user's, a tool's or a skill's of the workspace. */
const OWN_KINDS = /^(?!user\.|unknown|multi_agent\.|skills\.selected_skill_instructions$)/;

const Message = z.looseObject({
  role: z.string(),
  content: z.array(z.looseObject({ text: z.string().optional() })),
  internal_chat_message_metadata_passthrough: z
    .looseObject({ content_item_kinds: z.array(z.string()).optional() })
    .nullish(),
});

function withoutOwnText(payload: Record<string, unknown>): Record<string, unknown> {
  const parsed = Message.safeParse(payload);
  if (!parsed.success) return payload;
  const kinds = parsed.data.internal_chat_message_metadata_passthrough?.content_item_kinds ?? [];
  const content = parsed.data.content.map((part, index) => {
    const own = parsed.data.role === 'developer' || OWN_KINDS.test(kinds[index] ?? 'unknown');
    return own && part.text !== undefined ? { ...part, text: VENDOR } : part;
  });
  return { ...payload, content };
}

function withoutVendorText(record: Record<string, unknown>): Record<string, unknown> {
  const payload = Json.safeParse(record['payload']);
  if (!payload.success) return record;
  const kept: Record<string, unknown> = { ...payload.data };
  if ('base_instructions' in kept) kept['base_instructions'] = { text: VENDOR };
  if ('git' in kept) kept['git'] = {};
  if (record['type'] === 'world_state') kept['state'] = {};
  if (kept['type'] === 'additional_tools') kept['tools'] = [];
  if ('developer_instructions' in kept) kept['developer_instructions'] = null;
  return { ...record, payload: kept['type'] === 'message' ? withoutOwnText(kept) : kept };
}

/** One line of a native record, redacted. A line that is not a JSON object is only searched for the strings. */
export function redactLine(line: string, replacements: Replacements): string {
  const change = (text: string) => replacements.reduce((done, [from, to]) => done.replaceAll(from, to), text);
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return change(line);
  }
  const record = Json.safeParse(parsed);
  return record.success ? JSON.stringify(mapStrings(withoutVendorText(record.data), change)) : change(line);
}
