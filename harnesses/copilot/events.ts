/** Reads single events, which stand in the session log and on standard output in the same form. */
import type * as z from 'zod';
import type { Affects } from '../../records/observation.ts';
import { textField } from '../shared/fields.ts';
import { EVERYTHING, mayHide } from '../shared/unknown-events.ts';
import { agentEnded, agentStarted } from './delegates.ts';
import {
  AssistantMessage,
  CallFailure,
  CallFinished,
  Idle,
  Reason,
  SessionError,
  SessionStart,
  UsageRecord,
} from './schemas.ts';
import { type Event, MAIN, type Run, tell } from './state.ts';
import { disjoint } from './tokens.ts';
import { skillInvoked, toolEnded, toolStarted } from './tools.ts';

/** Events that show nothing that is observed, or a piece of what another event shows whole. */
const QUIET = new Set([
  ...['user.message', 'system.message', 'system.notification', 'session.info', 'session.title_changed'],
  ...['session.background_tasks_changed', 'session.skills_loaded', 'session.mcp_servers_loaded'],
  ...['session.mcp_server_status_changed', 'session.tools_updated', 'session.permissions_changed'],
  ...['session.model_change', 'session.mode_changed', 'session.usage_info', 'session.custom_agents_updated'],
  ...['assistant.turn_start', 'assistant.turn_end', 'assistant.message_start', 'assistant.message_delta'],
  ...['assistant.tool_call_delta', 'assistant.reasoning', 'assistant.reasoning_delta', 'assistant.intent'],
  ...['assistant.streaming_delta', 'assistant.usage', 'agent.interrupted', 'model.call_final_result'],
  ...['tool.shell_output', 'tool.execution_partial_result', 'tool.execution_progress', 'tool.user_requested'],
  ...['subagent.configured', 'subagent.selected', 'subagent.deselected', 'skill.context_delivered_ref'],
  ...['permission.requested', 'permission.completed', 'session.shutdown'],
]);

/** True for a type that shows nothing. */
export const isQuiet = (type: string): boolean => QUIET.has(type);

function read<T>(run: Run, event: Event, schema: z.ZodType<T>, affects: readonly Affects[]): T | null {
  const parsed = schema.safeParse(event.data);
  if (parsed.success) return parsed.data;
  tell(run, event.ref, `the ${event.type} event has an unknown shape`, affects);
  return null;
}

function readStart(run: Run, event: Event): void {
  const found = read(run, event, SessionStart, ['commands']);
  run.cwd = found?.context?.cwd ?? null;
}

/** The runtime itself puts a message before a call of its own; it names no model and answers nothing. */
function readMessage(run: Run, event: Event): void {
  const found = read(run, event, AssistantMessage, ['messages', 'terminal', 'model']);
  if (found === null) return;
  const { model, originatingMessageId, content } = found;
  const own = typeof model === 'string' || typeof originatingMessageId === 'string';
  if (!own) return;
  const { ref, thread, at } = event;
  // Also for an answer without text: what was said before it is then not the last word.
  if (typeof model === 'string') run.observations.push({ kind: 'model', ref, thread, id: model, role: 'requested' });
  else tell(run, ref, 'a message names no model', ['model', 'terminal']);
  const delegate = run.delegates.get(thread);
  if (delegate !== undefined) delegate.said = content;
  if (content !== '') run.observations.push({ kind: 'message', ref, thread, text: content, at });
}

function readUsage(run: Run, event: Event): void {
  const found = read(run, event, UsageRecord, ['usage']);
  if (found === null) return;
  const { tokens, inconsistent } = disjoint(found.usage);
  if (inconsistent !== null) tell(run, event.ref, `usage does not add up: ${inconsistent}`, ['usage']);
  const at = Number.isNaN(Date.parse(event.at)) ? null : event.at;
  // Cost is in GitHub's credits, and 0 where there are none: no price.
  const usage = {
    model: found.usage.model ?? null,
    provider: null,
    at,
    tokens,
    serviceTier: null,
    reportedNanoUsd: null,
  };
  run.observations.push({ kind: 'usage', ref: event.ref, thread: event.thread, total: false, usage });
}

function turn(run: Run, { ref, thread }: Event, state: 'failed' | 'retrying', message: string): void {
  run.observations.push({ kind: 'turn', ref, thread, state, message });
}

const statusText = (status: number | null | undefined): string =>
  status === null || status === undefined ? '' : ` (status ${status})`;

function readError(run: Run, event: Event): void {
  const found = read(run, event, SessionError, ['terminal']);
  const status = statusText(found?.statusCode);
  turn(run, event, 'failed', `${found?.errorType ?? 'error'}${status}: ${found?.message ?? 'no message'}`);
}

function readAbort(run: Run, event: Event): void {
  run.aborted = true;
  const why = read(run, event, Reason, ['terminal'])?.reason ?? 'no reason given';
  turn(run, event, 'failed', `aborted: ${why}`);
}

function readIdle(run: Run, event: Event): void {
  if (read(run, event, Idle, ['terminal'])?.aborted !== true || event.thread !== MAIN) return;
  if (!run.aborted) turn(run, event, 'failed', 'aborted: no reason given');
  run.aborted = true;
}

function readFailure(run: Run, event: Event): void {
  const found = read(run, event, CallFailure, ['usage']);
  const why = textField(event.data, 'errorMessage') ?? 'a request failed';
  turn(run, event, 'retrying', `${found?.failureKind ?? 'failure'}${statusText(found?.statusCode)}: ${why}`);
}

function readFinished(run: Run, event: Event): void {
  const found = read(run, event, CallFinished, ['usage']);
  if (found?.outcome === 'success') return;
  turn(run, event, 'retrying', `a request ended with ${JSON.stringify(found?.outcome ?? 'nothing')}`);
}

function readRetry(run: Run, event: Event): void {
  turn(run, event, 'retrying', read(run, event, Reason, ['usage'])?.reason ?? 'no reason given');
}

function readBegun(run: Run): void {
  run.begun += 1;
}

/** Events that only standard output has, with what reads them. */
const STREAM_READERS: ReadonlyMap<string, (run: Run, event: Event) => void> = new Map([
  ['assistant.idle', readIdle],
  ['assistant.turn_retry', readRetry],
  ['model.call_start', readBegun],
  ['model.call_failure', readFailure],
  ['model.call_finished', readFinished],
]);

const READERS: ReadonlyMap<string, (run: Run, event: Event) => void> = new Map([
  ...STREAM_READERS,
  ['session.start', readStart],
  ['session.error', readError],
  ['session.usage_record', readUsage],
  ['assistant.message', readMessage],
  ['abort', readAbort],
  ['skill.invoked', skillInvoked],
  ['subagent.started', agentStarted],
  ['subagent.completed', agentEnded],
  ['subagent.failed', agentEnded],
  ['tool.execution_start', toolStarted],
  ['tool.execution_complete', toolEnded],
]);

/** Reads one event. An unknown type is a problem as far as its names say what it may hide. */
export function readEvent(run: Run, event: Event): void {
  const reader = READERS.get(event.type);
  if (reader !== undefined) reader(run, event);
  else if (!isQuiet(event.type)) {
    const hidden = event.data === undefined ? EVERYTHING : mayHide(event.type, event.data);
    tell(run, event.ref, `an event of the unknown type ${JSON.stringify(event.type)}`, hidden);
  }
}
