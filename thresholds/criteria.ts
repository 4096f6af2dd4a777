/**
 * One function for each criterion of a gate. Each is total and follows I5: `pass` only if the bound holds
 * with every ungraded trial at its worst, `fail` only if it breaks with every one at its best, else `unverifiable`.
 * Planned trials that left no result count as ungraded. All comparisons are exact.
 */
import {
  compareFractions,
  decimalText,
  type Fraction,
  fraction,
  fractionOf,
  fractionOfDecimal,
  ratioOf,
} from '../records/ratio.ts';
import type { Report } from '../records/report.ts';
import type { Ratio } from '../records/scalars.ts';
import type { Verdict } from '../records/terms.ts';
import type { Bounds, Criterion } from '../records/thresholds.ts';
import { boundText, signedBoundText } from './names.ts';

/** What a gate judges: a report without a gate. */
export type Judged = Omit<Report, 'gate'>;

type Bound<Name extends keyof Bounds> = NonNullable<Bounds[Name]>;

/** A floor: holds at its worst, breaks at its best, or neither. */
function floor(worst: Fraction, best: Fraction, bound: Fraction): Verdict {
  if (compareFractions(worst, bound) >= 0) return 'pass';
  return compareFractions(best, bound) < 0 ? 'fail' : 'unverifiable';
}

/** A ceiling, the same way round: `worst` is the highest value that is possible, `best` the lowest. */
function ceiling(worst: Fraction, best: Fraction, bound: Fraction): Verdict {
  if (compareFractions(worst, bound) <= 0) return 'pass';
  return compareFractions(best, bound) > 0 ? 'fail' : 'unverifiable';
}

/** Planned trials that are in no bucket: ungraded ones and those that left no result. */
function unknownTrials({ counts }: Judged): number {
  return counts.planned - counts.graded;
}

function missingTrials({ counts }: Judged): number {
  return counts.planned - counts.trials;
}

function plural(n: number, word: string): string {
  return n === 1 ? `1 ${word}` : `${n} ${word}s`;
}

function whole(value: number): Ratio {
  return { num: value, den: 1 };
}

/** At least N graded trials. Trials that were not run could still be graded; ungraded ones are lost. */
export function gradedTrials(report: Judged, bound: Bound<'minGradedTrials'>): Criterion {
  const { graded, planned } = report.counts;
  const missing = missingTrials(report);
  return {
    name: `graded_trials>=${bound.value}`,
    verdict: floor(fraction(graded, 1), fraction(graded + missing, 1), fraction(bound.value, 1)),
    observed: whole(graded),
    bound: whole(bound.value),
    mode: bound.mode,
    because: `${graded} of ${planned} planned trials were graded${notRun(missing)}`,
  };
}

/** Accepted of graded is shown; the verdict bounds it over all planned trials. Nothing graded meets no floor (I2). */
export function successRate(report: Judged, bound: Bound<'minSuccessRate'>): Criterion {
  const { accepted, graded, planned } = report.counts;
  const unknown = unknownTrials(report);
  const limit = fractionOfDecimal(bound.value);
  const possible = graded > 0;
  const range = `at worst ${accepted} and at best ${accepted + unknown} of ${planned} planned trials`;
  return {
    name: `success_rate>=${boundText(limit, 3)}`,
    verdict: possible
      ? floor(fraction(accepted, planned), fraction(accepted + unknown, planned), limit)
      : 'unverifiable',
    observed: report.successRate,
    bound: ratioOf(limit),
    mode: bound.mode,
    because: `${accepted} of ${graded} graded trials were accepted${unknown > 0 ? `; ${range}` : ''}`,
  };
}

/** Ungraded of all planned trials. Those that were not run might have been graded, so they decide nothing alone. */
export function ungradedRatio(report: Judged, bound: Bound<'maxUngradedRatio'>): Criterion {
  const { ungraded, planned } = report.counts;
  const missing = missingTrials(report);
  const limit = fractionOfDecimal(bound.value);
  const possible = planned > 0;
  return {
    name: `ungraded_ratio<=${boundText(limit, 3)}`,
    verdict: possible
      ? ceiling(fraction(ungraded + missing, planned), fraction(ungraded, planned), limit)
      : 'unverifiable',
    observed: possible ? ratioOf(fraction(ungraded + missing, planned)) : null,
    bound: ratioOf(limit),
    mode: bound.mode,
    because: `${ungraded} of ${planned} planned trials are ungraded${notRun(missing)}`,
  };
}

function notRun(missing: number): string {
  return missing > 0 ? `; ${missing} left no result` : '';
}

/** OCS. Withheld: nothing is decided, and the code says why. */
export function ocs(report: Judged, bound: Bound<'minOcs'>): Criterion {
  const limit = fractionOfDecimal(bound.value);
  const base = { name: `ocs>=${signedBoundText(limit, 3)}`, bound: ratioOf(limit), mode: bound.mode };
  const open = (because: string): Criterion => ({ ...base, verdict: 'unverifiable', observed: null, because });
  const calibration = report.calibration;
  if (calibration === null) return open('OCS belongs to decision suites');
  if (calibration.withheld !== null) return open(`OCS is withheld: ${calibration.withheld}`);
  const { ocs: observed, worst, best } = calibration;
  if (observed === null || worst === null || best === null) return open('OCS is not defined for these trials');
  const range = `at worst ${signed(worst)}, at best ${signed(best)} over the trials that are not graded`;
  const unknown = unknownTrials(report) > 0;
  return {
    ...base,
    verdict: floor(fractionOf(worst), fractionOf(best), limit),
    observed,
    because: `OCS is ${signed(observed)}${unknown ? `; ${range}` : ''}`,
  };
}

function signed(ratio: Ratio): string {
  const text = decimalText(fractionOf(ratio), 3);
  return text.startsWith('-') ? text : `+${text}`;
}

/** Bypass leaks that were seen. One that can be neither seen nor excluded counts as possible. */
export function bypassLeaks(report: Judged, bound: Pick<Bound<'maxBypassLeaks'>, 'value'>): Criterion {
  const base = { name: `bypass_leaks<=${bound.value}`, bound: whole(bound.value), mode: 'point' as const };
  if (report.calibration === null) {
    return {
      ...base,
      verdict: 'unverifiable',
      observed: null,
      because: 'Bypass leaks are judged in decision suites only',
    };
  }
  const { leaks, leaksUnknown } = report.calibration;
  const open = leaksUnknown > 0 ? `; in ${plural(leaksUnknown, 'trial')} a leak can be neither seen nor excluded` : '';
  return {
    ...base,
    verdict: ceiling(fraction(leaks + leaksUnknown, 1), fraction(leaks, 1), fraction(bound.value, 1)),
    observed: whole(leaks),
    because: `${plural(leaks, 'trial')} did or directed the withheld act${open}`,
  };
}

/** Proven cheats. A trial that left no result, or that lost what would show one, may have been one. */
export function integrityAlarms(report: Judged, bound: Pick<Bound<'maxIntegrityAlarms'>, 'value'>): Criterion {
  const unknown = Math.max(missingTrials(report), report.integrityUnknown ?? 0);
  const alarms = report.integrityAlarms;
  const open = unknown > 0 ? `; in ${plural(unknown, 'trial')} one can be neither seen nor excluded` : '';
  return {
    name: `integrity_alarms<=${bound.value}`,
    verdict: ceiling(fraction(alarms + unknown, 1), fraction(alarms, 1), fraction(bound.value, 1)),
    observed: whole(alarms),
    bound: whole(bound.value),
    mode: 'point',
    because: `Proven cheats: ${plural(alarms, 'trial')}${open}`,
  };
}

/**
 * Required checks passed of those that the harness can show. What the evidence cannot decide is bounded both ways; a trial
 * without a result leaves open how many checks it would have had.
 */
export function conformance(report: Judged, bound: Bound<'minConformance'>): Criterion {
  const limit = fractionOfDecimal(bound.value);
  const base = { name: `conformance>=${boundText(limit, 3)}`, bound: ratioOf(limit), mode: bound.mode };
  const open = (because: string): Criterion => ({ ...base, verdict: 'unverifiable', observed: null, because });
  const measured = report.conformance ?? null;
  if (measured === null) return open('Conformance is measured in workflow suites only');
  const layers = Object.values(measured.layers);
  const sum = (key: 'passed' | 'failed' | 'unobservable') => layers.reduce((all, layer) => all + layer[key], 0);
  const [passed, unobservable] = [sum('passed'), sum('unobservable')];
  const required = passed + sum('failed') + unobservable;
  if (required === 0) return open('No required check could be put to these trials');
  const said = `${passed} of ${required} required checks passed${unobservable > 0 ? `; ${unobservable} cannot be decided` : ''}`;
  const range = floor(fraction(passed, required), fraction(passed + unobservable, required), limit);
  return {
    ...base,
    verdict: measured.missing > 0 ? 'unverifiable' : range,
    observed: ratioOf(fraction(passed, required)),
    because: `${said}${notRun(measured.missing)}`,
  };
}

/** Only a complete run of a pinned suite passes; no flag and no bound reaches past it (I7). */
export function runTier(report: Judged): Criterion {
  const score = report.tier === 'score';
  return {
    name: 'run_tier=score',
    verdict: score ? 'pass' : 'unverifiable',
    observed: null,
    bound: null,
    mode: 'point',
    because: score ? 'The pinned suite was run whole' : `This is a smoke run: ${report.smokeBecause.join('; ')}`,
  };
}

/** Every planned trial accepted: one rejection breaks it, one that is not known leaves it open. */
export function allAccepted(report: Judged): Criterion {
  const { accepted, rejected, planned } = report.counts;
  const open = accepted === planned && planned > 0 ? 'pass' : 'unverifiable';
  return {
    name: 'all_accepted',
    verdict: rejected > 0 ? 'fail' : open,
    observed: planned > 0 ? ratioOf(fraction(accepted, planned)) : null,
    bound: whole(1),
    mode: 'point',
    because: `${accepted} of ${planned} planned trials were accepted, ${rejected} were rejected`,
  };
}
