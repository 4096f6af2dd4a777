/** A decoded stream for a person in a terminal: how it ended, what it used, who worked, and every observation by line. */
import type { DecodedStream, DelegateLife } from '../records/decoded-stream.ts';
import type { EvidenceProblem, LineRef, Observation, ReadObservation } from '../records/observation.ts';
import type { RequestUsage, Tokens } from '../records/usage.ts';
import { forTerminal } from './escape.ts';
import { plural } from './numbers.ts';
import { plainColumns } from './plain-columns.ts';
import { CAUSE_WORDS } from './words.ts';

/** Observations and problems that are listed; the document of `--json` holds all. */
const MOST_LINES = 500;

/** The whole text, without a final line break. `width` is the width of the terminal in columns. */
export function traceText(decoded: DecodedStream, width: number): string {
  const { trace } = decoded;
  const names = shortNames(decoded);
  const place: Place = ({ file, line }) => `${names.get(file) ?? forTerminal(file, 80)}:${line}`;
  const files = [...names].map(([file, name]) => [name, forTerminal(file, 300)]);
  return [
    ...plainColumns(facts(decoded), new Set(), width),
    ...block('Files', files, width),
    ...block(
      'Delegates',
      decoded.delegates.map((life) => delegate(life, place)),
      width,
    ),
    ...block(
      'Observations',
      trace.observations.map((one) => [place(one.ref), one.kind, said(one)]),
      width,
    ),
    ...block(
      'Problems',
      trace.problems.map((one) => problem(one, place)),
      width,
    ),
  ].join('\n');
}

type Place = (ref: LineRef) => string;

const STREAMS: Readonly<Record<string, string>> = { 'stdout.raw': 'out', 'stderr.raw': 'err', 'final.raw': 'final' };

/** A short name for every file that is referred to: session logs have long ones. */
function shortNames({ trace, delegates }: DecodedStream): ReadonlyMap<string, string> {
  const refs = [
    ...trace.observations.map(({ ref }) => ref),
    ...trace.problems.map(({ ref }) => ref),
    ...delegates.flatMap(({ started, returned }) => [started, returned]),
  ];
  const names = new Map<string, string>();
  let logs = 0;
  for (const ref of refs) {
    if (ref !== null && !names.has(ref.file)) names.set(ref.file, STREAMS[ref.file] ?? `log${++logs}`);
  }
  return names;
}

function facts(decoded: DecodedStream): readonly (readonly string[])[] {
  const { terminal, trace, usage } = decoded;
  const events = Object.values(trace.eventTypes).reduce((sum, count) => sum + count, 0);
  const lost = trace.problems.length === 0 ? 'nothing unexplained' : plural(trace.problems.length, 'problem');
  return [
    ['Harness', decoded.harness],
    ['Ended', ended(decoded)],
    ['Final message', terminal.finalText === null ? 'none' : forTerminal(terminal.finalText)],
    ['Models', decoded.modelsServed.length === 0 ? 'not in the record' : decoded.modelsServed.map(short).join(', ')],
    ['Usage', `${coverage(decoded)}${usage.inconsistent === null ? '' : `; ${short(usage.inconsistent)}`}`],
    ...usage.requests.slice(0, 50).map((request) => ['', usageLine(request)]),
    ['Events', `${plural(events, 'event')} of ${plural(Object.keys(trace.eventTypes).length, 'type')}; ${lost}`],
    ...unseen(decoded),
  ];
}

/** Types of events that no capture of the decoder's version holds: what they show may be more than was decoded. */
function unseen({ events }: DecodedStream): readonly (readonly string[])[] {
  if (events === null || events === undefined || events.unseen.length === 0) return [];
  const named = events.unseen.slice(0, 8).map(short).join(', ');
  const more = events.unseen.length > 8 ? ` and ${events.unseen.length - 8} more` : '';
  return [['New to us', `${named}${more} (in no capture of version ${short(events.version)})`]];
}

function ended({ terminal, exit, exitSource }: DecodedStream): string {
  const how = exit.signal === null ? `exit code ${exit.exitCode ?? 'unknown'}` : `signal ${exit.signal}`;
  const known =
    exitSource === 'assumed' ? `${how} assumed: name it with --exit-code or --signal` : `${how}, ${exitSource}`;
  if (terminal.cause === null) return `success (${known})`;
  return `blocked: ${terminal.cause}, ${CAUSE_WORDS[terminal.cause]}: ${short(terminal.detail ?? '')} (${known})`;
}

function coverage({ usage }: DecodedStream): string {
  if (usage.coverage === 'unknown') return 'unknown';
  const entries = plural(usage.requests.length, usage.totals ? 'total' : 'request');
  const part = usage.coverage === 'complete' ? 'complete' : 'at least this (the record is not whole)';
  return `${part}, ${entries}, from the ${usage.source}`;
}

const PARTS: readonly (readonly [keyof Tokens, string])[] = [
  ['uncachedInput', 'input'],
  ['cacheRead', 'read from cache'],
  ['cacheWrite5m', 'written to cache (5 min)'],
  ['cacheWrite1h', 'written to cache (1 h)'],
  ['output', 'output'],
  ['reasoningWithinOutput', 'of it reasoning'],
];

/** Parts that were reported and are not 0, input and output always; what was not reported is "unknown", never 0. */
function usageLine({ model, tokens }: RequestUsage): string {
  const parts = PARTS.filter(([key]) => tokens[key] !== 0 || key === 'uncachedInput' || key === 'output');
  const said = parts.map(([key, word]) => `${tokens[key] ?? 'unknown'} ${word}`);
  return `${model === null ? 'model unknown' : short(model)}: ${said.join(', ')}`;
}

function delegate(life: DelegateLife, place: Place): readonly string[] {
  const start = life.started === null ? 'start not seen' : `started ${place(life.started)}`;
  const end = life.returned === null ? 'never returned' : `returned ${place(life.returned)}`;
  const model = life.model === null ? '' : ` (${short(life.model)})`;
  return [
    short(life.delegate),
    start,
    end,
    life.result === null ? `no result shown${model}` : short(life.result) + model,
  ];
}

function said(one: Observation): string {
  switch (one.kind) {
    case 'command':
      return `${one.exitCode === null ? 'no end seen' : `exit ${one.exitCode}`}  ${short(one.text)}`;
    case 'message':
      return short(one.text);
    case 'read':
      return readSaid(one);
    case 'edit':
      return `${one.change} ${short(one.path)}`;
    case 'model':
      return `${one.role} ${short(one.id)}`;
    case 'usage':
      return `${one.total ? 'total so far' : 'one request'}, ${usageLine(one.usage)}`;
    case 'delegate':
      return `${one.phase} ${short(one.delegate)}  ${short((one.phase === 'started' ? one.prompt : one.result) ?? '')}`;
    case 'turn':
      return `${one.state}${one.message === null ? '' : `  ${short(one.message)}`}`;
  }
}

const VIA = { tool: '', skill: 'by skill, ', injected: 'put there by the CLI, ' };

function readSaid({ via, path, skill, done, content, cut }: ReadObservation): string {
  const end = done === null ? 'no end seen' : done ? 'done' : 'failed';
  const shown = content === null ? 'what was shown is not in the record' : plural(content.length, 'character');
  return `${VIA[via]}${end}  ${short(path ?? skill ?? 'no path recorded')}  ${shown}${cut === true ? ', cut' : ''}`;
}

function problem({ ref, message, affects }: EvidenceProblem, place: Place): readonly string[] {
  const may = affects.length === 0 ? 'hides nothing that is checked' : `may hide ${affects.join(', ')}`;
  return [ref === null ? 'a missing file' : place(ref), `${short(message)} (${may})`];
}

function block(title: string, rows: readonly (readonly string[])[], width: number): readonly string[] {
  if (rows.length === 0) return ['', `${title}: none`];
  const lines = plainColumns(rows.slice(0, MOST_LINES), new Set(), width - 2).map((line) => `  ${line}`);
  const more = rows.length > MOST_LINES ? [`  … ${rows.length - MOST_LINES} more: see --json`] : [];
  return ['', `${title} (${rows.length})`, ...lines, ...more];
}

function short(text: string): string {
  return forTerminal(text, 200);
}
