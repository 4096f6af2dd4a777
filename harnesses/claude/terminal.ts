import type { ExitFacts, Terminal } from '../../records/harness.ts';
import type { Trace, TurnObservation } from '../../records/observation.ts';
import type { Cause } from '../../records/terms.ts';
import { type Blocked, blocked, endedBadly, stoppedFromOutside } from '../shared/exit.ts';
import { STDOUT } from './decode.ts';

/** Causes by the words of a failed turn that names no status. The first match counts. */
const CAUSES: readonly (readonly [Cause, RegExp])[] = [
  ['auth', /not logged in|invalid api key|authenticat|oauth token|please run \/login/i],
  ['rate_limit', /rate.?limit|usage limit|limit reached|credit balance/i],
  ['provider', /overloaded|connection|ECONN|timed? ?out|network|last_content_type=none/i],
];

/**
 * The cause behind a failed turn's message, which begins with the status where the provider gave one. `cli_error` where
 * the message tells nothing more. A turn whose stream broke has no status and ends without any content.
 */
export function causeOfFailure(message: string): Cause {
  const status = Number(/^status (\d{3})\b/.exec(message)?.[1] ?? Number.NaN);
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limit';
  if (status >= 500) return 'provider';
  if (status >= 400) return 'cli_error';
  return CAUSES.find(([, pattern]) => pattern.test(message))?.[0] ?? 'cli_error';
}

/** The last turn that standard output calls ended, however it ended. */
function lastTurn(trace: Trace): TurnObservation | null {
  const turns = trace.observations.flatMap((one) => (one.kind === 'turn' && one.ref.file === STDOUT ? [one] : []));
  return turns.findLast(({ state }) => state === 'completed' || state === 'failed') ?? null;
}

function failureOf(turn: TurnObservation | null): Blocked | null {
  if (turn?.state !== 'failed') return null;
  const detail = turn.message ?? 'the turn failed and gave no reason';
  return { cause: causeOfFailure(detail), detail };
}

/** What the evidence lacks for a success, or null when it lacks nothing. */
function incomplete(trace: Trace, turn: TurnObservation | null): Blocked | null {
  if (turn === null) return { cause: 'incomplete', detail: 'the program ended without the result of its turn' };
  const hidden = trace.problems.find(({ affects }) => affects.includes('terminal'));
  if (hidden === undefined) return null;
  const place = hidden.ref === null ? '' : `${hidden.ref.file}:${hidden.ref.line}: `;
  return { cause: 'incomplete', detail: `${place}${hidden.message}` };
}

/**
 * Success is a last result that is no error whatever its `subtype` says, exit code 0, a record without holes that could
 * hide the end, and a final message that is not empty. Claude Code exits with 0 after an empty answer and after an
 * interruption; neither is a success. Retries are no failures.
 */
export function terminal(trace: Trace, exit: ExitFacts): Terminal {
  const turn = lastTurn(trace);
  const text = turn?.state === 'completed' ? (turn.message ?? '') : '';
  const finalText = text.trim() === '' ? null : text;
  const why = stoppedFromOutside(exit) ?? failureOf(turn) ?? endedBadly(exit) ?? incomplete(trace, turn);
  if (why !== null) return blocked(why, finalText);
  if (finalText === null) {
    return blocked({ cause: 'cli_error', detail: 'Claude Code ended its turn with an empty answer' }, null);
  }
  return { state: 'success', finalText };
}
