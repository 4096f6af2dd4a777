/** Maps what a script does onto the tools that a client offers. */
import { copilotTool } from './copilot-tools.ts';
import { piFileTool } from './pi-tools.ts';
import type { Conversation, OfferedTool } from './protocol.ts';
import { readAllWith, readCommand, readWith, skillWith } from './read-tools.ts';
import type { Action } from './script.ts';

/** A tool with its input. */
export interface Mapped {
  readonly tool: OfferedTool;
  readonly input: string | Readonly<Record<string, unknown>>;
}

const WAIT_MS = 20_000;

function addFile(path: string, content: string): string {
  const lines = content.replace(/\n$/, '').split('\n');
  return ['*** Begin Patch', `*** Add File: ${path}`, ...lines.map((line) => `+${line}`), '*** End Patch', ''].join(
    '\n',
  );
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Ids of delegates that were started and whose end no tool result shows yet. */
function openDelegates(toolText: string): string[] {
  const ids = [...toolText.matchAll(/"agent_id":\s*"([0-9a-f-]{36})"/g)].map((match) => match[1] ?? '');
  return [...new Set(ids)].filter((id) => !new RegExp(`"${id}":\\s*\\{\\s*"completed"`).test(toolText));
}

function runWith(tools: readonly OfferedTool[], command: string): Mapped | null {
  const named = (name: string) => tools.find((tool) => tool.name === name);
  const script = tools.find((tool) => tool.name === 'exec' && tool.freeText);
  if (script !== undefined) {
    return { tool: script, input: `text(await tools.exec_command(${JSON.stringify({ cmd: command })}));` };
  }
  const exec = named('exec_command');
  if (exec !== undefined) return { tool: exec, input: { cmd: command } };
  const bash = named('Bash') ?? named('bash');
  if (bash !== undefined) return { tool: bash, input: { command, description: 'Run a command' } };
  const shell = named('shell_command') ?? named('run_shell_command');
  return shell === undefined ? null : { tool: shell, input: { command } };
}

function writeWith(tools: readonly OfferedTool[], path: string, content: string): Mapped | null {
  const script = tools.find((tool) => tool.name === 'exec' && tool.freeText);
  const patch = addFile(path, content);
  if (script !== undefined) return { tool: script, input: `text(await tools.apply_patch(${JSON.stringify(patch)}));` };
  const whole = tools.find(({ name }) => name === 'Write');
  if (whole !== undefined) return { tool: whole, input: { file_path: path, content } };
  const tool = tools.find(({ name }) => name === 'apply_patch');
  if (tool !== undefined) return { tool, input: tool.freeText ? patch : { input: patch } };
  const file = tools.find(({ name }) => name === 'write_file');
  if (file !== undefined) return { tool: file, input: { file_path: path, content } };
  const camel = tools.find(({ name, parameters }) => name === 'write' && parameters.includes('filePath'));
  if (camel !== undefined) return { tool: camel, input: { filePath: path, content } };
  return runWith(tools, `printf '%s' ${quoted(content)} > ${quoted(path)}`);
}

/** A delegate of Claude Code is awaited in the call that starts it, unless it is sent to the background. */
function agentInput({ spawn, prompt, background = false }: Extract<Action, { spawn: string }>) {
  return { description: spawn, prompt, subagent_type: 'general-purpose', run_in_background: background };
}

function spawnWith(tools: readonly OfferedTool[], action: Extract<Action, { spawn: string }>): Mapped | null {
  const agent = tools.find(({ name }) => name === 'Agent');
  if (agent !== undefined) return { tool: agent, input: agentInput(action) };
  const invoke = tools.find(({ name }) => name === 'invoke_agent');
  if (invoke !== undefined) return { tool: invoke, input: { agent_name: 'generalist', prompt: action.prompt } };
  const task = tools.find(({ name, parameters }) => name === 'task' && parameters.includes('subagent_type'));
  if (task !== undefined) {
    return { tool: task, input: { description: action.spawn, prompt: action.prompt, subagent_type: 'general' } };
  }
  const tool = tools.find(({ name }) => name === 'spawn_agent');
  if (tool === undefined) return null;
  const fork = action.fork === true;
  const second = tool.parameters.includes('task_name');
  if (second) {
    const turns = { fork_turns: fork ? 'all' : 'none' };
    return { tool, input: { task_name: action.spawn, message: action.prompt, ...turns } };
  }
  return { tool, input: { message: action.prompt, ...(fork ? { fork_context: true } : {}) } };
}

function waitWith(tools: readonly OfferedTool[], toolText: string): Mapped | null {
  const tool = tools.find(({ name }) => name === 'wait_agent');
  if (tool === undefined) return null;
  const targets = tool.parameters.includes('targets') ? { targets: openDelegates(toolText) } : {};
  return { tool, input: { ...targets, timeout_ms: WAIT_MS } };
}

/** The tool call for an action, or null when the client offers no tool for it. */
export function toolFor(action: Action, conversation: Conversation): Mapped | null {
  const { tools, toolText } = conversation;
  const own = copilotTool(tools, action, toolText) ?? piFileTool(tools, action);
  if (own !== null) return own;
  if ('run' in action) return runWith(tools, action.run);
  if ('write' in action) return writeWith(tools, action.write, action.content);
  if ('spawn' in action) return spawnWith(tools, action);
  if ('wait' in action) return waitWith(tools, toolText);
  if ('read' in action) return readWith(tools, action) ?? runWith(tools, readCommand(action));
  if ('readAll' in action) return readAllWith(tools, action.readAll);
  if ('skill' in action) return skillWith(tools, action.skill);
  const script = tools.find((tool) => tool.name === 'exec' && tool.freeText);
  return script === undefined ? null : { tool: script, input: action.code };
}
