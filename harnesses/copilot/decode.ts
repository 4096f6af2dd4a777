/** Puts the session log and standard output of one run together. */
import { type NativeFile, traceBuilder } from '../../records/harness.ts';
import type { Observation, Trace } from '../../records/observation.ts';
import { type JsonRecord, jsonRecords } from '../shared/json-lines.ts';
import { EVERYTHING } from '../shared/unknown-events.ts';
import { delegatesOf } from './delegates.ts';
import { readEvent } from './events.ts';
import { type Log, readLog } from './log.ts';
import { Envelope, Result } from './schemas.ts';
import { type Event, emptyRun, MAIN, type Run, tell } from './state.ts';
import { leftOpen } from './tools.ts';

/** The file of standard output in a trial folder. */
export const STDOUT = 'stdout.raw';

/** Standard output: its events, of which those marked as passing stand in no log. */
interface Stream {
  readonly run: Run;
  readonly events: readonly { readonly id: string; readonly passing: boolean; readonly event: Event }[];
  readonly result: { readonly record: JsonRecord; readonly exitCode: number | null } | null;
}

function readStream(file: NativeFile | undefined): Stream {
  const run = emptyRun();
  const events: Stream['events'][number][] = [];
  let result: Stream['result'] = null;
  if (file === undefined) tell(run, null, `${STDOUT} is missing`, EVERYTHING);
  for (const record of file === undefined ? [] : jsonRecords(file, EVERYTHING, (one) => run.problems.push(one))) {
    run.eventTypes.push(record.type);
    if (record.type === 'result') {
      const found = Result.safeParse(record.value);
      if (!found.success) tell(run, record.ref, 'the result has an unknown shape', ['terminal']);
      result = { record, exitCode: found.success ? found.data.exitCode : null };
      continue;
    }
    const envelope = Envelope.safeParse(record.value);
    if (!envelope.success) {
      tell(run, record.ref, 'the line is no event of a session', EVERYTHING);
      continue;
    }
    const { id, timestamp: at, agentId, ephemeral, data } = envelope.data;
    const event = { ref: record.ref, type: record.type, thread: agentId ?? MAIN, at, data };
    events.push({ id, passing: ephemeral === true, event });
  }
  return { run, events, result };
}

/** The log of this run: the one that holds an event of standard output. A shared home may hold others. */
function ownLog(files: readonly NativeFile[], stream: Stream): Log | null {
  const logs = files.map(readLog);
  const lasting = stream.events.filter(({ passing }) => !passing);
  const own = logs.filter(({ known }) => lasting.length === 0 || lasting.some(({ id }) => known.has(id)));
  const [only, another] = own;
  const log = another === undefined ? (only ?? null) : null;
  if (only === undefined) tell(stream.run, null, 'the run left no session log', EVERYTHING);
  if (another !== undefined)
    tell(stream.run, null, 'there are several session logs that may be of this run', EVERYTHING);
  for (const other of logs) {
    if (other === log) continue;
    tell(stream.run, { file: other.file.path, line: 1 }, 'the log belongs to another session and is ignored', []);
    for (const one of other.run.problems) if (one.ref !== null) stream.run.problems.push({ ...one, affects: [] });
  }
  return log;
}

/** Both records hold the same lasting events, or a line of one is missing. */
function compare(run: Run, { known, ids }: Log, { events }: Stream): void {
  const printed = new Set(events.map(({ id }) => id));
  for (const { id, passing, event } of events) {
    if (!passing && !known.has(id)) tell(run, event.ref, 'the session log lacks this event', EVERYTHING);
  }
  const lost = [...ids].filter((id) => !printed.has(id)).length;
  if (lost > 0) tell(run, null, `${STDOUT} lacks ${lost} events of the session log`, ['messages', 'usage', 'terminal']);
}

/** Standard output says how many requests were begun; each must have left a record of its usage. */
function compareRequests(run: Run): void {
  const used = run.observations.filter(({ kind }) => kind === 'usage').length;
  if (used === run.begun) return;
  tell(run, null, `${run.begun} requests were begun and ${used} have a record of their usage`, ['usage']);
}

/** The last line of standard output. Its exit code is 0 also after a signal, so an abort before it counts more. */
function readResult(run: Run, { result }: Stream): void {
  if (result === null) return;
  const { record, exitCode } = result;
  const base = { kind: 'turn' as const, ref: record.ref, thread: MAIN };
  if (exitCode !== 0) {
    const message = `the result states the exit code ${exitCode ?? 'unknown'}`;
    if (!run.observations.some((one) => one.kind === 'turn' && one.state === 'failed' && one.thread === MAIN)) {
      run.observations.push({ ...base, state: 'failed', message });
    }
  } else if (!run.aborted) run.observations.push({ ...base, state: 'completed', message: null });
}

const byPlace = (a: Observation, b: Observation): number =>
  Number(a.ref.file === STDOUT) - Number(b.ref.file === STDOUT) || a.ref.line - b.ref.line;

/**
 * Decodes one run. The session log shows what every agent did, was shown and used. Standard output repeats its lasting
 * events, adds failed requests and the end, and stands in for the log where there is none.
 */
export function decode(files: readonly NativeFile[]): Trace {
  const stream = readStream(files.find(({ path }) => path === STDOUT));
  const logs = files
    .filter(({ path }) => path !== STDOUT && path.endsWith('.jsonl'))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const log = ownLog(logs, stream);
  const run = log?.run ?? emptyRun();
  for (const { passing, event } of stream.events) if (passing || log === null) readEvent(run, event);
  if (log !== null) {
    compare(run, log, stream);
    compareRequests(run);
  }
  readResult(run, stream);
  leftOpen(run);
  const trace = traceBuilder();
  const observations = [...run.observations, ...delegatesOf(run)];
  for (const one of observations.sort(byPlace)) trace.observe(one);
  for (const one of [...stream.run.problems, ...run.problems]) trace.problem(one);
  for (const type of [...stream.run.eventTypes, ...run.eventTypes]) trace.event(type);
  return trace.trace();
}
