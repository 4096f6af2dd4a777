/** Delegates: who was started, what the parent was handed, and when. */
import type { DelegateObservation } from '../../records/observation.ts';
import { textField } from '../shared/fields.ts';
import type { ToolComplete } from './schemas.ts';
import { AgentEnded, AgentStarted } from './schemas.ts';
import { type Call, type Delegate, type Event, type Run, tell } from './state.ts';

/** The answer to a call that sends a delegate to the background: a handle, which is no result. */
const HANDLE = /^Agent started in background with agent_id: /;

/** What is read of a delegate in the background: its state in one line, then its turns. */
const STATUS = /^[^\n]*\bagent_id: ([\w-]+),[^\n]*\bstatus: (\w+)/;
const TURN = /\n\[Turn \d+\]\n/;

function callOf(run: Run, id: string): Call | null {
  const calls = [...run.open.values()].filter((call) => call.id === id && call.tool === 'task');
  const taken = new Set([...run.delegates.values()].map(({ call }) => call));
  return calls.findLast((call) => !taken.has(call)) ?? null;
}

/** A delegate begins. Its events carry its id; the call that started it stands in its parent's thread. */
export function agentStarted(run: Run, event: Event): void {
  const found = AgentStarted.safeParse(event.data);
  if (!found.success) {
    tell(run, event.ref, 'the start of a delegate has an unknown shape', ['delegation']);
    return;
  }
  const call = callOf(run, found.data.toolCallId);
  if (call === null) tell(run, event.ref, 'a delegate starts without a call on record', ['delegation']);
  run.delegates.set(event.thread, {
    id: event.thread,
    call,
    background: found.data.executionMode !== 'sync',
    started: { ref: event.ref, at: event.at, parent: call?.thread ?? 'main' },
    model: found.data.model ?? null,
    ended: null,
    said: null,
    handed: [],
  });
}

/** A delegate ends, well or not; its model is the one that its first request was sent to. */
export function agentEnded(run: Run, event: Event): void {
  const delegate = run.delegates.get(event.thread);
  if (delegate === undefined) {
    tell(run, event.ref, 'a delegate ends that had not started', ['delegation']);
    return;
  }
  const found = AgentEnded.safeParse(event.data);
  delegate.ended = event.at;
  if (found.success) delegate.model = found.data.firstDispatchedModel ?? found.data.model ?? delegate.model;
}

/** The call of a delegate ends: with its result, or with a handle. */
export function taskEnded(run: Run, call: Call, end: ToolComplete, event: Event): void {
  const text = end.result?.content ?? null;
  if (!end.success || text === null || HANDLE.test(text)) return;
  const delegate = [...run.delegates.values()].find((one) => one.call === call);
  if (delegate === undefined) tell(run, event.ref, 'a delegation returns without a start on record', ['delegation']);
  else if (!delegate.background) delegate.handed.push({ ref: event.ref, at: event.at, text });
}

/** The delegate's last words where what was read ends with them, else everything below the first turn's head. */
function resultIn(text: string, { said }: Delegate): string | null {
  if (said !== null && said !== '' && text.endsWith(said)) return said;
  const turn = TURN.exec(text);
  return turn === null ? null : text.slice(turn.index + turn[0].length);
}

/** A delegate in the background was read, by the model or by the runtime: its result when it is done. */
export function agentRead(run: Run, call: Call, end: ToolComplete, event: Event): void {
  const text = end.result?.content ?? '';
  const status = STATUS.exec(text);
  if (!end.success) return;
  const delegate = run.delegates.get(status?.[1] ?? textField(call.input, 'agent_id') ?? '');
  if (status === null || delegate === undefined) {
    tell(run, event.ref, 'what was read of a delegate cannot be told', ['delegation']);
    return;
  }
  const done = status[2] === 'idle' || status[2] === 'completed';
  const result = done ? resultIn(text, delegate) : null;
  if (result !== null) delegate.handed.push({ ref: event.ref, at: event.at, text: result });
}

/** Every delegate: its start, and the first time that its parent was handed its result. */
export function delegatesOf({ delegates }: Run): DelegateObservation[] {
  return [...delegates.values()].flatMap(({ id, call, started, model, ended, handed }) => {
    const base = { kind: 'delegate' as const, thread: started.parent, delegate: id, model };
    const prompt = call === null ? null : textField(call.input, 'prompt');
    const { ref, at } = started;
    const begin: DelegateObservation = { ...base, ref, phase: 'started', prompt, result: null, at };
    const [first] = handed;
    if (first === undefined) return [begin];
    const end = { phase: 'returned' as const, prompt: null, result: first.text, at: ended ?? first.at };
    return [begin, { ...base, ref: first.ref, ...end }];
  });
}
