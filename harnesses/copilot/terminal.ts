import type { ExitFacts, Terminal } from '../../records/harness.ts';
import type { Trace } from '../../records/observation.ts';
import type { Cause } from '../../records/terms.ts';
import { type Blocked, blocked, endedBadly, stoppedFromOutside } from '../shared/exit.ts';
import { MAIN } from './state.ts';

/** Causes by the words of a failure that has no status. The first match counts. */
const CAUSES: readonly (readonly [Cause, RegExp])[] = [
  ['auth', /^authentication\b|no authentication information|not logged in|unauthori[sz]ed|forbidden/i],
  ['rate_limit', /^(rate_limit|quota)\b|too many requests|rate limit|quota|premium requests?/i],
  ['provider', /^query\b|connect|network|timed? ?out|server error|stream|overloaded|EOF/i],
];

/** The cause behind a failure as `decode` words it: `TYPE (status 401): message`, the status only where there is one. */
export function causeOfFailure(message: string): Cause {
  const status = Number(/^[\w-]+ \(status (\d{3})\):/.exec(message)?.[1] ?? 0);
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limit';
  if (status >= 500) return 'provider';
  if (status > 0 || message.startsWith('aborted: ')) return 'cli_error';
  return CAUSES.find(([, pattern]) => pattern.test(message))?.[0] ?? 'cli_error';
}

function failureOf(trace: Trace): Blocked | null {
  const failed = trace.observations.findLast(
    (one) => one.kind === 'turn' && one.state === 'failed' && one.thread === MAIN,
  );
  if (failed?.kind !== 'turn') return null;
  const message = failed.message ?? 'the run failed and gave no reason';
  return { cause: causeOfFailure(message), detail: message };
}

/** What the evidence lacks for a success, or null when it lacks nothing. */
function incomplete(trace: Trace): Blocked | null {
  const hidden = trace.problems.find(({ affects }) => affects.includes('terminal'));
  if (hidden !== undefined) {
    const place = hidden.ref === null ? '' : `${hidden.ref.file}:${hidden.ref.line}: `;
    return { cause: 'incomplete', detail: `${place}${hidden.message}` };
  }
  const ended = trace.observations.some((one) => one.kind === 'turn' && one.state === 'completed');
  return ended ? null : { cause: 'incomplete', detail: 'standard output does not end with a result' };
}

/** The text after the last answer of the main agent began: a remark before a tool call is no final message. */
function finalMessage(trace: Trace): string | null {
  const own = trace.observations.filter(({ thread }) => thread === MAIN);
  const answer = own.findLastIndex(({ kind }) => kind === 'model');
  const texts = own.slice(answer + 1).flatMap((one) => (one.kind === 'message' ? [one.text] : []));
  const text = texts.join('\n');
  return text.trim() === '' ? null : text;
}

/**
 * Success is a result with exit code 0 on standard output, no abort and no failure of the main agent, exit code 0 of
 * the program, records without holes that could hide the end, and a last answer with a text. The result's own exit
 * code is 0 also when a signal ended the run, and Copilot exits with 0 after an empty answer: that is `cli_error`.
 */
export function terminal(trace: Trace, exit: ExitFacts): Terminal {
  const finalText = finalMessage(trace);
  const why = stoppedFromOutside(exit) ?? failureOf(trace) ?? endedBadly(exit) ?? incomplete(trace);
  if (why !== null) return blocked(why, finalText);
  if (finalText === null) {
    return blocked({ cause: 'cli_error', detail: 'Copilot ended its session with an empty answer' }, null);
  }
  return { state: 'success', finalText };
}
