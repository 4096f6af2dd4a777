/** The trial matrix of suites and harnesses, and its ceiling. Nothing is started. */
import type { AllHarnessFacts, HarnessFacts } from '../records/harness.ts';
import type { SuiteCase } from '../records/suite.ts';
import type { Condition, Lane } from '../records/terms.ts';
import type { Agent } from '../records/trial.ts';
import type { Delegation, Package } from '../records/workflow.ts';
import { delegationAsked } from '../records/workflow-checks.ts';
import { ceilingOf, ceilingText } from './ceiling.ts';
import type { Context } from './context.ts';
import { installedFor } from './contracts.ts';
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
  /** What the package under test is to this trial; null outside workflow suites. */
  readonly package: PackageUse | null;
  /** Files of the package that must be read in full; empty where it is not called. Null outside workflow suites. */
  readonly requires: readonly string[] | null;
  /** What delegation this trial is judged by; null outside workflow suites. */
  readonly delegation: Delegation | null;
}

/** called: the prompt calls it; unused: it is there and must not be used; none: it is not there. */
export type PackageUse = 'called' | 'unused' | 'none';

export interface ListedSuite {
  readonly suite: string;
  readonly cases: number;
  readonly attempts: number;
  readonly tier: string;
  readonly smokeBecause: readonly string[];
  readonly ceiling: string;
  readonly trials: readonly ListedTrial[];
}

/** Lists what `run` would do with the same selectors. Without harnesses: those that are `listed`. */
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
    const cases = new Map(loaded.suite.cases.map((task) => [task.id, task]));
    const tested = loaded.suite.kind === 'workflow' ? loaded.suite.package : null;
    const plans = harnesses.map((harness) => ({
      harness,
      plan: planRun(context, loaded, {
        ...options,
        harness,
        agentName: null,
        isolation: 'none',
        login: 'none',
        endpoint: null,
        environment: [],
        program: [],
        contained: false,
        package: tested,
        invocation: null,
      }),
    }));
    const trials = plans.flatMap(({ harness, plan }) =>
      plan.trials.flatMap((trial): ListedTrial[] => {
        const task = cases.get(trial.case);
        const agent = plan.groups.find((group) => group.id === trial.group)?.agent;
        if (task === undefined || agent === undefined) return [];
        const { condition } = agent;
        const asked = askedOf(task, agent, harness, tested);
        return [{ harness: harness.id, case: task.id, condition, attempt: trial.attempt, title: task.title, ...asked }];
      }),
    );
    const first = plans[0]?.plan;
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

/** What a workflow asks of one trial. */
function askedOf(
  task: SuiteCase,
  agent: Pick<Agent, 'condition' | 'invocation'>,
  harness: HarnessFacts,
  tested: Package | null,
): Pick<ListedTrial, 'package' | 'requires' | 'delegation'> {
  if (!('kind' in task)) return { package: null, requires: null, delegation: null };
  const installed = installedFor(task, agent, harness, tested);
  const called = installed?.called === true;
  return {
    package: installed === null ? 'none' : called ? 'called' : 'unused',
    requires: called ? task.requires : [],
    delegation: delegationAsked(task.delegation, called),
  };
}

/** Those that say so of themselves. */
function defaultHarnesses(facts: AllHarnessFacts): string[] {
  return [...facts.values()].filter((harness) => harness.listed === true).map((harness) => harness.id);
}
