/** Puts standard output and the chat logs of one run together. */
import { type NativeFile, traceBuilder } from '../../records/harness.ts';
import type { EvidenceProblem, Observation, Trace } from '../../records/observation.ts';
import { inOrder } from '../shared/in-order.ts';
import { EVERYTHING } from '../shared/unknown-events.ts';
import type { ToolDraft } from './drafts.ts';
import type { Header } from './schemas.ts';
import { ALL_BUT_TERMINAL, decodeSession, headerOf, type Session } from './session.ts';
import { decodeStream, type Stream, sessionOf } from './stream.ts';

/** The file of standard output in a trial folder. */
export const STDOUT = 'stdout.raw';

interface Log {
  readonly file: NativeFile;
  readonly header: Header | null;
}

const byPath = (a: NativeFile, b: NativeFile): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

/** The session of the run: as standard output names it, else the only one that the logs know. */
function rootOf(named: string | null, logs: readonly Log[]): string | null {
  if (named !== null) return named;
  const mains = logs.flatMap(({ header }) => (header === null || header.kind === 'subagent' ? [] : [header.sessionId]));
  const [only, another] = [...new Set(mains)];
  return only !== undefined && another === undefined ? only : null;
}

function missing(stream: Stream | null): EvidenceProblem[] {
  const affects = [...EVERYTHING];
  if (stream === null) return [{ ref: null, message: `${STDOUT} is missing`, affects }];
  if (stream.root === null) return [{ ref: null, message: `${STDOUT} does not name its session`, affects }];
  if (stream.toolCalls === null) return [{ ref: null, message: `${STDOUT} lacks its last line`, affects }];
  return [];
}

/** A delegate's log lies in a folder with the name of the session that it belongs to. */
function belongs({ file, header }: Log, root: string | null): boolean {
  if (header === null || root === null) return false;
  return header.kind === 'subagent' ? file.path.split('/').includes(root) : header.sessionId === root;
}

/** The logs of this run, decoded; the others are named and left alone. */
function ownSessions(logs: readonly Log[], root: string | null, problems: EvidenceProblem[]): Session[] {
  const starts = new Map(logs.flatMap(({ header }) => (header === null ? [] : [[header.sessionId, header.startTime]])));
  const own: Session[] = [];
  for (const log of logs) {
    const { file, header } = log;
    const ref = { file: file.path, line: 1 };
    if (header === null) {
      const message = 'the log does not begin with its session, so nothing in it is used';
      problems.push({ ref, message, affects: [...ALL_BUT_TERMINAL] });
    } else if (!belongs(log, root)) {
      const message = `the log belongs to another session (${header.sessionId}) and is ignored`;
      problems.push({ ref, message, affects: [] });
    } else if (own.some(({ thread }) => thread === header.sessionId)) {
      const message = `a second log of agent ${header.sessionId} is ignored`;
      problems.push({ ref, message, affects: [...ALL_BUT_TERMINAL] });
    } else own.push(decodeSession(file, header, (delegate) => starts.get(delegate) ?? null));
  }
  return own;
}

/** Agents that some record names and that left no log. The first agent's log alone confirms what was said last. */
function withoutLog(root: string | null, sessions: readonly Session[], observations: readonly Observation[]) {
  const named = new Set<string>();
  for (const one of observations) if (one.kind === 'delegate') named.add(one.delegate);
  if (root !== null) named.add(root);
  for (const { thread } of sessions) named.delete(thread);
  return [...named].map(
    (thread): EvidenceProblem => ({
      ref: null,
      message: `agent ${thread} left no chat log`,
      affects: thread === root ? [...EVERYTHING] : [...ALL_BUT_TERMINAL],
    }),
  );
}

/** Calls that only standard output shows. What came of one that had ended is then not known. */
function onlyOnStream(stream: Stream, log: Session | null, problems: EvidenceProblem[]): ToolDraft[] {
  const only = [...stream.tools.values()].filter(({ id }) => log === null || !log.tools.has(id));
  for (const { ref, ended } of only) {
    const message = 'the chat log lacks this tool call, so what came of it is not known';
    if (ended) problems.push({ ref, message, affects: ['commands', 'reads', 'edits', 'delegation'] });
  }
  return only;
}

/**
 * What was said last must stand in both records: pieces of it may be missing on either. Tool calls are counted on
 * standard output over all agents.
 */
function contradictions(stream: Stream, root: Session | undefined, sessions: readonly Session[]): EvidenceProblem[] {
  const found: EvidenceProblem[] = [];
  if (stream.toolCalls === null) return found;
  const completed = stream.others.some((one) => one.kind === 'turn' && one.state === 'completed');
  if (completed && root !== undefined && root.lastText?.trim() !== stream.said.trim()) {
    const message = 'the last message on standard output is not the last message of the chat log';
    found.push({ ref: null, message, affects: ['messages', 'terminal'] });
  }
  const logged = sessions.reduce((sum, { tools }) => sum + tools.size, 0);
  if (logged < stream.toolCalls) {
    const message = `standard output counts ${stream.toolCalls} tool calls where the chat logs show ${logged}`;
    found.push({ ref: null, message, affects: ['commands', 'reads', 'edits', 'delegation'] });
  }
  return found;
}

/**
 * Decodes one run. Standard output says how it ended, what the first agent said, and totals over all agents; the chat
 * logs say what each agent did, what the model was shown, which model was asked for and what every response used. What
 * only one of the two shows is kept, and where both should agree and do not, that is a problem.
 */
export function decode(files: readonly NativeFile[]): Trace {
  const stdout = files.find(({ path }) => path === STDOUT);
  const logs = files
    .filter(({ path }) => path !== STDOUT && path.endsWith('.jsonl'))
    .sort(byPath)
    .map((file): Log => ({ file, header: headerOf(file) }));
  const root = rootOf(stdout === undefined ? null : sessionOf(stdout), logs);
  const found: EvidenceProblem[] = [];
  const sessions = ownSessions(logs, root, found);
  const first = sessions.find(({ thread }) => thread === root);
  const stream = stdout === undefined ? null : decodeStream(stdout, (id) => first?.tools.has(id) === true);
  const problems = [...missing(stream), ...found];
  const tools = stream === null ? [] : onlyOnStream(stream, first ?? null, problems);
  const records = stream === null ? sessions : [stream, ...sessions];
  const observations: Observation[] = [];
  for (const one of tools) observations.push(...one.observations);
  for (const session of sessions) for (const one of session.tools.values()) observations.push(...one.observations);
  for (const { others } of records) for (const one of others) observations.push(one);
  if (stream !== null) problems.push(...contradictions(stream, first, sessions));
  problems.push(...records.flatMap((one) => one.problems), ...withoutLog(root, sessions, observations));

  const trace = traceBuilder();
  for (const one of inOrder(observations, [STDOUT, ...logs.map(({ file }) => file.path)])) trace.observe(one);
  for (const one of problems) trace.problem(one);
  for (const { eventTypes } of records) eventTypes.tell(trace);
  return trace.trace();
}
