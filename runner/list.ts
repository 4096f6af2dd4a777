/** The trial matrix of suites and harnesses, and its ceiling. Nothing is started. */
import type { AllHarnessFacts } from '../records/harness.ts';
import type { Condition, Lane } from '../records/terms.ts';
import { ceilingOf, ceilingText } from './ceiling.ts';
import type { Context } from './context.ts';
import { known } from './known.ts';
import { planRun } from './plan.ts';
import { loadSuite, shippedSuites } from './suites.ts';

export interface ListOptions {
  readonly suites: readonly string[];
  readonly harnesses: readonly string[];
  readonly model: string | null;
  readonly lane: Lane | null;
  readonly conditions: readonly Condition[];
  readonly caseGlob: string | null;
  readonly attempts: number | null;
  readonly timeoutMs: number;
}

/** One line of the matrix. */
export interface ListedTrial {
  readonly harness: string;
  readonly case: string;
  readonly condition: Condition;
  readonly attempt: number;
  readonly title: string;
}

export interface ListedSuite {
  readonly suite: string;
  readonly cases: number;
  readonly attempts: number;
  readonly tier: string;
  readonly smokeBecause: readonly string[];
  readonly ceiling: string;
  readonly trials: readonly ListedTrial[];
}

/** Lists what `run` would do with the same selectors. Without harnesses: those that need a provider's CLI. */
export async function listTrials(
  context: Context,
  facts: AllHarnessFacts,
  options: ListOptions,
): Promise<{ readonly suites: readonly ListedSuite[] }> {
  const ids = options.harnesses.length > 0 ? options.harnesses : defaultHarnesses(facts);
  const harnesses = await Promise.all(ids.map((id) => known(facts, id)));
  const suites: ListedSuite[] = [];
  for (const reference of options.suites.length > 0 ? options.suites : shippedSuites(context)) {
    const loaded = await loadSuite(context, reference);
    const titles = new Map(loaded.suite.cases.map((task) => [task.id, task.title]));
    const plans = harnesses.map((harness) =>
      planRun(context, loaded, {
        ...options,
        harness,
        agentName: null,
        isolation: 'none',
        login: 'none',
        endpoint: null,
        environment: [],
        program: [],
        contained: false,
        package: loaded.suite.kind === 'workflow' ? loaded.suite.package : null,
        invocation: null,
      }),
    );
    const trials = plans.flatMap((plan) =>
      plan.trials.map((trial) => ({
        harness: plan.groups[0]?.agent.harness ?? '',
        case: trial.case,
        condition: plan.groups.find((group) => group.id === trial.group)?.agent.condition ?? 'explicit',
        attempt: trial.attempt,
        title: titles.get(trial.case) ?? '',
      })),
    );
    const first = plans[0];
    if (first === undefined) continue;
    suites.push({
      suite: loaded.suite.id,
      cases: new Set(trials.map((trial) => trial.case)).size,
      attempts: first.attempts,
      tier: first.tier,
      smokeBecause: first.smokeBecause,
      ceiling: ceilingText(ceilingOf(first, trials.length, null, []), trials.length, options.timeoutMs),
      trials,
    });
  }
  return { suites };
}

function defaultHarnesses(facts: AllHarnessFacts): string[] {
  return [...facts.values()].filter((harness) => harness.probe.argv !== null).map((harness) => harness.id);
}
