/** What the CLI's tools do, by their names. */
import type { Affects, LineRef, Observation } from '../../records/observation.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import { announcedReads, finishedReads, READERS } from './reads.ts';
import { responseOf, type ToolCall } from './schemas.ts';
import { shellResult } from './shell-result.ts';

/** The tool that runs commands. */
export const SHELL = 'run_shell_command';
/** The tool that delegates. */
export const DELEGATE = 'invoke_agent';

const EDITS = new Set(['write_file', 'replace']);

/** Tools that show nothing that is observed: they search, plan, or hand an answer over. */
const QUIET = new Set([
  'list_directory',
  'glob',
  'grep_search',
  'search_file_content',
  'google_web_search',
  'web_fetch',
  'write_todos',
  'complete_task',
  'update_topic',
  'ask_user',
  'get_internal_docs',
  'enter_plan_mode',
  'exit_plan_mode',
]);

const NONE: readonly Affects[] = [];
const UNSEEN: readonly Affects[] = ['commands', 'reads', 'edits'];

/** What a tool of this name may do unseen; empty for those that are known. */
export function hiddenBy(name: string): readonly Affects[] {
  const known = name === SHELL || name === DELEGATE || EDITS.has(name) || READERS.has(name) || QUIET.has(name);
  return known ? NONE : UNSEEN;
}

interface Place {
  readonly ref: LineRef;
  readonly thread: string | null;
}

/** A call as standard output announces it: what it was asked, without what came of it. */
export function announced(name: string, id: string, args: unknown, place: Place): Observation[] {
  if (name === SHELL) {
    const text = textField(args, 'command') ?? '';
    return [{ kind: 'command', ...place, text, cwd: textField(args, 'dir_path'), exitCode: null, output: null }];
  }
  if (EDITS.has(name)) {
    return [{ kind: 'edit', ...place, path: textField(args, 'file_path') ?? '', change: 'update' }];
  }
  if (READERS.has(name)) return announcedReads(name, args, place);
  if (name !== DELEGATE) return [];
  const base = { kind: 'delegate' as const, ...place, delegate: id, model: null, at: null };
  return [{ ...base, phase: 'started', prompt: textField(args, 'prompt'), result: null }];
}

const RESULT = '\nResult:\n';

function delegated(call: ToolCall, started: string | null, place: Place): Observation[] {
  const delegate = call.agentId ?? call.id;
  const base = { kind: 'delegate' as const, ...place, delegate, model: null };
  const prompt = textField(call.args, 'prompt');
  const begun: Observation = { ...base, phase: 'started', prompt, result: null, at: started };
  const text = responseOf(call) ?? '';
  const at = text.indexOf(RESULT);
  const whole = call.status === 'success' && /^Termination Reason: GOAL$/m.test(at < 0 ? '' : text.slice(0, at));
  if (!whole) return [begun];
  const result = text.slice(at + RESULT.length);
  return [begun, { ...base, phase: 'returned', prompt: null, result, at: call.timestamp }];
}

/** A finished call as a chat log records it. `started` tells when a delegate began. */
export function finished(call: ToolCall, started: (delegate: string) => string | null, place: Place): Observation[] {
  const { name, args, status } = call;
  if (name === DELEGATE) return delegated(call, started(call.agentId ?? call.id), place);
  if (EDITS.has(name)) {
    if (status !== 'success') return [];
    const path = textField(call.resultDisplay, 'filePath') ?? textField(args, 'file_path') ?? '';
    const fresh = fieldOf(call.resultDisplay, 'isNewFile') === true;
    return [{ kind: 'edit', ...place, path, change: fresh ? 'add' : 'update' }];
  }
  if (READERS.has(name)) return finishedReads(call, place);
  if (name !== SHELL) return [];
  const response = responseOf(call);
  const { exitCode, output } = response === null ? { exitCode: null, output: null } : shellResult(response);
  const text = textField(args, 'command') ?? '';
  const { ref, thread } = place;
  return [{ kind: 'command', ref, thread, text, cwd: textField(args, 'dir_path'), exitCode, output }];
}
