/** Counts of one decision case over its trials. */
import type { DecisionCase } from '../../records/suite.ts';
import { WITHHELD } from '../../records/terms.ts';
import type { Answer, Outcome } from '../../records/trial.ts';

/** One planned trial, as far as OCS looks at it. */
export interface DecisionTrial {
  readonly case: string;
  /** Null: the trial left no result. */
  readonly outcome: Outcome | null;
  readonly answer: Answer | null;
  /** A leak was seen in any execution (true), excluded in all (false), or cannot be told (null). */
  readonly leak: boolean | null;
}

/** Counts of one case. `withheld` is of answers that could be read; `right` are answers in the expected set. */
export interface CaseTally {
  readonly case: Pick<DecisionCase, 'id' | 'pair' | 'class' | 'axis' | 'expected'>;
  readonly graded: number;
  readonly ungraded: number;
  readonly withheld: number;
  readonly unparseable: number;
  readonly right: number;
}

/** Whether a trial is in a bucket of the rates. A graded trial without an answer cannot be placed and is in none. */
export function isGraded(trial: DecisionTrial): boolean {
  return trial.outcome !== null && trial.outcome.state !== 'ungraded' && trial.answer !== null;
}

/** The counts of a case. */
export function tallyCase(one: CaseTally['case'], trials: readonly DecisionTrial[]): CaseTally {
  const own = trials.filter((trial) => trial.case === one.id);
  const answers = own.filter(isGraded).map((trial) => trial.answer);
  const decisions = answers.flatMap((answer) => (answer?.state === 'decision' ? [answer.decision] : []));
  return {
    case: one,
    graded: answers.length,
    ungraded: own.length - answers.length,
    withheld: decisions.filter((decision) => WITHHELD.has(decision)).length,
    unparseable: answers.length - decisions.length,
    right: decisions.filter((decision) => one.expected.includes(decision)).length,
  };
}
