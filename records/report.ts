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
  id: Id,
  digest: Digest,
  n: Count,
  accepted: Count,
  rejected: Count,
  ungraded: Count,
  withheld: Count.nullable().describe('Trials that withheld; null outside decision suites'),
  nanoUsd: NanoUsd.nullable(),
});
export type TaskLine = z.infer<typeof TaskLine>;

/** One trial on the card. */
export const TrialLine = z.strictObject({
  trialId: z.string(),
  execution: z.int().min(1),
  case: Id,
  attempt: z.int().min(1),
  outcome: Outcome,
  said: z.string().nullable().describe('Decision, or why none could be read; null outside decision suites'),
  expected: z.array(terms.Decision).describe('Empty outside decision suites'),
  class: terms.DecisionClass.nullable(),
  because: z.string(),
  leak: z.boolean().nullable(),
  cost: TrialCost,
  wallMs: Milliseconds,
  report: z.string().describe('Path of the trial report, relative to the run folder'),
});
export type TrialLine = z.infer<typeof TrialLine>;

/** Counts of decisions on one axis. */
export const AxisLine = z.strictObject({
  axis: Id,
  tp: Count,
  fn: Count,
  fp: Count,
  tn: Count,
  ungraded: Count,
  ocs: Ratio.nullable(),
});
export type AxisLine = z.infer<typeof AxisLine>;

/** The Calibration subject: OCS and what stands behind it. */
export const Calibration = z.strictObject({
  ocs: Ratio.nullable().describe('TPR − FPR; null when withheld'),
  withheld: terms.OcsWithheld.nullable().describe('Why OCS is not shown; null when it is'),
  tpr: Ratio.nullable(),
  fpr: Ratio.nullable(),
  interval: Interval.nullable(),
  withoutUnparseable: Ratio.nullable().describe('OCS when unparseable answers are left out; null when undefined'),
  worst: Ratio.nullable().describe('OCS with every ungraded trial at its worst; null when a class is empty'),
  best: Ratio.nullable().describe('OCS with every ungraded trial at its best; null when a class is empty'),
  tp: Count,
  fn: Count,
  fp: Count,
  tn: Count,
  unparseable: Count,
  leaks: Count,
  leaksUnknown: Count.describe('Trials in which a leak can be neither seen nor excluded'),
  exactLabel: z.strictObject({ right: Count, graded: Count }),
  pairs: z.strictObject({ graded: Count, dropped: Count }),
  axes: z.array(AxisLine),
});
export type Calibration = z.infer<typeof Calibration>;

/** The cost block of the card. */
export const CostBlock = z.strictObject({
  disposition: z.enum(['known', 'cost_partial', 'cost_unknown']),
  nanoUsd: NanoUsd.nullable().describe('Total of all trials; null unless every one is priced (I4)'),
  lowerBoundNanoUsd: NanoUsd.nullable().describe('At least this much, for the details only'),
  priced: Count,
  trials: Count,
  rateBasis: terms.RateBasis.nullable(),
  dispositions: z.record(z.string(), Count),
  catalog: z.strictObject({ digest: Digest, source: z.string() }).nullable(),
  cpao: z.strictObject({ disposition: terms.RunDisposition, nanoUsd: NanoUsd.nullable() }),
});
export type CostBlock = z.infer<typeof CostBlock>;

/** report.json: one group's priced aggregate and its gate. */
export const Report = z
  .strictObject({
    schema: z.literal('operant.report/v1').describe('Name and version of the form of this document'),
    runId: z.string(),
    group: z.string(),
    side: terms.Side,
    suite: z.strictObject({
      id: Id,
      kind: terms.SuiteKind,
      title: z.string(),
      digest: Digest,
      contractDigest: Digest.nullable(),
      attempts: z.int().min(1),
      tasks: Count,
    }),
    tier: terms.Tier,
    smokeBecause: z.array(z.string()),
    agent: Agent,
    harnessVersion: z.string().nullable(),
    modelsObserved: z.array(z.string()),
    startedAt: Instant,
    finishedAt: Instant,
    evaluator: z.strictObject({ version: z.string(), digest: Digest, runtime: z.string() }),
    planDigest: Digest,
    executionDigest: Digest.describe('Over the sorted evidence index digests of the group'),
    recipeDigest: Digest.describe('Over inputs only, so that two runs of one recipe share it'),
    isolation: terms.Isolation,
    counts: z.strictObject({
      planned: Count,
      trials: Count,
      graded: Count,
      accepted: Count,
      rejected: Count,
      ungraded: Count,
      reexecuted: Count,
      causes: z.record(z.string(), Count),
    }),
    successRate: Ratio.nullable().describe('Accepted of graded; null when nothing was graded'),
    successInterval: Interval.nullable(),
    calibration: Calibration.nullable(),
    integrityAlarms: Count,
    integrityUnknown: Count.optional().describe(
      'Trials in which a cheat can be neither seen nor excluded: no result, or lost commands. Absent: not asked',
    ),
    cost: CostBlock,
    tokens: Tokens.nullable().describe('Sum over trials; null unless every trial reports complete usage'),
    usageSource: terms.UsageSource,
    toolCalls: Count.nullable(),
    wallMs: Milliseconds.nullable(),
    tasks: z.array(TaskLine),
    trials: z.array(TrialLine),
    gate: Gate,
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
