/** Puts standard output and the session logs of one run together. */
import { type NativeFile, traceBuilder } from '../../records/harness.ts';
import type { EvidenceProblem, Observation, Trace } from '../../records/observation.ts';
import { Instant } from '../../records/scalars.ts';
import { inOrder } from '../shared/in-order.ts';
import { shape } from '../shared/shape.ts';
import { EVERYTHING } from '../shared/unknown-events.ts';
import { hiddenBy, observationOf } from './calls.ts';
import { delegatesOf } from './delegates.ts';
import { ALL_BUT_TERMINAL, decodeLog, type Log, type LogOwner, ownerOf } from './log.ts';
import { endProblems, mergeThread } from './merge.ts';
import { injectedReads } from './reads.ts';
import { decodeStream, type Stream, sessionOf } from './stream.ts';
import type { Response, Thread } from './thread.ts';

/** The file of standard output in a trial folder. */
export const STDOUT = 'stdout.raw';

const INSTANT = shape(Instant);

interface Owned {
  readonly file: NativeFile;
  readonly owner: LogOwner | null;
}

const byPath = (a: NativeFile, b: NativeFile): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

/** The session: as standard output names it, else the only one that the logs know. */
function rootOf(named: string | null, logs: readonly Owned[]): string | null {
  if (named !== null) return named;
  const [only, another] = [...new Set(logs.flatMap(({ owner }) => (owner === null ? [] : [owner.session])))];
  return only !== undefined && another === undefined ? only : null;
}

/** The logs of this run's session, decoded; the others are named and left alone. */
function ownLogs(logs: readonly Owned[], root: string | null, problems: EvidenceProblem[]): Map<string, Log> {
  const own = new Map<string, Log>();
  for (const { file, owner } of logs) {
    const ref = { file: file.path, line: 1 };
    const thread = owner === null ? null : (owner.agent ?? owner.session);
    if (owner === null || thread === null) {
      const message = 'the log does not name its session, so nothing in it is used';
      problems.push({ ref, message, affects: [...ALL_BUT_TERMINAL] });
    } else if (owner.session !== root) {
      const message = `the log belongs to another session (${owner.session}) and is ignored`;
      problems.push({ ref, message, affects: [] });
    } else if (own.has(thread)) {
      const message = `a second log of thread ${thread} is ignored`;
      problems.push({ ref, message, affects: [...ALL_BUT_TERMINAL] });
    } else own.set(thread, decodeLog(file, thread));
  }
  return own;
}

function usageOf(response: Response, thread: string, problems: EvidenceProblem[]): Observation[] {
  const { ref, tokens, tier, model, at } = response;
  if (tokens === null) {
    problems.push({ ref, message: 'the usage of a response has an unknown shape', affects: ['usage'] });
    return [];
  }
  if (response.stop === null) {
    const message = `response ${response.id} had not ended, so its usage is not final`;
    problems.push({ ref, message, affects: ['usage'] });
  }
  const instant = INSTANT.safeParse(at);
  const usage = {
    model,
    provider: null,
    at: instant.success ? instant.data : null,
    tokens,
    serviceTier: tier,
    reportedNanoUsd: null,
  };
  return [{ kind: 'usage', ref, thread, total: false, usage }];
}

/** The models of a thread, asked for and answered, each time one of them changes. */
function modelsOf(thread: Thread): Observation[] {
  const seen: Observation[] = [];
  let [requested, served]: [string | null, string | null] = [null, null];
  for (const { ref, requested: asked, model } of thread.responses.values()) {
    const base = { kind: 'model' as const, ref, thread: thread.id };
    if (asked !== null && asked !== requested) seen.push({ ...base, id: asked, role: 'requested' });
    if (model !== served) seen.push({ ...base, id: model, role: 'served' });
    [requested, served] = [asked ?? requested, model];
  }
  return seen;
}

/** What one thread shows. `counted` holds the responses so far: a log may repeat those of the thread it grew from. */
function threadObservations(thread: Thread, counted: Set<string>, problems: EvidenceProblem[]): Observation[] {
  const calls = [...thread.calls.values()];
  for (const call of calls) {
    const hidden = hiddenBy(call, thread);
    if (hidden !== null) problems.push(hidden);
  }
  const responses = [...thread.responses.values()].filter(({ id }) => !counted.has(id));
  for (const { id } of responses) counted.add(id);
  // Standard output holds the usage of a response as it stood at its start: only logs have the final one.
  const logged = thread.file === '' ? [] : responses;
  return [
    ...calls.flatMap((call) => observationOf(call, thread) ?? []),
    ...injectedReads(thread),
    ...thread.texts.map(({ ref, text, at }): Observation => ({ kind: 'message', ref, thread: thread.id, text, at })),
    ...logged.flatMap((response) => usageOf(response, thread.id, problems)),
    ...modelsOf(thread),
  ];
}

/** Delegates that some record names and that left no log. */
function withoutLog(threads: readonly string[], logs: ReadonlyMap<string, Log>): EvidenceProblem[] {
  return threads
    .filter((thread) => !logs.has(thread))
    .map((thread) => ({ ref: null, message: `delegate ${thread} left no log`, affects: [...ALL_BUT_TERMINAL] }));
}

function merged(stream: Stream | null, logs: ReadonlyMap<string, Log>, root: string, problems: EvidenceProblem[]) {
  const threads = new Map<string, Thread>();
  for (const id of new Set([root, ...(stream?.threads.keys() ?? []), ...logs.keys()])) {
    const both = mergeThread(stream?.threads.get(id) ?? null, logs.get(id)?.thread ?? null, id === root);
    if (both === null) continue;
    threads.set(id, both[0]);
    problems.push(...both[1]);
  }
  return threads;
}

/**
 * Decodes one run. Standard output says how each turn ended and what the session used as a whole; the logs say what
 * each thread did, what the model was shown and what every response used. What only one of the two shows is kept, and
 * where both should agree and do not, that is a problem.
 */
export function decode(files: readonly NativeFile[]): Trace {
  const stdout = files.find(({ path }) => path === STDOUT);
  const logFiles = files.filter(({ path }) => path !== STDOUT && path.endsWith('.jsonl')).sort(byPath);
  const owned = logFiles.map((file): Owned => ({ file, owner: ownerOf(file) }));
  const root = rootOf(stdout === undefined ? null : sessionOf(stdout), owned);
  const problems: EvidenceProblem[] = [];
  const logs = ownLogs(owned, root, problems);
  const threadLogs = new Map([...logs].map(([id, { thread }]) => [id, thread]));
  const stream = stdout === undefined ? null : decodeStream(stdout, threadLogs);
  if (stream === null || stream.root === null) {
    const message = stream === null ? `${STDOUT} is missing` : `${STDOUT} does not name its session`;
    problems.push({ ref: null, message, affects: [...EVERYTHING] });
  }
  problems.push(...(stream?.problems ?? []), ...[...logs.values()].flatMap((log) => log.problems));
  const rootLog = root === null ? null : (logs.get(root)?.thread ?? null);
  problems.push(...endProblems(rootLog, stream?.results ?? 0, stream?.answer ?? null));
  const threads = merged(stream, logs, root ?? '', problems);
  const started = stream?.started ?? [];
  const delegates = delegatesOf({ root: root ?? '', started, threads });
  const named = new Set([...started, ...delegates].map(({ delegate }) => delegate));
  problems.push(...withoutLog([...named], logs));

  const counted = new Set<string>();
  const seen = [...threads.values()].flatMap((thread) => threadObservations(thread, counted, problems));
  // Standard output tells of the same retries as the log of the root, under other ids.
  const told = (stream?.others ?? []).filter(
    (one) => rootLog === null || one.kind !== 'turn' || one.state !== 'retrying',
  );
  const retries = [...logs.values()].flatMap((log) => log.retries);
  const trace = traceBuilder();
  const order = [STDOUT, ...logFiles.map(({ path }) => path)];
  for (const one of inOrder([...told, ...retries, ...seen, ...delegates], order)) trace.observe(one);
  for (const problem of problems) trace.problem(problem);
  for (const { eventTypes } of stream === null ? logs.values() : [stream, ...logs.values()]) eventTypes.tell(trace);
  return trace.trace();
}
