/** Puts the two records of one thread together: standard output and the session log. */
import type { EvidenceProblem, LineRef } from '../../records/observation.ts';
import { EVERYTHING } from '../shared/unknown-events.ts';
import { ALL_BUT_TERMINAL } from './log.ts';
import type { Thread } from './thread.ts';

const named = (ref: LineRef, message: string): EvidenceProblem => ({ ref, message, affects: [...ALL_BUT_TERMINAL] });

/** Records that one of the two has and the other lacks; a log holds all, standard output those of the root. */
function gaps(shown: Thread, log: Thread, root: boolean): EvidenceProblem[] {
  const unlogged = [...shown.shared.values()].map(({ ref }) => named(ref, 'the session log lacks this record'));
  if (!root) return unlogged;
  const unshown = [...log.shared.values()]
    .filter((one) => !one.shown)
    .map(({ ref }) => named(ref, 'standard output lacks this record'));
  return [...unlogged, ...unshown];
}

/** Both records of a thread as one: the log where it has something, standard output for what it lacks. */
export function mergeThread(
  shown: Thread | null,
  log: Thread | null,
  root: boolean,
): [Thread, EvidenceProblem[]] | null {
  if (log === null || shown === null) {
    const only = log ?? shown;
    return only === null ? null : [only, []];
  }
  for (const [id, call] of shown.calls) {
    const known = log.calls.get(id);
    if (known === undefined) log.calls.set(id, call);
    else known.given ??= call.given;
  }
  const uuids = new Set(log.texts.map(({ uuid }) => uuid));
  log.texts.push(...shown.texts.filter(({ uuid }) => !uuids.has(uuid)));
  return [log, gaps(shown, log, root)];
}

/**
 * What may hide the root's end: its log must finish with an answer, and with the one that standard output calls the
 * result. A turn whose result line is missing is told by the log.
 */
export function endProblems(log: Thread | null, results: number, answer: string | null): EvidenceProblem[] {
  const affects = [...EVERYTHING];
  if (log === null) return [{ ref: null, message: 'the session left no log', affects }];
  if (log.answers > results) {
    const message = `standard output tells of ${results} turns that ended and the log of ${log.answers}`;
    return [{ ref: null, message, affects }];
  }
  if (results === 0) {
    const message = 'the run had not ended when standard output stopped';
    return [{ ref: null, message, affects }];
  }
  const last = log.texts.at(-1)?.text.trim() ?? '';
  if ((answer ?? '').trim() === '' || (log.ended && last === answer?.trim())) return [];
  return [{ ref: null, message: 'the session log does not end with the result of standard output', affects }];
}
