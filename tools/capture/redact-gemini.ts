/** Takes the vendor's own texts out of the Gemini CLI's chat logs, and what {@link redactLine} takes out of any line. */
import * as z from 'zod';
import { type Replacements, redactLine } from './redact.ts';

const VENDOR = '[vendor text]';

/** What the CLI itself tells the model about the session, the machine and the folder, as a user's text. */
const OWN_TEXT = /^\s*<(session_context|loaded_context)>/;

/** Longer descriptions are the vendor's words about the tool, not those about the call. */
const LONGEST_DESCRIPTION = 160;

const Json = z.record(z.string(), z.unknown());

function withoutVendorText(value: unknown): unknown {
  if (typeof value === 'string') return OWN_TEXT.test(value) ? VENDOR : value;
  if (Array.isArray(value)) return value.map(withoutVendorText);
  const fields = Json.safeParse(value);
  if (!fields.success) return value;
  return Object.fromEntries(
    Object.entries(fields.data).map(([key, one]) => {
      const long = key === 'description' && typeof one === 'string' && one.length > LONGEST_DESCRIPTION;
      return [key, long ? VENDOR : withoutVendorText(one)];
    }),
  );
}

/** One line of standard output or of a chat log, redacted. */
export function redactGeminiLine(line: string, replacements: Replacements): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return redactLine(line, replacements);
  }
  return redactLine(JSON.stringify(withoutVendorText(parsed)), replacements);
}
