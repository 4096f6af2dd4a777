import type { ExitFacts, Terminal } from '../../records/harness.ts';
import type { Trace } from '../../records/observation.ts';
import type { Cause } from '../../records/terms.ts';
import { type Blocked, blocked, endedBadly, stoppedFromOutside } from '../shared/exit.ts';

/** Causes by the words of a failure that has no status. The first match counts. */
const CAUSES: readonly (readonly [Cause, RegExp])[] = [
  ['auth', /ProviderAuthError|unauthori[sz]ed|forbidden|api key/i],
  ['rate_limit', /too many requests|rate limit|quota|insufficient credit/i],
  ['provider', /overloaded|connect|network|timed? ?out|server (error|failed)|stream|ECONN|socket/i],
];

/** The cause behind a failure as `decode` words it: `NAME (status 401): message`, the status only where there is one. */
export function causeOfFailure(message: string): Cause {
  const status = Number(/^\w+ \(status (\d{3})\):/.exec(message)?.[1] ?? 0);
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limit';
  if (status >= 500) return 'provider';
  if (status > 0) return 'cli_error';
  return CAUSES.find(([, pattern]) => pattern.test(message))?.[0] ?? 'cli_error';
}

/** Id of the root session: of the first observation, which is the root's in both records; null when there is none. */
export function rootSession(trace: Trace): string | null {
  return trace.observations.find(({ kind }) => kind === 'model' || kind === 'turn')?.thread ?? null;
}

function failureOf(trace: Trace, root: string | null): Blocked | null {
  const failed = trace.observations.findLast(
    (one) => one.kind === 'turn' && one.state === 'failed' && (one.thread === root || one.thread === null),
  );
  if (failed?.kind !== 'turn') return null;
  const message = failed.message ?? 'the run failed and gave no reason';
  return { cause: causeOfFailure(message), detail: message };
}

/** The deadline with what OpenCode was waiting for: it repeats failed requests without an end and prints nothing. */
function stopped(trace: Trace, exit: ExitFacts): Blocked | null {
  const why = stoppedFromOutside(exit);
  const last = trace.observations.findLast((one) => one.kind === 'turn');
  if (why?.cause !== 'deadline' || last?.kind !== 'turn' || last.state !== 'retrying') return why;
  return { ...why, detail: `${why.detail} while it repeated a failed request: ${last.message ?? 'no reason given'}` };
}

/** What the evidence lacks for a success, or null when it lacks nothing. */
function incomplete(trace: Trace, root: string | null): Blocked | null {
  const ended = trace.observations.some(
    (one) => one.kind === 'turn' && one.state === 'completed' && one.thread === root,
  );
  const hidden = trace.problems.find(({ affects }) => affects.includes('terminal'));
  if (hidden === undefined) {
    return ended ? null : { cause: 'incomplete', detail: 'the session log does not say that the session ended' };
  }
  const place = hidden.ref === null ? '' : `${hidden.ref.file}:${hidden.ref.line}: `;
  return { cause: 'incomplete', detail: `${place}${hidden.message}` };
}

/** The text after the root's last action: a remark before a tool call is no answer. */
function finalMessage(trace: Trace, root: string | null): string | null {
  const own = trace.observations.filter(({ thread }) => thread === root);
  const asked = own.findLastIndex(({ kind }) => kind === 'model');
  const texts = own.slice(asked + 1).flatMap((one) => (one.kind === 'message' ? [one.text] : []));
  const text = texts.join('\n');
  return text.trim() === '' ? null : text;
}

/**
 * Success is a root session that ended, no failure of it, exit code 0, a record without holes that could hide the end,
 * and a last step with a text. OpenCode exits with 0 after an empty answer: that is `cli_error`.
 */
export function terminal(trace: Trace, exit: ExitFacts): Terminal {
  const root = rootSession(trace);
  const finalText = finalMessage(trace, root);
  const why = stopped(trace, exit) ?? failureOf(trace, root) ?? endedBadly(exit) ?? incomplete(trace, root);
  if (why !== null) return blocked(why, finalText);
  if (finalText === null) {
    return blocked({ cause: 'cli_error', detail: 'OpenCode ended its session with an empty answer' }, null);
  }
  return { state: 'success', finalText };
}
