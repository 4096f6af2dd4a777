/**
 * Cost of a group of trials and CPAO, cost per accepted outcome = total cost of all trials, failures included, over
 * accepted outcomes. Partial sums are never shown as a total (I4).
 */
import { divideSpend, toSafeInteger } from '../../records/money.ts';
import type { CostBlock } from '../../records/report.ts';
import type { Disposition, RateBasis } from '../../records/terms.ts';
import { weakerBasis } from './basis.ts';

/** One trial, re-executions and ungraded ones included. */
export interface CostedTrial {
  readonly disposition: Disposition;
  readonly nanoUsd: number | null;
  readonly rateBasis: RateBasis | null;
  readonly accepted: boolean;
  /** At least this much was spent; left out or null: not known. */
  readonly lowerBoundNanoUsd?: number | null;
}

/** The cost of a group without its catalog and CPAO, and CPAO; together the cost block of a report. */
export interface AggregatedCost {
  readonly cost: Omit<CostBlock, 'catalog' | 'cpao'>;
  readonly cpao: CostBlock['cpao'];
}

/**
 * Sums the cost of trials. The total and its rate basis (the weakest that was used) are null unless every trial carries
 * money; so is the total of no trials. CPAO is tested in this order: no accepted outcome, cost unknown, partial, known.
 * The order of trials changes nothing.
 */
export function aggregateCost(trials: readonly CostedTrial[]): AggregatedCost {
  const priced = trials.filter(carriesMoney);
  const sum = toSafeInteger(total(priced.map((trial) => trial.nanoUsd)));
  const complete = priced.length === trials.length && priced.length > 0 && sum !== null;
  const disposition = complete ? 'known' : priced.length > 0 && sum !== null ? 'cost_partial' : 'cost_unknown';
  const least = total(trials.map((trial) => trial.lowerBoundNanoUsd ?? (carriesMoney(trial) ? trial.nanoUsd : null)));
  const nanoUsd = complete ? sum : null;
  return {
    cost: {
      disposition,
      nanoUsd,
      lowerBoundNanoUsd: toSafeInteger(least) || null,
      priced: priced.length,
      trials: trials.length,
      rateBasis: complete ? weakestBasis(priced) : null,
      dispositions: countDispositions(trials),
    },
    cpao: costPerAccepted(disposition, nanoUsd, trials.filter((trial) => trial.accepted).length),
  };
}

function costPerAccepted(
  disposition: AggregatedCost['cost']['disposition'],
  nanoUsd: number | null,
  accepted: number,
): CostBlock['cpao'] {
  if (accepted === 0) return { disposition: 'no_accepted_outcomes', nanoUsd: null };
  if (nanoUsd === null) return { disposition, nanoUsd: null };
  return { disposition, nanoUsd: toSafeInteger(divideSpend(BigInt(nanoUsd), BigInt(accepted))) };
}

/** Only two dispositions carry money, and 0 is none. */
function carriesMoney(trial: CostedTrial): boolean {
  const metered = trial.disposition === 'priced' || trial.disposition === 'provider_reported';
  return metered && trial.nanoUsd !== null && trial.nanoUsd > 0;
}

function weakestBasis(trials: readonly CostedTrial[]): RateBasis | null {
  return trials.reduce<RateBasis | null>((basis, trial) => weakerBasis(basis, trial.rateBasis), null);
}

function countDispositions(trials: readonly CostedTrial[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { disposition } of trials) counts.set(disposition, (counts.get(disposition) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function total(amounts: readonly (number | null)[]): bigint {
  return amounts.reduce((sum, amount) => sum + BigInt(amount ?? 0), 0n);
}
