/** Puts standard output and the session logs of one run together. */
import { type NativeFile, traceBuilder } from '../../records/harness.ts';
import type { DelegateObservation, EvidenceProblem, Observation, Trace } from '../../records/observation.ts';
import { inOrder } from '../shared/in-order.ts';
import { EVERYTHING } from '../shared/unknown-events.ts';
import { commandObservation, type Findings } from './drafts.ts';
import { mergeRoot } from './merge.ts';
import { decodeSession, sessionMeta } from './session.ts';
import type { SessionMeta } from './session-schemas.ts';
import { ALL_BUT_TERMINAL, type SessionState } from './session-state.ts';
import { decodeStream, type Stream } from './stream.ts';

/** The file of standard output in a trial folder. */
export const STDOUT = 'stdout.raw';

interface Log {
  readonly file: NativeFile;
  readonly meta: SessionMeta['payload'] | null;
}

const byPath = (a: NativeFile, b: NativeFile): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

/** The root thread: as standard output names it, else the only session that the logs know. */
function rootOf(stream: Stream | null, logs: readonly Log[]): string | null {
  if (stream !== null && stream.root !== null) return stream.root;
  const sessions = new Set(logs.flatMap(({ meta }) => (meta === null ? [] : [meta.session_id])));
  const [only, another] = [...sessions];
  return only !== undefined && another === undefined ? only : null;
}

function missing(stream: Stream | null): EvidenceProblem[] {
  const affects = [...EVERYTHING];
  if (stream === null) return [{ ref: null, message: `${STDOUT} is missing`, affects }];
  if (stream.root === null) return [{ ref: null, message: `${STDOUT} does not name its thread`, affects }];
  return [];
}

/** The logs of this run's session, decoded; the others are named and left alone. */
function ownSessions(logs: readonly Log[], root: string | null, problems: EvidenceProblem[]): SessionState[] {
  const own: SessionState[] = [];
  for (const { file, meta } of logs) {
    const ref = { file: file.path, line: 1 };
    if (meta === null) {
      const message = 'the log does not begin with its session, so nothing in it is used';
      problems.push({ ref, message, affects: [...ALL_BUT_TERMINAL] });
    } else if (meta.session_id !== root) {
      problems.push({
        ref,
        message: `the log belongs to another session (${meta.session_id}) and is ignored`,
        affects: [],
      });
    } else if (own.some((session) => session.thread === meta.id)) {
      const message = `a second log of thread ${meta.id} is ignored`;
      problems.push({ ref, message, affects: [...ALL_BUT_TERMINAL] });
    } else own.push(decodeSession(file, meta));
  }
  return own;
}

/** Threads that some record names and that left no log. The root's log alone confirms what the last message was. */
function withoutLog(root: string | null, sessions: readonly SessionState[], delegates: readonly DelegateObservation[]) {
  const named = new Set(delegates.map(({ delegate }) => delegate));
  if (root !== null) named.add(root);
  for (const { thread } of sessions) named.delete(thread);
  return [...named].map(
    (thread): EvidenceProblem => ({
      ref: null,
      message: `thread ${thread} left no session log`,
      affects: thread === root ? [...EVERYTHING] : [...ALL_BUT_TERMINAL],
    }),
  );
}

/**
 * When a delegate's result is noted later than the delegate ended (its parent waited), the time is that of the end.
 * A delegate that a path names is given its thread's id.
 */
function settle(one: DelegateObservation, sessions: readonly SessionState[]): DelegateObservation {
  const session = sessions.find(({ thread, path }) => thread === one.delegate || path === one.delegate);
  if (session === undefined) return one;
  const { at } = one;
  const ended = one.phase === 'returned' && at !== null ? session.ends.findLast((end) => end.at <= at)?.at : undefined;
  return { ...one, delegate: session.thread, at: ended ?? at };
}

function observationsOf(findings: Findings, thread: string | null): Observation[] {
  const commands = findings.commands.map((draft) => commandObservation(draft, thread));
  return [
    ...commands,
    ...findings.edits,
    ...findings.reads,
    ...findings.messages,
    ...findings.delegates,
    ...findings.others,
  ];
}

/**
 * Decodes one run. Standard output says how it ended and what the root said; the session logs say what each thread
 * did, what the model was shown, which model was asked for and what every response used. What only one of the two
 * shows is kept, and where both should agree and do not, that is a problem.
 */
export function decode(files: readonly NativeFile[]): Trace {
  const stdout = files.find(({ path }) => path === STDOUT);
  const logs = files
    .filter(({ path }) => path !== STDOUT && path.endsWith('.jsonl'))
    .sort(byPath)
    .map((file): Log => ({ file, meta: sessionMeta(file) }));
  const stream = stdout === undefined ? null : decodeStream(stdout);
  const root = rootOf(stream, logs);
  const problems = missing(stream);
  const sessions = ownSessions(logs, root, problems);
  const merged = mergeRoot(stream, sessions.find(({ thread }) => thread === root) ?? null);
  const others = sessions.filter(({ thread }) => thread !== root);
  const delegates = [merged, ...others].flatMap((one) => one.delegates).map((one) => settle(one, sessions));

  const trace = traceBuilder();
  const observations = [
    ...observationsOf({ ...merged, delegates: [] }, root),
    ...others.flatMap((session) => observationsOf({ ...session, delegates: [] }, session.thread)),
    ...delegates,
  ];
  for (const one of inOrder(observations, [STDOUT, ...logs.map(({ file }) => file.path)])) trace.observe(one);
  const found = [merged, ...others].flatMap((one) => one.problems);
  for (const one of [...problems, ...found, ...withoutLog(root, sessions, delegates)]) trace.problem(one);
  for (const { eventTypes } of stream === null ? sessions : [stream, ...sessions]) eventTypes.tell(trace);
  return trace.trace();
}
