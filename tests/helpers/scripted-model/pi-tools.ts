/** Maps reads and writes onto the file tools of pi, which name their file `path`. */
import type { OfferedTool } from './protocol.ts';
import type { Action } from './script.ts';
import type { Mapped } from './tools.ts';

/** The tool of pi for an action on a file, or null when none is offered or the action is no such one. */
export function piFileTool(tools: readonly OfferedTool[], action: Action): Mapped | null {
  const named = (name: string) => tools.find((tool) => tool.name === name && tool.parameters.includes('path'));
  if ('read' in action) {
    const tool = named('read');
    const { read, from, count } = action;
    const range = from === undefined ? {} : { offset: from, limit: count ?? 2000 };
    return tool === undefined ? null : { tool, input: { path: read, ...range } };
  }
  if ('write' in action) {
    const tool = named('write');
    return tool === undefined ? null : { tool, input: { path: action.write, content: action.content } };
  }
  return null;
}
