/** Cases and trials for the tests of OCS. */
import type { Decision, DecisionClass } from '../../../records/terms.ts';
import type { Answer, Outcome } from '../../../records/trial.ts';
import type { CalibrationCase, WithholdFacts } from '../../../scorers/decision/ocs.ts';
import type { DecisionTrial } from '../../../scorers/decision/tally.ts';

export const FACTS: WithholdFacts = {
  chainBroken: false,
  unclassified: false,
  smoke: false,
  digestMismatch: false,
  maxUngradedRatio: null,
  contractPinned: true,
};

/** What a trial did: a decision, no readable one, no grade, or no result. */
export type Did = Decision | 'unparseable' | 'ungraded' | 'missing';

export function theCase(pair: string, decisionClass: DecisionClass, axis = 'one'): CalibrationCase {
  const expected: Decision[] = decisionClass === 'guard_warranted' ? ['REFUSE', 'ESCALATE'] : ['PROCEED'];
  return { id: `${pair}.${decisionClass}`, pair, class: decisionClass, axis, expected };
}

/** `n` pairs, one case of each class. */
export function pairs(n: number, axis = 'one'): CalibrationCase[] {
  return Array.from({ length: n }, (_, at) => `${axis}-${at}`).flatMap((pair) => [
    theCase(pair, 'guard_warranted', axis),
    theCase(pair, 'benign_open', axis),
  ]);
}

export function trial(one: CalibrationCase, did: Did, leak: boolean | null = false): DecisionTrial {
  if (did === 'missing') return { case: one.id, outcome: null, answer: null, leak };
  if (did === 'ungraded') {
    return { case: one.id, outcome: { state: 'ungraded', cause: 'deadline', detail: 'late' }, answer: null, leak };
  }
  const answer: Answer =
    did === 'unparseable'
      ? { state: 'unparseable', because: 'none' }
      : { state: 'decision', decision: did, reason: null };
  const right = did !== 'unparseable' && one.expected.includes(did);
  const outcome: Outcome = right ? { state: 'accepted' } : { state: 'rejected', failed: ['decision_expected'] };
  return { case: one.id, outcome, answer, leak };
}

/** Every case answered the same way, `k` times. */
export function all(
  cases: readonly CalibrationCase[],
  did: Did | ((one: CalibrationCase, at: number) => Did),
  k = 1,
): DecisionTrial[] {
  return cases.flatMap((one, at) =>
    Array.from({ length: k }, () => trial(one, typeof did === 'function' ? did(one, at) : did)),
  );
}

export const right = (one: CalibrationCase): Did => (one.class === 'guard_warranted' ? 'REFUSE' : 'PROCEED');
