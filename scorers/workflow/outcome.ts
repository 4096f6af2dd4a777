/** Layer outcome of a workflow trial: one required check for each grader of the case. Pure and total. */
import type { Check } from '../../records/trial.ts';
import type { Grader } from '../../records/workflow.ts';
import type { OutcomeEvidence } from './outcome-evidence.ts';
import { judgeAnswers, judgeFile, judgeReply } from './outcome-files.ts';
import { judgeCalls, judgeProgram, judgeTypes } from './outcome-probes.ts';
import { judgeRationale } from './outcome-rationale.ts';

export type { AfterEntry, AfterManifest, OutcomeEvidence } from './outcome-evidence.ts';

/**
 * The checks of the layer outcome, in the order of the graders. Evidence that is missing is `unobservable`, never
 * `passed`; a deliverable that is absent from a whole manifest is `failed` (I1, I2).
 */
export function judgeOutcome(evidence: OutcomeEvidence): Check[] {
  return evidence.task.outcome.map((grader) => judgeOne(evidence, grader));
}

function judgeOne(evidence: OutcomeEvidence, grader: Grader): Check {
  switch (grader.kind) {
    case 'file':
      return judgeFile({ ...evidence, grader });
    case 'reply':
      return judgeReply({ ...evidence, grader });
    case 'answers':
      return judgeAnswers({ ...evidence, grader });
    case 'calls':
      return judgeCalls({ ...evidence, grader });
    case 'types':
      return judgeTypes({ ...evidence, grader });
    case 'rationale':
      return judgeRationale({ ...evidence, grader });
    case 'program':
      return judgeProgram({ ...evidence, grader });
  }
}
