import type { ExitFacts, Terminal } from '../../records/harness.ts';
import type { Trace } from '../../records/observation.ts';
import type { Cause } from '../../records/terms.ts';
import { type Blocked, blocked, endedBadly, stoppedFromOutside } from '../shared/exit.ts';
import { STDOUT } from './decode.ts';

/** Causes by the words of a failure that names no status. The first match counts. */
const CAUSES: readonly (readonly [Cause, RegExp])[] = [
  ['auth', /unauthenticated|permission.denied|api key|invalid auth|login|credentials/i],
  ['rate_limit', /resource.exhausted|too many requests|rate limit|quota/i],
  ['provider', /terminated|fetch failed|socket|econn|network|timed? ?out|overloaded|unavailable|internal|stream/i],
];

function causeOfStatus(status: number): Cause {
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limit';
  return status >= 500 ? 'provider' : 'cli_error';
}

/** The cause behind a failure's message, which quotes the provider's answer with its status where there was one. */
export function causeOfFailure(message: string): Cause {
  const status = /"code\\*":\s*(\d{3})\b/.exec(message)?.[1] ?? /\bstatus:? (\d{3})\b/i.exec(message)?.[1];
  if (status !== undefined) return causeOfStatus(Number(status));
  return CAUSES.find(([, pattern]) => pattern.test(message))?.[0] ?? 'cli_error';
}

/** Exit code of the CLI when it has no valid login and has not begun: nothing stands on standard output then. */
const NO_LOGIN = 41;

function failureOf(trace: Trace, exit: ExitFacts): Blocked | null {
  const failed = trace.observations.findLast((one) => one.kind === 'turn' && one.state === 'failed');
  if (failed?.kind === 'turn') {
    const message = failed.message ?? 'the run failed and gave no reason';
    return { cause: causeOfFailure(message), detail: message };
  }
  if (exit.exitCode !== NO_LOGIN) return null;
  return { cause: 'auth', detail: `the program exited with code ${NO_LOGIN}: it has no valid login` };
}

/** What the evidence lacks for a success, or null when it lacks nothing. */
function incomplete(trace: Trace): Blocked | null {
  const ended = trace.observations.some((one) => one.kind === 'turn' && one.state === 'completed');
  if (!ended) return { cause: 'incomplete', detail: 'the program ended without a line that says how' };
  const hidden = trace.problems.find(({ affects }) => affects.includes('terminal'));
  if (hidden === undefined) return null;
  const place = hidden.ref === null ? '' : `${hidden.ref.file}:${hidden.ref.line}: `;
  return { cause: 'incomplete', detail: `${place}${hidden.message}` };
}

/** What was said after the last tool call; a remark before one is no answer. Of a run without an end, the last words. */
function finalMessage(trace: Trace): string | null {
  const own = trace.observations.filter(({ ref }) => ref.file === STDOUT);
  const ended = own.findLast((one) => one.kind === 'turn' && one.state === 'completed');
  const last = own.findLast((one) => one.kind === 'message');
  const text = ended?.kind === 'turn' ? ended.message : last?.kind === 'message' ? last.text : null;
  return text === null || text.trim() === '' ? null : text;
}

/**
 * Success is a last line that says so, no failure before it, exit code 0, a record without holes that could hide the
 * end, and a final message. The CLI exits with 0 after SIGTERM and after an empty answer; without its last line the
 * one is `incomplete`, the other is `cli_error`. Loops that it stops by itself are failures.
 */
export function terminal(trace: Trace, exit: ExitFacts): Terminal {
  const finalText = finalMessage(trace);
  const why = stoppedFromOutside(exit) ?? failureOf(trace, exit) ?? endedBadly(exit) ?? incomplete(trace);
  if (why !== null) return blocked(why, finalText);
  if (finalText === null) return blocked({ cause: 'cli_error', detail: 'the CLI ended with an empty answer' }, null);
  return { state: 'success', finalText };
}
