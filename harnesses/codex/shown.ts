/** What the model was shown of a command's output, from the tool results in the session log. */
import * as z from 'zod';
import { shape } from '../shared/shape.ts';

/** The part of a tool result below its header, and the id of a process that was still running. */
export interface Shown {
  readonly text: string;
  /** Id under which the model can ask for more output, or null when the process had ended. */
  readonly running: string | null;
  /** Exit code as the header says it, or null when it says none. */
  readonly exitCode: number | null;
}

const OUTPUT = /(?:^|\n)Output:\n/;

/**
 * A tool result of `exec_command` or `write_stdin`: header lines, `Output:`, and then exactly what the model saw. A
 * result without that header (a refusal, an error) is shown whole. Text that Codex cut says so itself, in its first
 * line, and is kept as it was shown.
 */
export function shownOfResult(result: string): Shown {
  const at = OUTPUT.exec(result);
  if (at === null) return { text: result, running: null, exitCode: null };
  const header = result.slice(0, at.index);
  const running = /running with session ID (\S+)/.exec(header);
  const exit = /^Process exited with code (-?\d{1,9})$/m.exec(header)?.[1];
  return {
    text: result.slice(at.index + at[0].length),
    running: running?.[1] ?? null,
    exitCode: exit === undefined ? null : Number(exit),
  };
}

const ToolOutput = shape(z.object({ output: z.string() }));

/** The `output` of a tool result that a script printed as JSON, else the text itself. */
function unwrapped(text: string): string {
  if (!text.startsWith('{')) return text;
  try {
    const parsed = ToolOutput.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.output : text;
  } catch {
    return text;
  }
}

/** A command that a script ran, with what it printed as far as the log holds it. */
export interface ScriptCommand {
  readonly printed: string | null;
}

/**
 * For every command of one script, what the model was shown of it: a printed part that equals the command's whole
 * output; or, when the script ran one command and printed one part, that part. Everything else is not proven: null.
 * A script that read a file and printed only its length has shown only the length.
 */
export function shownOfScript(parts: readonly string[], commands: readonly ScriptCommand[]): (string | null)[] {
  const texts = parts.slice(1).map(unwrapped);
  const [only] = texts;
  if (commands.length === 1 && texts.length === 1 && only !== undefined) return [only];
  return commands.map(({ printed }) => (printed !== null && texts.includes(printed) ? printed : null));
}
