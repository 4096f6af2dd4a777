/** Cost in words, and how counts by code are ordered. Plain text, unescaped. */
import { formatUsd } from '../records/money.ts';
import type { CostBlock } from '../records/report.ts';
import { outOf } from './numbers.ts';
import { DISPOSITION_WORDS, wordsFor } from './words.ts';

/** Order of text by code units, the same on every machine. */
export function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Causes or dispositions with their counts, most frequent first. */
export function tally(counts: Readonly<Record<string, number>>): readonly (readonly [string, number])[] {
  return Object.entries(counts)
    .filter(([, n]) => n > 0)
    .sort(([a, n], [b, m]) => m - n || order(a, b));
}

/** The cost block in words: the headline, then what stands behind it. */
export interface CostFacts {
  /** Cost per accepted outcome, or the code for why there is none. */
  readonly cpao: string;
  readonly cpaoKnown: boolean;
  /** Why there is no cost per accepted outcome; null where there is one. */
  readonly why: string | null;
  /** Total, or the code for why there is none. */
  readonly total: string;
  readonly coverage: string;
  /** Trials without a price, by disposition. */
  readonly unpriced: readonly { readonly code: string; readonly n: number; readonly words: string | null }[];
  readonly lowerBound: string | null;
}

const CPAO_WHY: Readonly<Record<string, string>> = {
  cost_partial: 'only a part of the trials has a price, so the total is withheld',
  cost_unknown: 'no trial has a price',
  no_accepted_outcomes: 'nothing was accepted',
};

/** What a report says of cost. */
export function costFacts(cost: CostBlock): CostFacts {
  const { cpao } = cost;
  const known = cpao.nanoUsd !== null && cpao.disposition === 'known';
  const unpriced = tally(cost.dispositions)
    .filter(([code]) => code !== 'priced' && code !== 'provider_reported')
    .map(([code, n]) => ({ code, n, words: wordsFor(DISPOSITION_WORDS, code) }));
  return {
    cpao: known && cpao.nanoUsd !== null ? formatUsd(cpao.nanoUsd) : cpao.disposition,
    cpaoKnown: known,
    why: known ? null : (wordsFor(CPAO_WHY, cpao.disposition) ?? 'it could not be computed'),
    total: cost.nanoUsd === null ? cost.disposition : formatUsd(cost.nanoUsd),
    coverage: `${outOf(cost.priced, cost.trials)} trials priced`,
    unpriced,
    lowerBound:
      cost.nanoUsd === null && cost.lowerBoundNanoUsd !== null && cost.lowerBoundNanoUsd > 0
        ? formatUsd(cost.lowerBoundNanoUsd)
        : null,
  };
}
