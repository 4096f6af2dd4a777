/** Decodes one chat log of the CLI: one agent, with what the model was shown and the usage of every response. */
import type { NativeFile } from '../../records/harness.ts';
import { Affects, type LineRef } from '../../records/observation.ts';
import { Instant } from '../../records/scalars.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import { type JsonRecord, jsonRecords } from '../shared/json-lines.ts';
import { shape } from '../shared/shape.ts';
import { mayHide } from '../shared/unknown-events.ts';
import { type Findings, noFindings, tell } from './drafts.ts';
import { unreadable } from './reads.ts';
import { answeredIds, Header, ModelMessage } from './schemas.ts';
import { disjoint } from './tokens.ts';
import { finished, hiddenBy } from './tools.ts';

/** What a damaged log may hide. How the run ended is read from standard output. */
export const ALL_BUT_TERMINAL: readonly Affects[] = Affects.options.filter((one) => one !== 'terminal');

/** A message of the model as its last line has it. Results that nothing is told from are not kept. */
interface MessageDraft {
  readonly ref: LineRef;
  readonly text: string;
  readonly timestamp: string;
  readonly model: string | null;
  readonly tokens: ModelMessage['tokens'];
}

/** Findings of one agent, with what its log leaves open. */
export interface Session extends Findings {
  readonly file: string;
  readonly thread: string;
  readonly delegated: boolean;
  readonly startTime: string;
  /** Text of the last message of the model when nothing followed it; null when the log stops elsewhere. */
  lastText: string | null;
  /** Tells when a delegate began. */
  readonly started: (delegate: string) => string | null;
  /** Messages by id, for those that a later line replaces. */
  readonly messages: Map<string, MessageDraft>;
  /** Tool calls that a user's message answered before any line showed them, with its line. */
  readonly answered: Map<string, LineRef>;
}

/** The type of a line of a chat log, told by its fields. Null when it is none of the known kinds. */
function typeOf(value: unknown): string | null {
  const type = textField(value, 'type');
  if (type !== null && textField(value, 'id') !== null) return type;
  if (fieldOf(value, '$set') !== undefined) return '$set';
  if (fieldOf(value, '$rewindTo') !== undefined) return '$rewindTo';
  return textField(value, 'sessionId') === null ? null : 'session';
}

/** The first record of a log, or null when the log does not begin with one. */
export function headerOf(file: NativeFile): Header | null {
  for (const { type, value } of jsonRecords(file, [], () => undefined, typeOf)) {
    const parsed = type === 'session' ? Header.safeParse(value) : null;
    return parsed?.success === true ? parsed.data : null;
  }
  return null;
}

const textOf = ({ content }: ModelMessage): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');

function readModelMessage(session: Session, ref: LineRef, value: unknown): void {
  const parsed = ModelMessage.safeParse(value);
  if (!parsed.success) {
    tell(session, ref, "the model's message has an unknown shape", ALL_BUT_TERMINAL);
    return;
  }
  const { id, timestamp, model = null, toolCalls = [] } = parsed.data;
  const tokens = parsed.data.tokens ?? session.messages.get(id)?.tokens ?? null;
  const text = textOf(parsed.data);
  const place = { ref, thread: session.thread };
  for (const call of toolCalls) {
    const observations = finished(call, session.started, place);
    session.tools.set(call.id, {
      id: call.id,
      name: call.name,
      ref,
      ended: true,
      observations,
      lost: unreadable(call),
    });
  }
  session.messages.set(id, { ref, text, timestamp, model, tokens });
  session.lastText = toolCalls.length === 0 ? text : null;
}

/** History that the CLI writes anew, after it was shortened or a request failed. Nothing that was seen is taken back. */
function readHistory(session: Session, record: JsonRecord): void {
  const messages = fieldOf(fieldOf(record.value, '$set'), 'messages');
  if (!Array.isArray(messages)) return;
  const kept = session.lastText;
  for (const one of messages) {
    const id = textField(one, 'id');
    if (textField(one, 'type') === 'gemini' && id !== null && !session.messages.has(id)) {
      readModelMessage(session, record.ref, one);
    }
  }
  session.lastText = kept;
}

const INSTANT = shape(Instant);

/** Kinds of messages that the CLI writes for a person and that show nothing that is observed. */
const QUIET = new Set(['session', '$rewindTo', 'info', 'warning']);

function readRecord(session: Session, record: JsonRecord): void {
  const { type, value, ref } = record;
  session.eventTypes.add(type);
  if (type === 'gemini') readModelMessage(session, ref, value);
  else if (type === '$set') readHistory(session, record);
  else if (type === 'user') {
    for (const id of answeredIds(fieldOf(value, 'content'))) {
      if (!session.tools.has(id)) session.answered.set(id, ref);
    }
    session.lastText = null;
  } else if (type === 'error') {
    const message = textField(value, 'content');
    session.others.push({ kind: 'turn', ref, thread: session.thread, state: 'warning', message });
  } else if (!QUIET.has(type)) {
    const affects = mayHide(type, value).filter((one) => one !== 'terminal');
    if (affects.length > 0) tell(session, ref, `a record of the unknown type ${type}`, affects);
  }
}

function addUsage(session: Session, { ref, tokens: counts, model, timestamp }: MessageDraft): void {
  if (counts === null || counts === undefined) {
    tell(session, ref, 'a response of the model stands there without its usage', ['usage']);
    return;
  }
  const { tokens, inconsistent } = disjoint(counts);
  if (inconsistent !== null) tell(session, ref, `usage does not add up: ${inconsistent}`, ['usage']);
  const at = INSTANT.safeParse(timestamp);
  const usage = {
    model,
    provider: null,
    at: at.success ? at.data : null,
    tokens,
    serviceTier: null,
    reportedNanoUsd: null,
  };
  session.others.push({ kind: 'usage', ref, thread: session.thread, total: false, usage });
}

/** Turns the messages, in their last form, into observations. */
function settle(session: Session): void {
  let model: string | null = null;
  for (const message of session.messages.values()) {
    const { ref, text } = message;
    const place = { ref, thread: session.thread };
    if (message.model !== null && message.model !== model) {
      model = message.model;
      session.others.push({ kind: 'model', ...place, id: model, role: 'requested' });
    }
    if (session.delegated && text !== '')
      session.others.push({ kind: 'message', ...place, text, at: message.timestamp });
    addUsage(session, message);
  }
  for (const { name, ref, lost } of session.tools.values()) {
    const hidden = hiddenBy(name);
    if (hidden.length > 0) tell(session, ref, `the tool ${name} is not known; it is not observed`, hidden);
    if (lost !== null) tell(session, ref, lost, ['reads']);
  }
  for (const [id, ref] of session.answered) {
    if (session.tools.has(id)) continue;
    tell(session, ref, `no line shows the tool call ${id} that is answered here`, ALL_BUT_TERMINAL);
  }
}

/** A delegate hands its answer over by a tool; without that, it had not ended. */
function settleEnd(session: Session): void {
  const handed = [...session.tools.values()].some(({ name }) => name === 'complete_task');
  if (session.delegated ? handed : session.lastText !== null) return;
  const message = `${session.file}: the agent had not ended when its log stopped`;
  session.problems.push({ ref: null, message, affects: [...ALL_BUT_TERMINAL] });
}

/** Everything that one chat log shows. `started` tells when a delegate began. */
export function decodeSession(file: NativeFile, header: Header, started: (delegate: string) => string | null): Session {
  const session: Session = {
    ...noFindings((type) => `chat/${type}`),
    file: file.path,
    thread: header.sessionId,
    delegated: header.kind === 'subagent',
    startTime: header.startTime,
    lastText: null,
    started,
    messages: new Map(),
    answered: new Map(),
  };
  const problem = (found: Session['problems'][number]) => session.problems.push(found);
  for (const record of jsonRecords(file, ALL_BUT_TERMINAL, problem, typeOf)) readRecord(session, record);
  settle(session);
  settleEnd(session);
  return session;
}
