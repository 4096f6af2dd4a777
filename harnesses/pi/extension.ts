/** The extension that runs inside pi in every trial. It asks nothing of the model and adds no tool. */

const SOURCE = `// Written by Operant into the home of one trial.
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';

const WORKSPACE = __WORKSPACE__;

/** Each piece of an answer would be printed with the whole answer so far, twice: a long one would fill the disk. */
const shorten = (value) => {
  if (typeof value === 'object' && value !== null) Object.defineProperty(value, 'toJSON', { value: () => ({}) });
};

export default function (pi) {
  pi.on('message_update', ({ message, assistantMessageEvent }) => {
    shorten(message);
    shorten(assistantMessageEvent);
  });
  pi.on('tool_execution_update', ({ partialResult }) => shorten(partialResult));

  // A skill that the prompt calls becomes a part of the prompt's text. Only this mark tells it from a prompt with the
  // same words.
  let called = null;
  pi.on('input', ({ text }) => {
    called = /^\\/skill:(\\S+)/.exec(text)?.[1] ?? null;
    return { action: 'continue' };
  });
  pi.on('message_end', ({ message }) => {
    if (message.role !== 'user' || called === null) return;
    const text = typeof message.content === 'string' ? message.content : (message.content[0]?.text ?? '');
    if (text.startsWith('<skill name="' + called + '" ')) return { message: { ...message, operantSkill: called } };
  });

  // Whether a file was there before it was written; pi itself does not say.
  const isNew = new Map();
  pi.on('tool_call', ({ toolName, toolCallId, input }) => {
    if (toolName !== 'write' || typeof input.path !== 'string') return;
    const path = input.path.replace(/^@/, '').replace(/^~(?=\\/|$)/, homedir());
    isNew.set(toolCallId, !existsSync(resolve(WORKSPACE, path)));
  });
  pi.on('tool_result', ({ toolCallId, details }) => {
    if (isNew.has(toolCallId)) return { details: { ...details, operantNewFile: isNew.get(toolCallId) } };
  });

  // pi itself would read skills and instructions of every folder around the workspace, too.
  pi.on('resources_discover', () => {
    const roots = ['.pi/skills', '.agents/skills'].map((path) => resolve(WORKSPACE, path));
    return { skillPaths: roots.filter((path) => existsSync(path)) };
  });
  pi.on('before_agent_start', ({ systemPrompt }) => {
    const path = ['AGENTS.md', 'CLAUDE.md'].map((name) => resolve(WORKSPACE, name)).find((one) => existsSync(one));
    if (path === undefined) return;
    const context = '# Project Context\\n\\nProject-specific instructions and guidelines:\\n\\n';
    return { systemPrompt: systemPrompt + '\\n\\n' + context + '## ' + path + '\\n\\n' + readFileSync(path, 'utf8') };
  });
}
`;

/** The source text of the extension, for a trial that works in `workspace`. */
export function extensionSource(workspace: string): string {
  return SOURCE.replace('__WORKSPACE__', () => JSON.stringify(workspace));
}
