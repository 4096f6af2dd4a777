/** Decodes one session log of Claude Code: one thread, with the final usage of every response. */
import type { NativeFile } from '../../records/harness.ts';
import { Affects, type EvidenceProblem, type Observation } from '../../records/observation.ts';
import { type EventTypes, eventTypes } from '../shared/event-types.ts';
import { fieldOf, textField } from '../shared/fields.ts';
import { type JsonRecord, jsonRecords } from '../shared/json-lines.ts';
import { mayHide } from '../shared/unknown-events.ts';
import { newThread, readAssistant, type Thread } from './thread.ts';
import { readUser } from './to-model.ts';

/** What a damaged session log may hide. How the run ended is read from standard output. */
export const ALL_BUT_TERMINAL: readonly Affects[] = Affects.options.filter((one) => one !== 'terminal');

/** Records that show nothing that is observed; what they say of usage and errors stands elsewhere too. */
const QUIET = new Set([
  'queue-operation',
  'attachment',
  'atis-latch',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'tools-used',
  'last-prompt',
  'cost-state',
  'system',
  'summary',
  'file-history-snapshot',
]);

/** Whose log a file is, as its first record that names a session says. */
export interface LogOwner {
  readonly session: string;
  /** Id of the delegate, or null in the log of the session itself. */
  readonly agent: string | null;
}

/** One decoded log. */
export interface Log {
  readonly file: string;
  readonly thread: Thread;
  /** Requests that were tried again. */
  readonly retries: readonly Observation[];
  readonly problems: readonly EvidenceProblem[];
  readonly eventTypes: EventTypes;
}

/** The owner of a log, or null when no record names one. */
export function ownerOf(file: NativeFile): LogOwner | null {
  for (const { value } of jsonRecords(file, [], () => undefined)) {
    const session = textField(value, 'sessionId');
    if (session !== null) return { session, agent: textField(value, 'agentId') };
  }
  return null;
}

/** A type within the type: what is attached, or which part of the system speaks. */
function innerType(record: JsonRecord): string | null {
  if (record.type === 'attachment') return textField(fieldOf(record.value, 'attachment'), 'type');
  return record.type === 'system' ? textField(record.value, 'subtype') : null;
}

const nameOf = (type: string, inner: string | null): string =>
  inner === null ? `log/${type}` : `log/${type}/${inner}`;

function unknown(record: JsonRecord): EvidenceProblem | null {
  const affects = mayHide(record.type, record.value).filter((one) => one !== 'terminal');
  if (affects.length === 0) return null;
  return { ref: record.ref, message: `a record of the unknown type ${record.type}`, affects };
}

function readRecord(thread: Thread, record: JsonRecord): EvidenceProblem | null {
  if (record.type === 'assistant') return readAssistant(thread, record);
  if (record.type === 'user') return readUser(thread, record);
  return QUIET.has(record.type) ? null : unknown(record);
}

/** A request that failed and was sent again, with the status where the provider answered at all. */
function retryOf(record: JsonRecord, thread: string): Observation[] {
  if (record.type !== 'system' || textField(record.value, 'subtype') !== 'api_error') return [];
  const error = fieldOf(record.value, 'error');
  const status = fieldOf(error, 'status');
  const told = typeof status === 'number' ? `status ${status}` : 'no status';
  const message = `${told}: ${textField(error, 'formatted') ?? 'unknown'}`;
  return [{ kind: 'turn', ref: record.ref, thread, state: 'retrying', message }];
}

/** Each record of the conversation names the one before it; one that is not there was lost. */
function followChain(seen: Set<string>, record: JsonRecord): EvidenceProblem | null {
  const parent = textField(record.value, 'parentUuid');
  const uuid = textField(record.value, 'uuid');
  if (uuid !== null) seen.add(uuid);
  if (parent === null || seen.has(parent)) return null;
  const message = 'the record that this line follows is missing';
  return { ref: record.ref, message, affects: [...ALL_BUT_TERMINAL] };
}

/** Everything that one log shows of its thread. The caller knows that the session is its own. */
export function decodeLog(file: NativeFile, thread: string): Log {
  const state = newThread(thread, file.path);
  const problems: EvidenceProblem[] = [];
  const types = eventTypes(nameOf);
  const seen = new Set<string>();
  const retries: Observation[] = [];
  for (const record of jsonRecords(file, ALL_BUT_TERMINAL, (problem) => problems.push(problem))) {
    types.add(record.type, innerType(record));
    retries.push(...retryOf(record, thread));
    for (const problem of [followChain(seen, record), readRecord(state, record)]) {
      if (problem !== null) problems.push(problem);
    }
  }
  if (!state.ended) {
    const message = `${file.path}: the log does not end with a finished answer`;
    problems.push({ ref: null, message, affects: ['commands', 'reads', 'edits', 'messages', 'delegation'] });
  }
  return { file: file.path, thread: state, retries, problems, eventTypes: types };
}
