/** What the tool calls of OpenCode's session log show: commands, reads, edits and delegates. */
import type { Observation } from '../../records/observation.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import { type Read, readOf } from './reads.ts';
import type { ToolPart } from './schemas.ts';
import { instant, type Log, type Place, tell } from './state.ts';

/** Tools that change nothing and run nothing. */
const QUIET = new Set([
  ...['grep', 'glob', 'list', 'todowrite', 'todoread', 'webfetch', 'websearch', 'codesearch'],
  ...['question', 'invalid', 'lsp', 'plan_enter', 'plan_exit'],
]);

/** One observation of a part: what its start showed gives way to what its end shows. */
function replace(log: Log, key: string, observation: Observation): void {
  const known = log.running.get(key);
  if (known === undefined) {
    log.running.set(key, log.observations.length);
    log.observations.push(observation);
  } else log.observations[known] = observation;
}

function readCommand(log: Log, place: Place, part: ToolPart, cwd: string | null): void {
  const { state } = part;
  const text = textField(state.input, 'command');
  if (text === null) {
    tell(log, place.ref, 'a shell tool was called without a command', ['commands']);
    return;
  }
  const exit = fieldOf(state.metadata, 'exit');
  replace(log, part.id, {
    kind: 'command',
    ref: place.ref,
    thread: place.thread,
    text,
    cwd: textField(state.input, 'workdir') ?? cwd,
    exitCode: typeof exit === 'number' && Number.isInteger(exit) ? exit : null,
    output: state.output ?? state.error ?? null,
  });
}

function readEdit(log: Log, place: Place, part: ToolPart): void {
  if (part.state.status !== 'completed') return;
  const path = textField(part.state.input, 'filePath');
  if (path === null) {
    tell(log, place.ref, `the tool ${part.tool} names no file`, ['edits']);
    return;
  }
  const isNew = part.tool === 'write' && fieldOf(part.state.metadata, 'exists') === false;
  const change = isNew ? 'add' : 'update';
  log.observations.push({ kind: 'edit', ref: place.ref, thread: place.thread, path, change });
}

function readTask(log: Log, place: Place, part: ToolPart): void {
  const { state } = part;
  const delegate = textField(state.metadata, 'sessionId');
  if (delegate === null) {
    if (state.status === 'completed') tell(log, place.ref, 'a delegation names no session', ['delegation']);
    return;
  }
  const base = {
    kind: 'delegate' as const,
    ref: place.ref,
    thread: place.thread,
    delegate,
    model: textField(fieldOf(state.metadata, 'model'), 'modelID'),
  };
  const prompt = textField(state.input, 'prompt');
  const started = instant(state.time?.start ?? place.at);
  replace(log, `${part.id} started`, { ...base, phase: 'started', prompt, result: null, at: started });
  if (state.status !== 'completed') return;
  const result = /<task_result>\n?([\s\S]*?)\n?<\/task_result>/.exec(state.output ?? '')?.[1] ?? null;
  const at = instant(state.time?.end ?? place.at);
  log.observations.push({ ...base, phase: 'returned', prompt: null, result, at });
}

function addRead(log: Log, place: Place, part: ToolPart, { read, problem }: Read): void {
  replace(log, part.id, { ...read, ref: place.ref, thread: place.thread });
  if (problem !== null) tell(log, place.ref, problem, ['reads']);
}

/** Reads one state of a tool call. `cwd` is the folder that its session works in. */
export function readTool(log: Log, place: Place, part: ToolPart, cwd: string | null): void {
  const read = readOf(part);
  if (read !== null) addRead(log, place, part, read);
  else if (part.tool === 'bash') readCommand(log, place, part, cwd);
  else if (part.tool === 'write' || part.tool === 'edit') readEdit(log, place, part);
  else if (part.tool === 'task') readTask(log, place, part);
  else if (!QUIET.has(part.tool)) {
    const message = `the tool ${JSON.stringify(part.tool)} is not known; what it did is not observed`;
    tell(log, place.ref, message, ['commands', 'reads', 'edits', 'delegation']);
  }
}
