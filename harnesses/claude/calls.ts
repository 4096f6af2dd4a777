/** What a tool call shows: a command, a changed file, a file that was read, or nothing that is observed. */
import type { Affects, EvidenceProblem, Observation } from '../../records/observation.ts';
import { textField } from '../shared/fields.ts';
import { readOf, SKILL, unreadable } from './reads.ts';
import { type Given, READ, type Thread, type ToolCall } from './thread.ts';

/** Tools that run no command, read no file that is observed, change none and start no agent. */
const QUIET = new Set([
  'Glob',
  'Grep',
  'LS',
  'WebFetch',
  'WebSearch',
  'ToolSearch',
  'TodoWrite',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskUpdate',
  'TaskOutput',
  'TaskStop',
  'BashOutput',
  'KillShell',
  'ListAgents',
  'ReportFindings',
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
]);
const COMMANDS = new Set(['Bash', 'Monitor']);
const EDITS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/** Tools that start a delegate. */
export const AGENTS: ReadonlySet<string> = new Set(['Agent', 'Task']);

/** The exit code, or null where the record does not prove it: without details it never proves a 0. */
function exitCode(given: Given | null): number | null {
  if (given === null) return null;
  if (!given.error) return given.clean ? 0 : null;
  const code = /^Exit code (\d+)/.exec(given.text)?.[1];
  return code === undefined ? null : Number(code);
}

function changeOf(given: Given): 'add' | 'update' {
  return given.created || given.text.startsWith('File created successfully') ? 'add' : 'update';
}

function pathOf(call: ToolCall): string | null {
  return textField(call.input, 'file_path') ?? textField(call.input, 'notebook_path');
}

/** The observation behind a call, or null when it shows none. A change that was refused or failed is none. */
export function observationOf(call: ToolCall, within: Thread): Observation | null {
  const { ref, given } = call;
  const thread = within.id;
  if (call.name === READ || call.name === SKILL) return readOf(call, within);
  if (COMMANDS.has(call.name)) {
    const text = textField(call.input, 'command');
    if (text === null) return null;
    const output = given === null ? null : given.text;
    return { kind: 'command', ref, thread, text, cwd: null, exitCode: exitCode(given), output };
  }
  const path = EDITS.has(call.name) ? pathOf(call) : null;
  if (path === null || given === null || given.error) return null;
  return { kind: 'edit', ref, thread, path, change: changeOf(given) };
}

/** What a call may have done that is not observed, or null. */
export function hiddenBy(call: ToolCall, within: Thread): EvidenceProblem | null {
  const { name, ref } = call;
  if (name === READ || name === SKILL) return unreadable(call, within);
  const lacks =
    (COMMANDS.has(name) && textField(call.input, 'command') === null) || (EDITS.has(name) && pathOf(call) === null);
  if (lacks) return { ref, message: `the input of ${name} cannot be read`, affects: ['commands', 'edits'] };
  if (QUIET.has(name) || COMMANDS.has(name) || EDITS.has(name) || AGENTS.has(name)) return null;
  const mcp = name.startsWith('mcp__');
  const affects: Affects[] = mcp ? ['commands', 'reads', 'edits'] : ['commands', 'reads', 'edits', 'delegation'];
  const what = mcp ? 'a tool of an MCP server' : `the tool ${JSON.stringify(name)}`;
  return { ref, message: `${what} was used; what it did is not observed`, affects };
}
