/** Maps what a script does onto the tools of Copilot, which has a tool of its own for each file operation. */
import type { OfferedTool } from './protocol.ts';
import type { Action } from './script.ts';
import type { Mapped } from './tools.ts';

type Read = Extract<Action, { read: string }>;
type Spawn = Extract<Action, { spawn: string }>;

/** How long a background agent is awaited, in seconds. */
const WAIT_S = 20;

function rangeOf({ from, count }: Read): object {
  if (from === undefined) return {};
  return { view_range: [from, count === undefined ? -1 : from + count - 1] };
}

function agentInput({ spawn, prompt, background = false }: Spawn): Mapped['input'] {
  const mode = background ? 'background' : 'sync';
  return { name: spawn, description: spawn, prompt, agent_type: 'general-purpose', mode };
}

/** Ids of the agents in the background that were started and not read to their end. */
function openAgents(toolText: string): string[] {
  const ids = [...toolText.matchAll(/started in background with agent_id: ([\w-]+)/g)].map((match) => match[1] ?? '');
  return ids.filter((id) => !new RegExp(`agent_id: ${id}, [^\n]*status: (completed|idle)`).test(toolText));
}

/** The tool of Copilot for an action, or null when none is offered or the action is no such one. */
export function copilotTool(tools: readonly OfferedTool[], action: Action, toolText: string): Mapped | null {
  const named = (name: string, parameter: string) =>
    tools.find((tool) => tool.name === name && tool.parameters.includes(parameter));
  if ('read' in action) {
    const tool = named('view', 'view_range');
    return tool === undefined ? null : { tool, input: { path: action.read, ...rangeOf(action) } };
  }
  if ('write' in action) {
    const tool = named('create', 'file_text');
    return tool === undefined ? null : { tool, input: { path: action.write, file_text: action.content } };
  }
  if ('spawn' in action) {
    const tool = named('task', 'agent_type');
    return tool === undefined ? null : { tool, input: agentInput(action) };
  }
  if ('wait' in action) {
    const tool = named('read_agent', 'agent_id');
    const [id] = openAgents(toolText);
    return tool === undefined || id === undefined
      ? null
      : { tool, input: { agent_id: id, wait: true, timeout: WAIT_S } };
  }
  if ('skill' in action) {
    const tool = named('skill', 'skill');
    return tool === undefined ? null : { tool, input: { skill: action.skill } };
  }
  return null;
}
