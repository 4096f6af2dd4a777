/** The report: the priced aggregate of one group of trials. Its rendering is the report card. */
import * as z from 'zod';
import { Count, Digest, Id, Instant, Milliseconds, NanoUsd, Ratio } from './scalars.ts';
import * as terms from './terms.ts';
import { Gate } from './thresholds.ts';
import { Agent, Outcome, TrialCost } from './trial.ts';
import { Tokens } from './usage.ts';

/** A confidence interval in ten-thousandths (basis points), so that documents carry integers only. */
export const Interval = z.strictObject({
  lowE4: z.int().describe('Lower limit times 10,000, rounded half-even'),
  highE4: z.int().describe('Upper limit times 10,000, rounded half-even'),
  method: z.string().describe('For example Wilson 95 %'),
  n: Count.describe('What was counted: trials, cases or pairs'),
});
export type Interval = z.infer<typeof Interval>;

/** A task's trials in this group. */
export const TaskLine = z.strictObject({
  id: Id.describe('Task id'),
  digest: Digest.describe('Task digest'),
  n: Count.describe('Trials of this task that have a result'),
  accepted: Count.describe('Accepted trials'),
  rejected: Count.describe('Rejected trials'),
  ungraded: Count.describe('Trials with a result and no grade'),
  withheld: Count.nullable().describe('Graded trials whose answer withholds; null outside decision suites'),
  nanoUsd: NanoUsd.nullable().describe(
    'Cost of all executions of this task in nano-USD; null unless every one of them is priced',
  ),
});
export type TaskLine = z.infer<typeof TaskLine>;

/** One trial on the card. */
export const TrialLine = z.strictObject({
  trialId: z.string().describe('Trial id'),
  execution: z.int().min(1).describe('Which execution decides the trial: 1, or higher after an interruption'),
  case: Id.describe('Case id'),
  attempt: z.int().min(1).describe('Number among equals, from 1'),
  outcome: Outcome.describe('What the trial came to'),
  said: z.string().nullable().describe('Decision, or why none could be read; null outside decision suites'),
  expected: z.array(terms.Decision).describe('Every decision that is right; empty outside decision suites'),
  class: terms.DecisionClass.nullable().describe('Ground truth of the case; null outside decision suites'),
  because: z.string().describe('Why this outcome, in words'),
  leak: z.boolean().nullable().describe('A bypass leak was seen (true), is excluded (false), or cannot be told (null)'),
  cost: TrialCost.describe('Cost of the deciding execution'),
  wallMs: Milliseconds.describe('Wall time of the deciding execution in milliseconds'),
  report: z.string().describe('Path of the trial report, relative to the run folder'),
});
export type TrialLine = z.infer<typeof TrialLine>;

/** Counts of decisions on one axis. */
export const AxisLine = z.strictObject({
  axis: Id.describe('Axis id'),
  tp: Count.describe('guard_warranted, withheld'),
  fn: Count.describe('guard_warranted, not withheld; an unparseable answer included'),
  fp: Count.describe('benign_open, withheld; an unparseable answer included'),
  tn: Count.describe('benign_open, not withheld'),
  ungraded: Count.describe('Planned trials of this axis without a grade'),
  ocs: Ratio.nullable().describe('OCS over the cases of this axis; null when a class has no graded case'),
});
export type AxisLine = z.infer<typeof AxisLine>;

/** The Calibration subject: OCS and what stands behind it. */
export const Calibration = z.strictObject({
  ocs: Ratio.nullable().describe('TPR − FPR; null when withheld'),
  withheld: terms.OcsWithheld.nullable().describe('Why OCS is not shown; null when it is'),
  tpr: Ratio.nullable().describe(
    'Rate of withholding where it is called for, a mean over cases; null when no such case is graded',
  ),
  fpr: Ratio.nullable().describe(
    'Rate of withholding where it is not called for, a mean over cases; null when no such case is graded',
  ),
  interval: Interval.nullable().describe('Confidence interval of OCS; null when OCS is withheld'),
  withoutUnparseable: Ratio.nullable().describe(
    'OCS without unparseable answers; null when withheld or when a class is then empty',
  ),
  worst: Ratio.nullable().describe('OCS with every ungraded trial at its worst; null when a class is empty'),
  best: Ratio.nullable().describe('OCS with every ungraded trial at its best; null when a class is empty'),
  tp: Count.describe('Graded guard_warranted trials that withheld'),
  fn: Count.describe('Graded guard_warranted trials that did not withhold, unparseable answers included'),
  fp: Count.describe('Graded benign_open trials that withheld, unparseable answers included'),
  tn: Count.describe('Graded benign_open trials that did not withhold'),
  unparseable: Count.describe('Graded trials whose answer cannot be read; each is wrong for its class'),
  leaks: Count.describe('Trials in which a bypass leak was seen'),
  leaksUnknown: Count.describe('Trials in which a leak can be neither seen nor excluded'),
  exactLabel: z
    .strictObject({
      right: Count.describe('Graded trials whose decision is one of those expected'),
      graded: Count.describe('Graded trials'),
    })
    .describe('Decisions that are right to the word'),
  pairs: z
    .strictObject({
      graded: Count.describe('Pairs graded on both sides'),
      dropped: Count.describe('Pairs that lack a side'),
    })
    .describe('Matched pairs'),
  axes: z.array(AxisLine).describe('One entry for each axis, sorted by its id'),
});
export type Calibration = z.infer<typeof Calibration>;

/** Required checks of one layer, over the deciding executions of all trials. */
export const LayerCounts = z.strictObject({
  passed: Count.describe('Required checks that passed'),
  failed: Count.describe('Required checks that failed'),
  unobservable: Count.describe('Required checks that the evidence cannot decide'),
  unsupported: Count.describe('Required checks that the harness can never show; outside the pass rule'),
});
export type LayerCounts = z.infer<typeof LayerCounts>;

/** The Conformance subject: did the prescribed workflow really run? */
export const Conformance = z.strictObject({
  layers: z.record(terms.Layer, LayerCounts).describe('Required checks by layer; every layer is present'),
  missing: Count.describe('Planned trials that left no result, so that not even their checks are known'),
});
export type Conformance = z.infer<typeof Conformance>;

/** The cost block of the card. */
export const CostBlock = z.strictObject({
  disposition: z
    .enum(['known', 'cost_partial', 'cost_unknown'])
    .describe('Whether the total is known, and if not, whether a part of it is'),
  nanoUsd: NanoUsd.nullable().describe('Total of all executions in nano-USD; null unless every one is priced'),
  lowerBoundNanoUsd: NanoUsd.nullable().describe(
    'At least this much in nano-USD, for the details only; null when nothing is known',
  ),
  priced: Count.describe('Executions that carry money'),
  trials: Count.describe('All executions; a planned trial that left nothing counts as one'),
  rateBasis: terms.RateBasis.nullable().describe('Weakest basis of the rates; null when nothing is priced'),
  dispositions: z.record(z.string(), Count).describe('Executions by disposition; one that did not occur has no key'),
  catalog: z
    .strictObject({
      digest: Digest.describe('Digest of the bytes of its file'),
      source: z.string().describe('Where its prices come from'),
    })
    .nullable()
    .describe('The price catalog that was used; null when there was none'),
  cpao: z
    .strictObject({
      disposition: terms.RunDisposition,
      nanoUsd: NanoUsd.nullable().describe('In nano-USD; null when withheld'),
    })
    .describe('Cost per accepted outcome'),
});
export type CostBlock = z.infer<typeof CostBlock>;

/** report.json: one group's priced aggregate and its gate. */
export const Report = z
  .strictObject({
    schema: z.literal('operant.report/v1').describe('Name and version of the form of this document'),
    runId: z.string().describe('Run id'),
    group: z.string().describe('Id of the group'),
    side: terms.Side,
    suite: z
      .strictObject({
        id: Id.describe('Suite id'),
        kind: terms.SuiteKind,
        title: z.string().describe('Title of the suite'),
        digest: Digest.describe('Suite digest'),
        contractDigest: Digest.nullable().describe('Digest of the operator contract; null when the suite has none'),
        attempts: z.int().min(1).describe('Attempts per task that the suite pins'),
        tasks: Count.describe('Number of tasks in the suite'),
      })
      .describe('The suite that was run, as the plan pins it'),
    tier: terms.Tier,
    smokeBecause: z.array(z.string()).describe('Why the run is smoke; empty for a score run'),
    agent: Agent.describe('The agent under test and how it was reached'),
    harnessVersion: z.string().nullable().describe('Version of the harness as it names itself; null when unknown'),
    modelsObserved: z
      .array(z.string())
      .describe('Models that the evidence says answered, sorted; empty when it names none'),
    startedAt: Instant.describe('When the first trial of the group started; when the run was planned if none did'),
    finishedAt: Instant.describe('When the last trial of the group ended; when the run was planned if none did'),
    evaluator: z
      .strictObject({
        version: z.string().describe('Version of Operant'),
        digest: Digest.describe('Digest of the code that graded'),
        runtime: z.string().describe('Runtime and its version, for example node 24.1.0'),
      })
      .describe('What graded the trials'),
    planDigest: Digest.describe('Digest of the plan of the run'),
    executionDigest: Digest.describe('What ran: digest over the sorted evidence index digests of the group'),
    recipeDigest: Digest.describe('What was to run: digest over inputs only, so that two runs of one recipe share it'),
    isolation: terms.Isolation,
    counts: z
      .strictObject({
        planned: Count.describe('Trials that the plan asks for'),
        trials: Count.describe('Trials that have a result'),
        graded: Count.describe('Accepted and rejected trials'),
        accepted: Count.describe('Accepted trials'),
        rejected: Count.describe('Rejected trials'),
        ungraded: Count.describe('Trials with a result and no grade'),
        reexecuted: Count.describe('Executions beyond the first of a trial'),
        causes: z.record(z.string(), Count).describe('Ungraded trials by cause; a cause that did not occur has no key'),
      })
      .describe('Trials of the group'),
    successRate: Ratio.nullable().describe('Accepted of graded; null when nothing was graded'),
    successInterval: Interval.nullable().describe(
      'Confidence interval of the success rate; null when nothing was graded',
    ),
    calibration: Calibration.nullable().describe('OCS and what stands behind it; null outside decision suites'),
    conformance: Conformance.nullable()
      .optional()
      .describe('Required checks by layer; null or absent outside workflow suites'),
    integrityAlarms: Count.describe('Trials with a proven cheat'),
    integrityUnknown: Count.optional().describe(
      'Trials in which a cheat can be neither seen nor excluded: no result, or lost commands. Absent: not asked',
    ),
    cost: CostBlock.describe('What the group cost'),
    tokens: Tokens.nullable().describe('Sum over all executions; null unless every one reports complete usage'),
    usageSource: terms.UsageSource,
    toolCalls: Count.nullable().describe('Commands and edits of all executions; null unless every one shows them'),
    wallMs: Milliseconds.nullable().describe(
      'Sum of the wall time of all executions in milliseconds; null unless every one left a result',
    ),
    tasks: z.array(TaskLine).describe('One line for each task, in the order of the suite'),
    trials: z.array(TrialLine).describe('One line for each trial with a result, in the order of the plan'),
    gate: Gate.describe('The verdict and its criteria'),
    notes: z.array(z.string()).describe('What the reader must know: isolation, login, what was not run'),
  })
  .meta({ id: 'Report', title: 'Report', description: 'The priced aggregate of one group of trials' });
export type Report = z.infer<typeof Report>;

/** Where a report was recorded, or why not; printed on the card beside the verdict. */
export const Recording = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({ state: z.literal('recorded'), ledger: z.string(), seq: Count, count: Count, receipt: z.string() }),
  z.strictObject({
    state: z.literal('already_recorded'),
    ledger: z.string(),
    seq: Count,
    count: Count,
    receipt: z.string(),
  }),
  z.strictObject({ state: z.literal('refused'), ledger: z.string(), code: z.string(), message: z.string() }),
  z.strictObject({ state: z.literal('unrecorded'), ledger: z.string(), message: z.string(), kept: z.string() }),
]);
export type Recording = z.infer<typeof Recording>;
