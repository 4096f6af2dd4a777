/** Puts the session log and standard output of one run together. */
import { type NativeFile, traceBuilder } from '../../records/harness.ts';
import type { Observation, Trace } from '../../records/observation.ts';
import { type JsonRecord, jsonRecords } from '../shared/json-lines.ts';
import { EVERYTHING } from '../shared/unknown-events.ts';
import { delegatesOf } from './delegates.ts';
import { isQuiet, readEvent } from './events.ts';
import { type Log, readLog } from './log.ts';
import { type Mark, markOf } from './mark.ts';
import { Envelope, Result } from './schemas.ts';
import { type Event, emptyRun, MAIN, type Run, tell } from './state.ts';
import { leftOpen } from './tools.ts';

/** The file of standard output in a trial folder. */
export const STDOUT = 'stdout.raw';

/** Standard output: the marks of its lasting events by id, the events that pass and stand in no log, and the end. */
interface Stream {
  readonly run: Run;
  readonly lasting: Map<string, Mark>;
  readonly passing: Event[];
  result: { readonly record: JsonRecord; readonly exitCode: number | null } | null;
}

/** The event of a line; null for the last one and for a line that is none. */
function eventOf(stream: Stream, record: JsonRecord): { id: string; passes: boolean; event: Event } | null {
  if (record.type === 'result') {
    const found = Result.safeParse(record.value);
    if (!found.success) tell(stream.run, record.ref, 'the result has an unknown shape', ['terminal']);
    stream.result = { record, exitCode: found.success ? found.data.exitCode : null };
    return null;
  }
  const envelope = Envelope.safeParse(record.value);
  if (!envelope.success) {
    tell(stream.run, record.ref, 'the line is no event of a session', EVERYTHING);
    return null;
  }
  const { id, timestamp: at, agentId, ephemeral, data } = envelope.data;
  const event = { ref: record.ref, type: record.type, thread: agentId ?? MAIN, at, data };
  return { id, passes: ephemeral === true, event };
}

function readStream(file: NativeFile | undefined): Stream {
  const stream: Stream = { run: emptyRun(), lasting: new Map(), passing: [], result: null };
  const { run, lasting, passing } = stream;
  if (file === undefined) tell(run, null, `${STDOUT} is missing`, EVERYTHING);
  for (const record of file === undefined ? [] : jsonRecords(file, EVERYTHING, (one) => run.problems.push(one))) {
    run.eventTypes.push(record.type);
    const found = eventOf(stream, record);
    if (found === null) continue;
    const { id, passes, event } = found;
    if (!passes) lasting.set(id, markOf(event));
    else if (!isQuiet(event.type)) passing.push(event);
  }
  return stream;
}

/** Without a log, the events of standard output in its place. */
function readInPlace(file: NativeFile | undefined): Run {
  const run = emptyRun();
  const stream: Stream = { run: emptyRun(), lasting: new Map(), passing: [], result: null };
  for (const record of file === undefined ? [] : jsonRecords(file, EVERYTHING, () => undefined)) {
    const found = eventOf(stream, record);
    if (found !== null && !found.passes) readEvent(run, found.event);
  }
  return run;
}

/** The log of this run: the one that holds an event of standard output. A shared home may hold others. */
function ownLog(files: readonly NativeFile[], { run, lasting }: Stream): Log | null {
  const logs = files.map((file) => readLog(file, lasting));
  const own = logs.filter(({ shared }) => lasting.size === 0 || shared.size > 0);
  const [only, another] = own;
  const log = another === undefined ? (only ?? null) : null;
  if (only === undefined) tell(run, null, 'the run left no session log', EVERYTHING);
  if (another !== undefined) tell(run, null, 'there are several session logs that may be of this run', EVERYTHING);
  for (const other of logs) {
    if (other === log) continue;
    tell(run, { file: other.file.path, line: 1 }, 'the log belongs to another session and is ignored', []);
    for (const one of other.run.problems) if (one.ref !== null) run.problems.push({ ...one, affects: [] });
  }
  return log;
}

/** Both records hold the same lasting events, or a line of one is missing. */
function compare(run: Run, { shared, lost }: Log, { lasting }: Stream): void {
  for (const [id, { ref }] of lasting) {
    if (!shared.has(id)) tell(run, ref, 'the session log lacks this event', EVERYTHING);
  }
  if (lost > 0) tell(run, null, `${STDOUT} lacks ${lost} events of the session log`, EVERYTHING);
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
  const stdout = files.find(({ path }) => path === STDOUT);
  const stream = readStream(stdout);
  const logs = files
    .filter(({ path }) => path !== STDOUT && path.endsWith('.jsonl'))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const log = ownLog(logs, stream);
  const run = log?.run ?? readInPlace(stdout);
  for (const event of stream.passing) readEvent(run, event);
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
