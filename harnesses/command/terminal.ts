import type { ExitFacts, Terminal } from '../../records/harness.ts';
import type { Trace } from '../../records/observation.ts';
import { blocked, endedBadly, stoppedFromOutside } from '../shared/exit.ts';

/**
 * Success is exit code 0, nothing stopped from outside, and an answer that is not empty. An empty answer with exit
 * code 0 is `cli_error`: a program that says nothing did not do its work, and that is neither a right nor a wrong
 * answer of the agent.
 */
export function terminal(trace: Trace, exit: ExitFacts): Terminal {
  const answer = trace.observations.findLast((one) => one.kind === 'message');
  const finalText = answer === undefined ? null : answer.text;
  const why = stoppedFromOutside(exit) ?? endedBadly(exit);
  if (why !== null) return blocked(why, finalText);
  if (finalText === null || finalText.trim() === '') {
    return blocked({ cause: 'cli_error', detail: 'the program exited with 0 and printed no answer' }, null);
  }
  return { state: 'success', finalText };
}
