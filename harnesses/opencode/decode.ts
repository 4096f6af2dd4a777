/** Puts standard output and the session log of one run together. */
import { type NativeFile, traceBuilder } from '../../records/harness.ts';
import type { Affects, Observation, Trace } from '../../records/observation.ts';
import { jsonRecords } from '../shared/json-lines.ts';
import { EVERYTHING } from '../shared/unknown-events.ts';
import { decodeLog, failureText } from './log.ts';
import { Failed, Printed, PrintedFinish, PrintedText } from './schemas.ts';
import { emptyLog, type Log, sessionOf, tell } from './state.ts';

/** The file of standard output in a trial folder. */
export const STDOUT = 'stdout.raw';

const ALL_BUT_TERMINAL: readonly Affects[] = EVERYTHING.filter((one) => one !== 'terminal');

/** What standard output says: whose run it was, and the last step's text and end. */
interface Stream extends Log {
  readonly texts: Map<string, string>;
  lastFinish: string | null;
}

function readStream(file: NativeFile): Stream {
  const stream: Stream = { ...emptyLog(), texts: new Map(), lastFinish: null };
  for (const record of jsonRecords(file, EVERYTHING, (problem) => stream.problems.push(problem))) {
    stream.eventTypes.add(record.type);
    const printed = Printed.safeParse(record.value);
    if (printed.success) stream.root ??= printed.data.sessionID;
    const text = record.type === 'text' ? PrintedText.safeParse(record.value) : null;
    if (text?.success === true) stream.texts.set(text.data.part.id, text.data.part.text);
    const finish = record.type === 'step_finish' ? PrintedFinish.safeParse(record.value) : null;
    if (finish?.success === true) stream.lastFinish = finish.data.part.id;
    if (record.type !== 'error') continue;
    const failed = Failed.safeParse(record.value);
    const message = failed.success ? failureText(failed.data) : null;
    stream.observations.push({ kind: 'turn', ref: record.ref, thread: stream.root, state: 'failed', message });
  }
  return stream;
}

/** Standard output and the log must agree on the last step and on its text, or a line of one is missing. */
function compare(log: Log, stream: Stream): void {
  const affects: Affects[] = ['messages', 'terminal'];
  const session = log.root === null ? null : sessionOf(log, log.root);
  if (session === null || session.lastFinish?.id !== stream.lastFinish || stream.lastFinish === null) {
    tell(log, null, 'standard output and the session log do not end with the same step', affects);
  } else if (session.texts.some(({ id, text }) => stream.texts.get(id) !== text)) {
    tell(log, null, 'the last message on standard output is not that of the session log', affects);
  }
}

/** Sessions that were still at work when the log stopped, and steps without an end. */
function unfinished(log: Log): void {
  for (const [id, { open, idle }] of log.sessions) {
    if (open !== 0) tell(log, null, `session ${id}: ${open} steps without a record of their usage`, ['usage']);
    if (idle) continue;
    const affects = id === log.root ? EVERYTHING : ALL_BUT_TERMINAL;
    tell(log, null, `session ${id} had not ended when its log stopped`, affects);
  }
}

/** The log of this run: that of the session on standard output, else the only one. A shared home may hold others. */
function ownLog(files: readonly NativeFile[], root: string | null): Log {
  const logs = files.map((file) => ({ file, log: decodeLog(file) }));
  const own = logs.filter(({ log }) => root === null || log.root === root);
  const [only, another] = own;
  const log = only === undefined || another !== undefined ? emptyLog() : only.log;
  if (only === undefined) tell(log, null, 'the run left no session log', EVERYTHING);
  if (another !== undefined) tell(log, null, 'there are several session logs that may be of this run', EVERYTHING);
  for (const { file, log: other } of logs) {
    if (other === log) continue;
    tell(log, { file: file.path, line: 1 }, 'the log belongs to another session and is ignored', []);
    for (const problem of other.problems) if (problem.ref !== null) log.problems.push({ ...problem, affects: [] });
  }
  return log;
}

const byPlace = (a: Observation, b: Observation): number =>
  Number(b.ref.file === STDOUT) - Number(a.ref.file === STDOUT) || a.ref.line - b.ref.line;

/**
 * Decodes one run. The session log shows what every session did, was shown and used; standard output confirms how the
 * root ended. Where one of the two is missing, what it alone can show is a problem.
 */
export function decode(files: readonly NativeFile[]): Trace {
  const stdout = files.find(({ path }) => path === STDOUT);
  const logs = files
    .filter(({ path }) => path !== STDOUT && path.endsWith('.jsonl'))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const stream = stdout === undefined ? null : readStream(stdout);
  const log = ownLog(logs, stream?.root ?? null);
  unfinished(log);
  if (stream === null) tell(log, null, `${STDOUT} is missing`, EVERYTHING);
  else compare(log, stream);
  const trace = traceBuilder();
  const observations = [...(stream?.observations ?? []), ...log.observations];
  for (const one of observations.sort(byPlace)) trace.observe(one);
  for (const one of [...(stream?.problems ?? []), ...log.problems]) trace.problem(one);
  stream?.eventTypes.tell(trace);
  log.eventTypes.tell(trace);
  return trace.trace();
}
