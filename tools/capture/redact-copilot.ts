/** Takes out of Copilot's records what must not be published. */
import * as z from 'zod';
import { mapStrings, type Replacements, VENDOR } from './redact.ts';

/** Where Copilot keeps an output that is too long to be shown. */
const SPILLED = /\/tmp\/\d+-copilot-tool-output-[\w-]+\.txt/g;

const Json = z.record(z.string(), z.unknown());
const Skills = z.object({ skills: z.array(z.looseObject({ source: z.string() })) });

/** The vendor's own texts: the system's message, descriptions of built-in skills, lists of tools, telemetry. */
function withoutVendorText(type: unknown, data: Record<string, unknown>): Record<string, unknown> {
  if (type === 'system.message') return { ...data, content: VENDOR };
  if (type === 'subagent.selected') return { ...data, tools: [] };
  const skills = type === 'session.skills_loaded' ? Skills.safeParse(data) : null;
  if (skills?.success !== true) return data;
  return { ...data, skills: skills.data.skills.filter(({ source }) => source !== 'builtin') };
}

/** One line of a native record, redacted. A line that is not a JSON object is only searched for the strings. */
export function redactCopilotLine(line: string, replacements: Replacements): string {
  // Copilot cuts the slash at the start of a path in the head of a difference.
  const change = (text: string): string =>
    replacements
      .reduce((done, [from, to]) => done.replaceAll(from, to).replaceAll(from.slice(1), to.slice(1)), text)
      .replaceAll(SPILLED, '/scratch/copilot-tool-output.txt');
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return change(line);
  }
  const record = Json.safeParse(parsed);
  const data = record.success ? Json.safeParse(record.data['data']) : null;
  if (!record.success) return change(line);
  if (data?.success !== true) return JSON.stringify(mapStrings(record.data, change));
  const { type } = record.data;
  return JSON.stringify(mapStrings({ ...record.data, data: withoutVendorText(type, data.data) }, change));
}
