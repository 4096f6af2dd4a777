/** Options that `list` and `run` share, and their way into the runner's terms. */
import type { Command } from 'commander';
import type { Condition, Lane } from '../records/terms.ts';
import { CONDITIONS, conditionsOf, integer, LANES, oneOf } from './options.ts';

/** Selectors as commander hands them over. */
export interface SelectorOptions {
  readonly model?: string;
  readonly lane?: Lane;
  readonly condition: Condition | 'all';
  readonly case?: string;
  readonly attempts?: number;
  readonly timeout: number;
}

/** Adds the shared selectors to a command. */
export function withSelectors(command: Command): Command {
  return command
    .option('--model <id>', 'model to ask for; without it the harness decides and the row says so')
    .option('--lane <lane>', 'how the model is reached: proxy, direct or local', oneOf(LANES))
    .option('--condition <condition>', 'explicit, inactive, baseline or all', oneOf(CONDITIONS), 'explicit')
    .option('--case <glob>', 'only cases whose id matches; makes the run smoke')
    .option(
      '--attempts <n>',
      'attempts per case, 1 to 10; other than the suite pins makes the run smoke',
      integer(1, 10),
    )
    .option('--timeout <seconds>', 'deadline of a trial, 1 to 900; it bounds time, not spend', integer(1, 900), 300);
}

/** The selectors in the runner's terms. */
export function selectorsOf(options: SelectorOptions) {
  return {
    model: options.model ?? null,
    lane: options.lane ?? null,
    conditions: conditionsOf(options.condition),
    caseGlob: options.case ?? null,
    attempts: options.attempts ?? null,
    timeoutMs: options.timeout * 1000,
  };
}
