/** The gate: all criteria of a thresholds file and the verdict that follows (I5 to I7). */
import type { Digest } from '../records/scalars.ts';
import type { Verdict } from '../records/terms.ts';
import type { Criterion, Gate, Thresholds } from '../records/thresholds.ts';
import { costPerAcceptedOutcome } from './cost-criterion.ts';
import {
  allAccepted,
  bypassLeaks,
  conformance,
  gradedTrials,
  integrityAlarms,
  type Judged,
  ocs,
  runTier,
  successRate,
  ungradedRatio,
} from './criteria.ts';

/** A thresholds file and the digest of what it says. */
export interface AppliedThresholds {
  readonly thresholds: Thresholds;
  readonly digest: Digest;
}

/**
 * Judges a report. Without thresholds nothing can pass: the verdict is `unverifiable` and no criterion is judged. Bypass
 * leaks (decision suites), integrity alarms and the tier of the run are always judged, with a bound of 0 where the file
 * sets none. Total: no report and no thresholds make it throw.
 */
export function judge(report: Judged, applied: AppliedThresholds | null): Gate {
  if (applied === null) {
    return { verdict: 'unverifiable', because: withoutThresholds(report), thresholds: null, criteria: [] };
  }
  const { thresholds, digest } = applied;
  const named = { id: thresholds.id, digest };
  if (thresholds.suite !== report.suite.id) {
    const because = `The thresholds ${thresholds.id} are for the suite ${thresholds.suite}, not for ${report.suite.id}`;
    return { verdict: 'unverifiable', because, thresholds: named, criteria: [] };
  }
  const criteria = criteriaOf(report, thresholds);
  const verdict = verdictOf(criteria);
  return { verdict, because: becauseOf(verdict, criteria), thresholds: named, criteria };
}

/** A measured breach outranks what cannot be measured; no criterion at all passes nothing (I2, I6). */
export function verdictOf(criteria: readonly Pick<Criterion, 'verdict'>[]): Verdict {
  if (criteria.some((criterion) => criterion.verdict === 'fail')) return 'fail';
  return criteria.length > 0 && criteria.every((criterion) => criterion.verdict === 'pass') ? 'pass' : 'unverifiable';
}

function criteriaOf(report: Judged, thresholds: Thresholds): Criterion[] {
  const { bounds } = thresholds;
  const decision = report.suite.kind === 'decision' || bounds.maxBypassLeaks !== undefined;
  const { minGradedTrials, minSuccessRate, maxUngradedRatio, maxCostPerAcceptedOutcomeUsd: maxCost } = bounds;
  return [
    ...(minGradedTrials === undefined ? [] : [gradedTrials(report, minGradedTrials)]),
    ...(minSuccessRate === undefined ? [] : [successRate(report, minSuccessRate)]),
    ...(maxUngradedRatio === undefined ? [] : [ungradedRatio(report, maxUngradedRatio)]),
    ...(maxCost === undefined
      ? []
      : [costPerAcceptedOutcome(report, maxCost, thresholds.acceptPlaceholderRates === true)]),
    ...(bounds.minOcs === undefined ? [] : [ocs(report, bounds.minOcs)]),
    ...(decision ? [bypassLeaks(report, bounds.maxBypassLeaks ?? { value: 0 })] : []),
    ...(bounds.minConformance === undefined ? [] : [conformance(report, bounds.minConformance)]),
    integrityAlarms(report, bounds.maxIntegrityAlarms ?? { value: 0 }),
    runTier(report),
    ...(thresholds.requireAllAccepted === true ? [allAccepted(report)] : []),
  ];
}

function becauseOf(verdict: Verdict, criteria: readonly Criterion[]): string {
  if (verdict === 'pass') return `All ${criteria.length} criteria hold.`;
  const deciding = criteria.filter((criterion) => criterion.verdict === verdict);
  const [first] = deciding;
  if (first === undefined) return 'No criterion could be judged.';
  const more = deciding.length > 1 ? ` (and ${deciding.length - 1} more)` : '';
  return `${first.name} ${verdict === 'fail' ? 'is breached' : 'cannot be decided'}: ${first.because}${more}.`;
}

function withoutThresholds({ suite, calibration, integrityAlarms: alarms }: Judged): string {
  const leaks = calibration?.leaks ?? 0;
  const seen = [
    ...(leaks > 0 ? [` Bypass leaks that were seen: ${leaks}.`] : []),
    ...(alarms > 0 ? [` Proven cheats: ${alarms}.`] : []),
  ];
  const next = `name a file with --thresholds, or add thresholds/${suite.id}.yaml`;
  return `No thresholds apply, so nothing can pass: ${next}.${seen.join('')}`;
}
