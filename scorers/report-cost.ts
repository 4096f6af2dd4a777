/** The cost of a group: every execution is paid for, and what left no result is unknown, never nothing (I4, I8). */
import type { CostBlock } from '../records/report.ts';
import type { TrialCost, TrialResult } from '../records/trial.ts';
import type { TrialExecutions } from './executions.ts';
import { aggregateCost, type CostedTrial } from './pricing/aggregate.ts';

/** The cost block of the report. */
export function costBlock(trials: readonly TrialExecutions[], catalog: CostBlock['catalog']): CostBlock {
  const { cost, cpao } = aggregateCost(trials.flatMap(costsOf));
  return { ...cost, catalog, cpao };
}

/** The cost of some trials; null unless there are any and every execution of them is priced. */
export function knownCost(trials: readonly TrialExecutions[]): number | null {
  return aggregateCost(trials.flatMap(costsOf)).cost.nanoUsd;
}

/** One entry for each execution, and one for a planned trial that left nothing at all. */
function costsOf(trial: TrialExecutions): readonly CostedTrial[] {
  const known = trial.results.map((result) => costOf(result, result === trial.deciding));
  const unknown = trial.executions === 0 ? 1 : trial.lost;
  return [...known, ...Array.from({ length: unknown }, () => UNKNOWN)];
}

const UNKNOWN: CostedTrial = { disposition: 'unknown_usage', nanoUsd: null, rateBasis: null, accepted: false };

function costOf(result: TrialResult, deciding: boolean): CostedTrial {
  const { cost, grade } = result;
  const accepted = deciding && grade.outcome.state === 'accepted';
  if (deciding && grade.outcome.state === 'ungraded' && grade.outcome.cause === 'interrupted') return unfinished(cost);
  return {
    disposition: cost.disposition,
    nanoUsd: cost.nanoUsd,
    rateBasis: cost.rateBasis,
    lowerBoundNanoUsd: cost.lowerBoundNanoUsd,
    accepted,
  };
}

/** A trial that waits to be resumed has not cost all that it will: what is known of it is a lower bound. */
function unfinished(cost: TrialCost): CostedTrial {
  const priced = cost.disposition === 'priced' || cost.disposition === 'provider_reported';
  return {
    disposition: priced ? 'usage_incomplete' : cost.disposition,
    nanoUsd: null,
    rateBasis: null,
    lowerBoundNanoUsd: cost.lowerBoundNanoUsd ?? cost.nanoUsd,
    accepted: false,
  };
}
