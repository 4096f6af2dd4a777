import type { ExitFacts, Terminal } from '../../records/harness.ts';
import type { Observation, Trace } from '../../records/observation.ts';
import type { Cause } from '../../records/terms.ts';
import { type Blocked, blocked, endedBadly, stoppedFromOutside } from '../shared/exit.ts';
import { STDOUT } from './decode.ts';

/** Causes by the words of a failed turn that names no status. The first match counts. */
const CAUSES: readonly (readonly [Cause, RegExp])[] = [
  ['auth', /unauthori[sz]ed|forbidden|missing environment variable|not logged in|api key/i],
  ['rate_limit', /too many requests|rate limit|usage limit|quota|out of credits|spend cap/i],
  ['provider', /stream disconnected|connection failed|high demand|high load|overloaded|timed? ?out|network/i],
];

function causeOfStatus(status: number): Cause {
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limit';
  return status >= 500 ? 'provider' : 'cli_error';
}

/**
 * The cause behind a failed turn's message. Codex gives no status field, only text such as `unexpected status 401 …`;
 * a status of 500 it replaces by words. `cli_error` where the message tells nothing more.
 */
export function causeOfFailure(message: string): Cause {
  const status = /\bstatus:? (\d{3})\b/.exec(message)?.[1];
  if (status !== undefined) return causeOfStatus(Number(status));
  return CAUSES.find(([, pattern]) => pattern.test(message))?.[0] ?? 'cli_error';
}

/** The root thread's id as standard output names it; null also when nothing was printed. */
export function rootThread(trace: Trace): string | null {
  return trace.observations.find(({ ref }) => ref.file === STDOUT)?.thread ?? null;
}

function failureOf(turns: readonly Observation[]): Blocked | null {
  const failed = turns.findLast((one) => one.kind === 'turn' && one.state === 'failed');
  if (failed?.kind !== 'turn') return null;
  const message = failed.message ?? 'the turn failed and gave no reason';
  return { cause: causeOfFailure(message), detail: message };
}

/** What the evidence lacks for a success, or null when it lacks nothing. */
function incomplete(trace: Trace): Blocked | null {
  const ended = trace.observations.some(
    (one) => one.kind === 'turn' && one.state === 'completed' && one.ref.file === STDOUT,
  );
  if (!ended) return { cause: 'incomplete', detail: 'the program ended without saying that its turn was completed' };
  const hidden = trace.problems.find(({ affects }) => affects.includes('terminal'));
  if (hidden === undefined) return null;
  const place = hidden.ref === null ? '' : `${hidden.ref.file}:${hidden.ref.line}: `;
  return { cause: 'incomplete', detail: `${place}${hidden.message}` };
}

/**
 * The final message, or null when there is none. The session log knows better than standard output: after remarks
 * between tool calls and an empty last answer, it says that the turn ended without a message.
 */
function finalMessage(own: readonly Observation[]): string | null {
  const logged = own.findLast((one) => one.kind === 'turn' && one.state === 'completed' && one.ref.file !== STDOUT);
  if (logged?.kind === 'turn' && (logged.message ?? '').trim() === '') return null;
  const last = own.findLast((one) => one.kind === 'message' && one.ref.file === STDOUT);
  return last?.kind === 'message' && last.text.trim() !== '' ? last.text : null;
}

/**
 * Success is a turn that standard output calls completed, no failed turn of the root, exit code 0, a record without
 * holes that could hide the end, and a final message that is not empty. Retry notices and warnings are no failures.
 * Codex exits with 0 after an empty answer: that is `cli_error`.
 */
export function terminal(trace: Trace, exit: ExitFacts): Terminal {
  const root = rootThread(trace);
  const own = trace.observations.filter((one) => one.thread === root || one.ref.file === STDOUT);
  const finalText = finalMessage(own);
  const why = stoppedFromOutside(exit) ?? failureOf(own) ?? endedBadly(exit) ?? incomplete(trace);
  if (why !== null) return blocked(why, finalText);
  if (finalText === null) {
    return blocked({ cause: 'cli_error', detail: 'Codex ended its turn with an empty answer' }, null);
  }
  return { state: 'success', finalText };
}
