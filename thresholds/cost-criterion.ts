/** The ceiling on CPAO, cost per accepted outcome. */
import { compareFractions, type Fraction, fraction, fractionOfDecimal, ratioOf } from '../records/ratio.ts';
import type { Bounds, Criterion } from '../records/thresholds.ts';
import type { Judged } from './criteria.ts';
import { boundText } from './names.ts';

const NANO = 1_000_000_000n;

/**
 * Judges the ceiling. In order:
 *
 * - Placeholder rates decide nothing unless the thresholds accept them.
 * - No accepted outcome and none possible: CPAO is undefined, neither high nor low; the floors on success judge that.
 * - What was surely spent, over every outcome that may still be accepted, is above the ceiling: breached, whatever is
 *   not known.
 * - Every execution is priced, and the total over the accepted outcomes is within the ceiling: passed.
 * - Everything else: unverifiable. A cost that is not known is never within a ceiling.
 */
export function costPerAcceptedOutcome(
  report: Judged,
  bound: NonNullable<Bounds['maxCostPerAcceptedOutcomeUsd']>,
  acceptPlaceholderRates: boolean,
): Criterion {
  const limit = fractionOfDecimal(bound.value);
  const { verdict, because } = decide(report, limit, acceptPlaceholderRates);
  return {
    name: `cost_per_accepted_outcome<=$${boundText(limit, 4)}`,
    verdict,
    observed: observedCost(report),
    bound: ratioOf(limit),
    mode: bound.mode,
    because,
  };
}

type Decision = Pick<Criterion, 'verdict' | 'because'>;

function decide(report: Judged, limit: Fraction, acceptPlaceholderRates: boolean): Decision {
  const { cost, counts } = report;
  if (hasPlaceholderRates(report) && !acceptPlaceholderRates) {
    return open('The rates are placeholders; set acceptPlaceholderRates to judge against them');
  }
  const possible = counts.accepted + counts.planned - counts.graded;
  if (possible === 0) return open('Nothing was accepted, so there is no cost per accepted outcome');
  // A total can be an upper bound, where a cache rate is not listed; the lower bound is certain either way.
  const least = cost.lowerBoundNanoUsd ?? cost.nanoUsd;
  if (least !== null && compareFractions(dollars(least, possible), limit) > 0) {
    const of = cost.nanoUsd === least ? 'The total cost' : 'What was surely spent';
    return { verdict: 'fail', because: `${of} over ${possible} accepted outcomes at best is above the ceiling` };
  }
  if (cost.nanoUsd === null) {
    return open(`The cost is not known: ${cost.priced} of ${cost.trials} executions are priced (${cost.disposition})`);
  }
  if (counts.accepted === 0) return open('Nothing was accepted so far, and some trials are ungraded');
  if (compareFractions(dollars(cost.nanoUsd, counts.accepted), limit) <= 0) {
    return {
      verdict: 'pass',
      because: `The total cost over ${counts.accepted} accepted outcomes is within the ceiling`,
    };
  }
  return open(
    `The total over ${counts.accepted} accepted outcomes is above the ceiling, but it may still come within it`,
  );
}

/** The basis of an incomplete total is not known, so the trials are asked too. */
function hasPlaceholderRates({ cost, trials }: Judged): boolean {
  return [cost.rateBasis, ...trials.map((trial) => trial.cost.rateBasis)].includes('operator_placeholder');
}

function open(because: string): Decision {
  return { verdict: 'unverifiable', because };
}

function dollars(nanoUsd: number, outcomes: number): Fraction {
  return fraction(BigInt(nanoUsd), BigInt(outcomes) * NANO);
}

/** CPAO in dollars as an exact fraction; null where it is withheld. */
function observedCost({ cost, counts }: Judged): Criterion['observed'] {
  if (cost.nanoUsd === null || counts.accepted === 0) return null;
  return ratioOf(dollars(cost.nanoUsd, counts.accepted));
}
