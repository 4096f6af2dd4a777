/** Whether a run is a score or smoke (I7). No flag reaches past these reasons. */
import type { Digest } from '../records/scalars.ts';
import type { Qualified, Suite } from '../records/suite.ts';

/** Facts about a planned run that can make it smaller or weaker than its suite. */
export interface TierFacts {
  readonly suite: Pick<Suite, 'tier' | 'pinned' | 'attempts' | 'cases'>;
  readonly selectedCases: number;
  readonly attempts: number;
  readonly unqualified: readonly string[];
  readonly ownHome: boolean;
}

/** Why the run is smoke; empty for a score run. Each reason starts with its code. */
export function smokeReasons(facts: TierFacts): string[] {
  const { suite } = facts;
  const reasons: string[] = [];
  if (suite.tier === 'smoke') reasons.push('declared_smoke: the suite says tier smoke');
  if (!suite.pinned) reasons.push('unclassified: no lock file pins the tasks of this suite, or it does not agree');
  if (facts.selectedCases < suite.cases.length) {
    reasons.push(`incomplete_coverage: ${facts.selectedCases} of ${suite.cases.length} cases selected`);
  }
  if (facts.attempts < suite.attempts) {
    reasons.push(`incomplete_coverage: ${facts.attempts} attempts where the suite pins ${suite.attempts}`);
  }
  if (facts.attempts > suite.attempts) {
    reasons.push(`unexpected_tasks: ${facts.attempts} attempts where the suite pins ${suite.attempts}`);
  }
  if (facts.unqualified.length > 0) {
    reasons.push(`unqualified: ${facts.unqualified.length} cases have no passing qualification record of this version`);
  }
  if (facts.ownHome) reasons.push('own_home: the login of the machine was used in place, with its configuration');
  return reasons;
}

/** Digests of the cases that this very evaluator proved: what another one proved says nothing of it (design, section 7). */
export function qualifiedBy(record: Qualified, evaluator: Digest): string[] {
  return Object.entries(record.cases).flatMap(([digest, by]) => (by.evaluator === evaluator ? [digest] : []));
}
