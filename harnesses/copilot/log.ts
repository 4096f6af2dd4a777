/** Reads a session log of Copilot: one file for the whole session, delegates included. */
import type { NativeFile } from '../../records/harness.ts';
import type { LineRef } from '../../records/observation.ts';
import type { Tokens } from '../../records/usage.ts';
import { addTokens, NO_TOKENS } from '../../records/usage-parts.ts';
import { jsonRecords } from '../shared/json-lines.ts';
import { EVERYTHING } from '../shared/unknown-events.ts';
import { readEvent } from './events.ts';
import { type Mark, markOf, sameMark } from './mark.ts';
import { type CopilotTokens, Envelope, Shutdown } from './schemas.ts';
import { type Event, emptyRun, MAIN, type Run, tell } from './state.ts';
import { disjoint } from './tokens.ts';

/** Events that stand in the log and never on standard output. */
const LOG_ONLY = new Set([
  ...['session.start', 'session.usage_record', 'session.shutdown', 'session.permissions_changed'],
  ...['session.model_change', 'system.message', 'permission.requested', 'permission.completed'],
  ...['skill.invoked', 'skill.context_delivered_ref'],
]);

/** A session log: what it shows, and how it agrees with standard output. */
export interface Log {
  readonly file: NativeFile;
  readonly run: Run;
  /** Ids of its events that standard output has too. */
  readonly shared: Set<string>;
  /** Count of its events that standard output should have and has not. */
  lost: number;
}

/** What was used by all requests of a model. */
interface Sum {
  count: number;
  tokens: Tokens | null;
}

function sumsOf(run: Run): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const one of run.observations) {
    if (one.kind !== 'usage') continue;
    const model = one.usage.model ?? '';
    const before = sums.get(model) ?? { count: 0, tokens: null };
    const tokens = before.tokens === null ? one.usage.tokens : addTokens(before.tokens, one.usage.tokens);
    sums.set(model, { count: before.count + 1, tokens });
  }
  return sums;
}

const sameTokens = (sum: Tokens, stated: CopilotTokens): boolean =>
  JSON.stringify(sum) === JSON.stringify(disjoint(stated).tokens);

/** The sums that Copilot writes at its end must be those of the requests, or a line is missing or wrong. */
function compareSums(run: Run, event: Event): void {
  const found = Shutdown.safeParse(event.data);
  const stated = found.success
    ? (found.data.accountingSnapshot?.modelMetrics ?? found.data.modelMetrics ?? null)
    : null;
  if (stated === null) {
    tell(run, event.ref, 'the end of the session states no sums', ['usage']);
    return;
  }
  const sums = sumsOf(run);
  const models = new Set([...sums.keys(), ...Object.keys(stated)]);
  for (const model of models) {
    const [sum, metrics] = [sums.get(model), stated[model]];
    const same =
      sum?.count === metrics?.requests.count &&
      metrics !== undefined &&
      sameTokens(sum?.tokens ?? NO_TOKENS, metrics.usage);
    if (!same) tell(run, event.ref, `the requests of ${model} do not make up its sum`, ['usage']);
  }
}

/** Compares an event with the one of the same id on standard output. */
function compare(log: Log, printed: ReadonlyMap<string, Mark>, id: string, event: Event): void {
  if (LOG_ONLY.has(event.type)) return;
  const mark = printed.get(id);
  if (mark === undefined) log.lost += 1;
  else {
    log.shared.add(id);
    if (!sameMark(mark, markOf(event))) tell(log.run, event.ref, 'standard output says something else', EVERYTHING);
  }
}

/** A line and the one that it names as the one before it. */
interface Link {
  readonly ref: LineRef;
  readonly id: string;
  readonly parentId: string | null;
}

/** Most lines that two writers of the program, at work at once, put between a line and the one it names. */
const NEAR = 4;

/**
 * Lines that name none of the lines around them, one that another line names already, or that stand there twice: a line
 * is missing, was moved, was put in or repeated.
 */
function brokenLinks(chain: readonly Link[]): readonly LineRef[] {
  const places = new Map(chain.map(({ id }, at) => [id, at]));
  const [ids, named] = [new Set<string>(), new Set<string>()];
  return chain.flatMap(({ ref, id, parentId }, at) => {
    const again = ids.has(id) || (parentId !== null && named.has(parentId));
    ids.add(id);
    if (parentId !== null) named.add(parentId);
    if (again) return [ref];
    if (parentId === null) return at === 0 ? [] : [ref];
    const place = places.get(parentId);
    return place !== undefined && place !== at && Math.abs(at - place) <= NEAR ? [] : [ref];
  });
}

/**
 * Everything that a session log shows, in the order of its lines. Each line names the one before it, and standard output
 * has most of its events, too: the agent's own commands can write to the log, but not to what was already printed.
 */
export function readLog(file: NativeFile, printed: ReadonlyMap<string, Mark>): Log {
  const log: Log = { file, run: emptyRun(), shared: new Set(), lost: 0 };
  const { run } = log;
  const chain: Link[] = [];
  for (const record of jsonRecords(file, EVERYTHING, (problem) => run.problems.push(problem))) {
    run.eventTypes.push(`log:${record.type}`);
    const envelope = Envelope.safeParse(record.value);
    if (!envelope.success) {
      tell(run, record.ref, 'the line is no event of a session', EVERYTHING);
      continue;
    }
    const { id, parentId = null, timestamp: at, agentId, data } = envelope.data;
    chain.push({ ref: record.ref, id, parentId });
    const event = { ref: record.ref, type: record.type, thread: agentId ?? MAIN, at, data };
    compare(log, printed, id, event);
    readEvent(run, event);
    run.shut = record.type === 'session.shutdown';
    if (run.shut) compareSums(run, event);
  }
  for (const ref of brokenLinks(chain))
    tell(run, ref, 'the line before this one is missing or out of order', EVERYTHING);
  if (!run.shut) tell(run, null, 'the session log stops before the session was shut down', EVERYTHING);
  return log;
}
