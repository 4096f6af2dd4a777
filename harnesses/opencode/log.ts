/** Decodes the session log that the recorder writes: every session of the run, delegates included. */
import type { NativeFile } from '../../records/harness.ts';
import type { Affects } from '../../records/observation.ts';
import { type JsonRecord, jsonRecords } from '../shared/json-lines.ts';
import type { Shape } from '../shared/shape.ts';
import { EVERYTHING, mayHide } from '../shared/unknown-events.ts';
import { LOG_STARTED } from './recorder.ts';
import {
  Answer,
  Created,
  Failed,
  FinishPart,
  Logged,
  OfSession,
  PartOf,
  Status,
  TextPart,
  ToolPart,
} from './schemas.ts';
import { emptyLog, instant, type Log, type Place, sessionOf, tell } from './state.ts';
import { disjoint } from './tokens.ts';
import { readTool } from './tools.ts';

/** Types that show nothing that is observed. */
const QUIET = new Set([LOG_STARTED]);

interface Event extends Place {
  readonly type: string;
  readonly properties: unknown;
}

function read<T>(log: Log, event: Event, schema: Shape<T>, affects: readonly Affects[]): T | null {
  const parsed = schema.safeParse(event.properties);
  if (parsed.success) return parsed.data;
  tell(log, event.ref, `the ${event.type} event has an unknown shape`, affects);
  return null;
}

/** The failure in one sentence, with its status where the provider gave one. */
export function failureText(failed: Failed): string {
  const { name, data } = failed.error;
  const status = data?.statusCode === null || data?.statusCode === undefined ? '' : ` (status ${data.statusCode})`;
  return `${name}${status}: ${data?.message ?? 'no message'}`;
}

function readCreated(log: Log, event: Event): void {
  const created = read(log, event, Created, EVERYTHING);
  if (created === null) return;
  const { id, parentID: parent } = created.info;
  sessionOf(log, id);
  if (parent !== null && parent !== undefined) return;
  if (log.root === null) log.root = id;
  else tell(log, event.ref, 'the log names a second root session', EVERYTHING);
}

function readStatus(log: Log, event: Event): void {
  const found = read(log, event, Status, []);
  if (found?.status.type !== 'retry') return;
  const message = found.status.message ?? null;
  log.observations.push({ kind: 'turn', ref: event.ref, thread: found.sessionID, state: 'retrying', message });
}

function readAnswer(log: Log, event: Event): void {
  const found = read(log, event, Answer, ['model', 'usage']);
  if (found === null) return;
  const { id, sessionID: thread, modelID: model, providerID: provider, path } = found.info;
  log.answers.set(id, { model, provider, cwd: path?.cwd ?? null });
  log.observations.push({ kind: 'model', ref: event.ref, thread, id: model, role: 'requested' });
}

function readFinish(log: Log, event: Event, id: string, messageID: string, thread: string): void {
  const session = sessionOf(log, thread);
  session.open -= 1;
  const found = read(log, event, FinishPart, ['usage', 'terminal']);
  if (found === null) return;
  session.lastFinish = { id, reason: found.part.reason };
  const { tokens, inconsistent } = disjoint(found.part.tokens);
  if (inconsistent !== null) tell(log, event.ref, `usage does not add up: ${inconsistent}`, ['usage']);
  const answer = log.answers.get(messageID);
  const usage = {
    model: answer?.model ?? null,
    provider: answer?.provider ?? null,
    at: instant(event.at),
    tokens,
    serviceTier: null,
    reportedNanoUsd: null,
  };
  log.observations.push({ kind: 'usage', ref: event.ref, thread, total: false, usage });
}

function readPart(log: Log, event: Event): void {
  const found = read(log, event, PartOf, EVERYTHING);
  if (found === null) return;
  const { id, type, messageID, sessionID: thread } = found.part;
  const session = sessionOf(log, thread);
  if (type === 'step-start') {
    session.open += 1;
    session.texts = [];
  } else if (type === 'step-finish') readFinish(log, event, id, messageID, thread);
  else if (type === 'text') {
    const text = read(log, event, TextPart, ['messages', 'terminal'])?.part.text ?? '';
    session.texts.push({ id, text });
    log.observations.push({ kind: 'message', ref: event.ref, thread, text, at: instant(event.at) });
  } else if (type === 'tool') {
    const tool = read(log, event, ToolPart, ['commands', 'reads', 'edits', 'delegation']);
    const place = { ref: event.ref, thread, at: event.at };
    if (tool !== null) readTool(log, place, tool.part, log.answers.get(messageID)?.cwd ?? null);
  } else if (type !== 'retry') {
    tell(log, event.ref, `a part of the unknown type ${JSON.stringify(type)}`, mayHide(type, found.part));
  }
}

function readFailed(log: Log, event: Event): void {
  const failed = read(log, event, Failed, ['terminal']);
  const thread = failed?.sessionID ?? log.root;
  const message = failed === null ? null : failureText(failed);
  log.observations.push({ kind: 'turn', ref: event.ref, thread, state: 'failed', message });
}

function readIdle(log: Log, event: Event): void {
  const found = read(log, event, OfSession, ['terminal']);
  if (found === null) return;
  sessionOf(log, found.sessionID).idle = true;
  const thread = found.sessionID;
  log.observations.push({ kind: 'turn', ref: event.ref, thread, state: 'completed', message: null });
}

function readEvent(log: Log, event: Event): void {
  if (event.type === 'session.created') readCreated(log, event);
  else if (event.type === 'session.status') readStatus(log, event);
  else if (event.type === 'session.error') readFailed(log, event);
  else if (event.type === 'session.idle') readIdle(log, event);
  else if (event.type === 'message.updated') readAnswer(log, event);
  else if (event.type === 'message.part.updated') readPart(log, event);
  else if (!QUIET.has(event.type)) {
    tell(log, event.ref, `an event of the unknown type ${event.type}`, mayHide(event.type, event.properties));
  }
}

function eventOf(log: Log, record: JsonRecord, next: number): { event: Event; n: number } | null {
  const parsed = Logged.safeParse(record.value);
  if (!parsed.success) {
    tell(log, record.ref, 'the line is not one of the recorder', EVERYTHING);
    return null;
  }
  const { n, at, properties } = parsed.data;
  if (n !== next) tell(log, record.ref, `line ${next} of the recorder is missing or out of order`, EVERYTHING);
  return { event: { ref: record.ref, type: record.type, thread: null, at, properties }, n };
}

/** Everything that the session log shows, in the order of its lines. The numbers of the lines have no gaps. */
export function decodeLog(file: NativeFile): Log {
  const log = emptyLog((type) => `log:${type}`);
  let next = 1;
  for (const record of jsonRecords(file, EVERYTHING, (problem) => log.problems.push(problem))) {
    log.eventTypes.add(record.type);
    const found = eventOf(log, record, next);
    if (found === null) continue;
    next = found.n + 1;
    readEvent(log, found.event);
  }
  return log;
}
