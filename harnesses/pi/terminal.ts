import type { ExitFacts, Terminal } from '../../records/harness.ts';
import type { Trace, TurnObservation } from '../../records/observation.ts';
import type { Cause } from '../../records/terms.ts';
import { type Blocked, blocked, endedBadly, stoppedFromOutside } from '../shared/exit.ts';

/** Causes by the words of a failure that has no status. The first match counts. */
const CAUSES: readonly (readonly [Cause, RegExp])[] = [
  ['auth', /unauthori[sz]ed|forbidden|api.?key|authentication/i],
  ['rate_limit', /too many requests|rate.?limit|quota|insufficient credit/i],
  [
    'provider',
    /overloaded|connect|network|timed? ?out|(server|internal).?error|terminated|stream|socket|fetch failed|ECONN/i,
  ],
];

/** The cause behind an error message of pi: most begin with the status of the answer (`401 The key was refused`). */
export function causeOfFailure(message: string): Cause {
  const status = Number(/^(?:Error: )?(\d{3})\b/.exec(message)?.[1] ?? 0);
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limit';
  if (status >= 500 && status < 600) return 'provider';
  if (status >= 400) return 'cli_error';
  return CAUSES.find(([, pattern]) => pattern.test(message))?.[0] ?? 'cli_error';
}

function lastTurn(trace: Trace): TurnObservation | null {
  const found = trace.observations.findLast(({ kind }) => kind === 'turn');
  return found?.kind === 'turn' ? found : null;
}

/** pi exits with 0 whatever the model's side did: only the last end of the agent tells. */
function failureOf(trace: Trace): Blocked | null {
  const last = lastTurn(trace);
  if (last?.state !== 'failed') return null;
  const message = last.message ?? 'the run failed and gave no reason';
  return { cause: causeOfFailure(message), detail: message };
}

/** The deadline with what pi was waiting for. */
function stopped(trace: Trace, exit: ExitFacts): Blocked | null {
  const why = stoppedFromOutside(exit);
  const last = lastTurn(trace);
  if (why?.cause !== 'deadline' || last?.state !== 'retrying') return why;
  return { ...why, detail: `${why.detail} while it repeated a failed request: ${last.message ?? 'no reason given'}` };
}

/** What the evidence lacks for a success, or null when it lacks nothing. */
function incomplete(trace: Trace): Blocked | null {
  const hidden = trace.problems.find(({ affects }) => affects.includes('terminal'));
  if (hidden !== undefined) {
    const place = hidden.ref === null ? '' : `${hidden.ref.file}:${hidden.ref.line}: `;
    return { cause: 'incomplete', detail: `${place}${hidden.message}` };
  }
  if (lastTurn(trace)?.state === 'completed') return null;
  return { cause: 'incomplete', detail: 'standard output does not say that the agent ended' };
}

/** The text of the last answer: a remark before a tool call is no answer. */
function finalMessage(trace: Trace): string | null {
  const asked = trace.observations.findLastIndex((one) => one.kind === 'model' && one.role === 'requested');
  const texts = trace.observations.slice(asked + 1).flatMap((one) => (one.kind === 'message' ? [one.text] : []));
  const text = texts.join('\n');
  return text.trim() === '' ? null : text;
}

/**
 * Success is a last end of the agent whose last answer stopped by itself and has a text, exit code 0, and a stream
 * without holes that could hide the end. pi exits with 0 after a failed request and after an empty answer, too.
 */
export function terminal(trace: Trace, exit: ExitFacts): Terminal {
  const finalText = finalMessage(trace);
  const why = stopped(trace, exit) ?? failureOf(trace) ?? endedBadly(exit) ?? incomplete(trace);
  if (why !== null) return blocked(why, finalText);
  if (finalText === null) return blocked({ cause: 'cli_error', detail: 'pi ended with an empty answer' }, null);
  return { state: 'success', finalText };
}
