/** Maps reads of files and calls of skills onto the tools that a client offers. */
import type { OfferedTool } from './protocol.ts';
import type { Action } from './script.ts';
import type { Mapped } from './tools.ts';

type Read = Extract<Action, { read: string }>;

interface Range {
  /** First line from 1, and how many. */
  readonly from: number;
  readonly count: number;
}

/** How each client's own file tool is asked. */
const READERS: readonly (readonly [string, string, (path: string, range: Range | null) => object])[] = [
  ['Read', 'file_path', (path, range) => ({ file_path: path, ...offset(range) })],
  ['read', 'filePath', (path, range) => ({ filePath: path, ...offset(range) })],
  ['read_file', 'file_path', (path, range) => ({ file_path: path, ...ends(range) })],
];

const offset = (range: Range | null) => (range === null ? {} : { offset: range.from, limit: range.count });
const ends = (range: Range | null) =>
  range === null ? {} : { start_line: range.from, end_line: range.from + range.count - 1 };

/** The command that shows a file, for a client whose only way to a file is its shell. */
export function readCommand({ read, from, count }: Read): string {
  if (from === undefined) return `cat ${read}`;
  return `sed -n '${from},${from + (count ?? 2000) - 1}p' ${read}`;
}

/** The client's own tool for reading a file, or null when it has none. */
export function readWith(tools: readonly OfferedTool[], action: Read): Mapped | null {
  const range = action.from === undefined ? null : { from: action.from, count: action.count ?? 2000 };
  for (const [name, parameter, input] of READERS) {
    const tool = tools.find((one) => one.name === name && one.parameters.includes(parameter));
    // What a client's tool knows no word for is left out: it then does what it does for any file.
    const large = action.large === true && tool?.parameters.includes('allow_large') === true;
    if (tool !== undefined)
      return { tool, input: { ...input(action.read, range), ...(large ? { allow_large: true } : {}) } };
  }
  return null;
}

/** The tool that takes several files at once, or null. */
export function readAllWith(tools: readonly OfferedTool[], paths: readonly string[]): Mapped | null {
  const tool = tools.find(({ name }) => name === 'read_many_files');
  return tool === undefined ? null : { tool, input: { include: paths } };
}

/** The tool that calls a skill, or null. */
export function skillWith(tools: readonly OfferedTool[], skill: string): Mapped | null {
  const claude = tools.find(({ name, parameters }) => name === 'Skill' && parameters.includes('skill'));
  if (claude !== undefined) return { tool: claude, input: { skill } };
  const tool = tools.find(({ name }) => name === 'activate_skill' || name === 'skill');
  return tool === undefined ? null : { tool, input: { name: skill } };
}
