/** Takes the vendor's own texts out of Claude Code's records; ids and order, from which losses are told, stay. */

import * as z from 'zod';
import { mapStrings, type Replacements, VENDOR } from './redact.ts';

const Json = z.record(z.string(), z.unknown());

/** Fields that hold prompts, tool descriptions and lists of the vendor, by type of record. */
const EMPTIED: Readonly<Record<string, readonly string[]>> = {
  'api-request': ['params', 'cacheControl'],
  'api-request-blob': ['message'],
  'api-request-shape': ['shape'],
  system: [
    'tools',
    'slash_commands',
    'terminal_slash_commands',
    'skills',
    'agents',
    'plugins',
    'capabilities',
    'memory_paths',
    'messaging_socket_path',
  ],
};

/** What Claude Code wrote around a delegate's report; the report itself stands below it. */
const FRAME = /\[Subagent hand-back\][\s\S]*?The report follows:/g;

function withoutVendorText(record: Record<string, unknown>): Record<string, unknown> {
  const kept = { ...record };
  for (const field of EMPTIED[String(record['type'])] ?? []) if (field in kept) kept[field] = VENDOR;
  if ('gitBranch' in kept) kept['gitBranch'] = 'main';
  delete kept['rendered'];
  const attachment = Json.safeParse(record['attachment']);
  if (attachment.success) kept['attachment'] = { type: attachment.data['type'] };
  return kept;
}

/** One line of a record, redacted. A line that is not a JSON object is only searched for the strings. */
export function redactClaudeLine(line: string, replacements: Replacements): string {
  const change = (text: string) =>
    replacements.reduce((done, [from, to]) => done.replaceAll(from, to), text).replaceAll(FRAME, VENDOR);
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return change(line);
  }
  const record = Json.safeParse(parsed);
  return record.success ? JSON.stringify(mapStrings(withoutVendorText(record.data), change)) : change(line);
}
