/** The nested parts of a comparison (records/comparison.ts). Integers and exact fractions only. */
import * as z from 'zod';
import { Interval } from './report.ts';
import { RowAgent, RowSubject } from './row-parts.ts';
import { Count, Digest, Instant, NanoUsd, Ratio, Receipt } from './scalars.ts';
import { OcsWithheld, RateBasis, RunDisposition, Verdict } from './terms.ts';

/**
 * Which way a number went. `unchanged`: the same on every task. `no_detectable_change`: different, and no more than
 * chance explains. `unpriced`: a cost that one side lacks or that two catalogs made. `unknown`: cannot be told.
 */
export const Direction = z.enum(['better', 'worse', 'unchanged', 'no_detectable_change', 'unpriced', 'unknown']);
export type Direction = z.infer<typeof Direction>;

/** Why a direction is `unknown` or `unpriced`. */
export const ChangeReason = z.enum([
  'nothing_graded',
  'tasks_differ',
  'ungraded_could_decide',
  'ocs_withheld',
  'classes_unknown',
  'case_rates_unknown',
  'no_accepted_outcomes',
  'task_costs_unknown',
  'cost_partial',
  'cost_unknown',
  'unmetered',
  'catalog_differs',
]);
export type ChangeReason = z.infer<typeof ChangeReason>;

/** What tells groups apart, and what may differ on purpose between two compared rows. */
export const Axis = z.enum(['harness', 'agent', 'model', 'lane', 'condition', 'invocation']);
export type Axis = z.infer<typeof Axis>;

/** What else may have moved the numbers. */
export const ConfounderAxis = z.enum([
  'harness_version',
  'agent_version',
  'model',
  'lane',
  'permissions',
  'catalog',
  'rate_basis',
  'placeholder_rates',
  'isolation',
  'login',
  'evaluator',
  'timeout',
  'concurrency',
  'attempts',
  'seed',
  'thresholds',
]);
export type ConfounderAxis = z.infer<typeof ConfounderAxis>;

/** One named axis that also varies. */
export const Confounder = z
  .strictObject({
    axis: ConfounderAxis.describe('What also differs'),
    certain: z.boolean().describe('False: a side does not say, so that it may differ'),
    from: z.string().nullable().describe('Value on the side that is compared against; null when it has none'),
    to: z.string().nullable().describe('Value on the other side; null when it has none'),
  })
  .meta({ id: 'Confounder' });
export type Confounder = z.infer<typeof Confounder>;

/** A row, named. */
export const RowName = z
  .strictObject({
    seq: Count.describe('Place in the ledger, from 0'),
    receipt: Receipt.describe('Receipt of the row'),
    startedAt: Instant.describe('When the first trial of the row started'),
    subject: RowSubject.omit({ repository: true, baseSha: true }).describe('What was judged'),
  })
  .meta({ id: 'RowName' });
export type RowName = z.infer<typeof RowName>;

/** What makes a group: rows that differ in none of these. */
export const GroupAxes = RowAgent.pick({
  harness: true,
  name: true,
  modelRequested: true,
  lane: true,
  condition: true,
  invocation: true,
}).meta({ id: 'GroupAxes' });
export type GroupAxes = z.infer<typeof GroupAxes>;

/** A paired test over the tasks that both sides have graded. */
export const PairedTest = z
  .strictObject({
    name: z
      .enum(['mcnemar', 'sign_flip', 'sign_flip_sampled'])
      .describe(
        'mcnemar: exact, for one attempt a task; sign_flip: exact, for more; sign_flip_sampled: from drawn signs',
      ),
    pE6: Count.describe('Two-sided p in millionths, rounded up'),
    levelE6: Count.describe('Level in millionths at which p counts; smaller where several groups are compared at once'),
    tasks: Count.describe('Tasks that were compared'),
    dropped: Count.describe('Tasks that lack a graded trial on a side'),
    rose: Count.describe('Compared tasks whose number rose'),
    fell: Count.describe('Compared tasks whose number fell'),
  })
  .meta({ id: 'PairedTest' });
export type PairedTest = z.infer<typeof PairedTest>;

/** A change of a rate or of OCS. */
export const RateChange = z
  .strictObject({
    direction: Direction.describe('Which way the number went'),
    reason: ChangeReason.nullable().describe('Why the direction is unknown; null when it is known'),
    from: Ratio.nullable().describe('Value of the row that is compared against; null when it has none'),
    to: Ratio.nullable().describe('Value of the other row; null when it has none'),
    difference: Ratio.nullable().describe(
      'to less from, over the tasks that both sides have graded; null when it cannot be computed',
    ),
    interval: Interval.nullable().describe('Confidence interval of the difference; null when it cannot be computed'),
    test: PairedTest.nullable().describe('The test behind the direction; null when none could be made'),
    smallestEffectE4: Count.nullable().describe(
      'With no_detectable_change: the smallest change, in ten-thousandths, that would have been seen four times of five; null: none would',
    ),
  })
  .meta({ id: 'RateChange' });
export type RateChange = z.infer<typeof RateChange>;

/** A change of CPAO, in nano-USD. */
export const CostChange = z
  .strictObject({
    direction: Direction.describe('Which way the cost went; a lower cost is better'),
    reason: ChangeReason.nullable().describe('Why the direction is unknown or unpriced; null when it is known'),
    from: NanoUsd.nullable().describe('CPAO of the row that is compared against; null when withheld'),
    to: NanoUsd.nullable().describe('CPAO of the other row; null when withheld'),
    difference: z.int().nullable().describe('to less from; null unless both are priced under one catalog'),
    relative: Ratio.nullable().describe('difference over from; null where from is 0 or the difference is not known'),
    interval: z
      .strictObject({
        low: z.int().describe('Lower limit in nano-USD'),
        high: z.int().describe('Upper limit in nano-USD'),
        method: z.string().describe('How it was computed'),
        n: Count.describe('Tasks that were counted'),
      })
      .nullable()
      .describe('Interval of the difference; null below two tasks or three accepted outcomes a side'),
    test: PairedTest.nullable().describe('The test behind the direction; null when none could be made'),
    smallestEffect: Count.nullable().describe('With no_detectable_change, as smallestEffectE4, in nano-USD'),
  })
  .meta({ id: 'CostChange' });
export type CostChange = z.infer<typeof CostChange>;

/** What became of one task. */
export const Transition = z.enum(['fixed', 'newly_broken', 'still_passing', 'still_failing', 'not_comparable']);
export type Transition = z.infer<typeof Transition>;

const Attempts = z.strictObject({
  accepted: Count.describe('Accepted attempts'),
  graded: Count.describe('Graded attempts'),
  ungraded: Count.describe('Attempts without a grade'),
});

/** One task on both sides; it passes where more than half of its attempts were accepted. */
export const TaskTransition = z
  .strictObject({
    place: Count.describe('Place in the tasks of the row'),
    task: z.string().nullable().describe('Task id; null when the ledger has no record of the suite'),
    transition: Transition.describe('What became of the task'),
    from: Attempts.describe('Attempts on the side that is compared against'),
    to: Attempts.describe('Attempts on the other side'),
  })
  .meta({ id: 'TaskTransition' });
export type TaskTransition = z.infer<typeof TaskTransition>;

/** One row compared with another of the same suite key. */
export const RowComparison = z
  .strictObject({
    from: RowName.describe('The reference row'),
    to: RowName.describe('The row that is compared with it'),
    axes: z.array(Axis).describe('What the two groups differ in; empty within a group'),
    package: z.enum(['same', 'changed', 'unknown']).describe('The package under test'),
    success: RateChange.describe('Change of the success rate'),
    ocs: RateChange.nullable().describe('Null outside decision suites'),
    cpao: CostChange.describe('Change of the cost per accepted outcome'),
    transitions: z.record(Transition, Count).describe('Number of tasks by what became of them'),
    tasks: z.array(TaskTransition).nullable().describe('Null in the older steps of a trend'),
    confounders: z.array(Confounder).describe('What else differs; empty when nothing else is known to'),
  })
  .meta({ id: 'RowComparison' });
export type RowComparison = z.infer<typeof RowComparison>;

/** The numbers of one row. */
export const Point = z
  .strictObject({
    row: RowName.describe('The row'),
    verdict: Verdict.nullable().describe('Null when there were no thresholds'),
    counts: z
      .strictObject({
        planned: Count.describe('Trials that the plan asks for'),
        graded: Count.describe('Accepted and rejected trials'),
        accepted: Count.describe('Accepted trials'),
        ungraded: Count.describe('Trials without a grade'),
      })
      .describe('Trials of the row'),
    success: z
      .strictObject({
        value: Ratio.nullable().describe('Accepted of graded; null when nothing was graded'),
        interval: Interval.nullable().describe('Confidence interval; null when nothing was graded'),
      })
      .describe('The success rate'),
    ocs: z
      .strictObject({
        value: Ratio.nullable().describe('OCS; null when withheld'),
        withheld: OcsWithheld.nullable().describe('Why it is withheld; null when it is shown'),
        interval: Interval.nullable().describe('Confidence interval; null when there is none'),
      })
      .nullable()
      .describe('Null outside decision suites'),
    cpao: z
      .strictObject({
        disposition: RunDisposition,
        nanoUsd: NanoUsd.nullable().describe('In nano-USD; null when withheld'),
        rateBasis: RateBasis.nullable().describe('Weakest basis of the rates; null when nothing is priced'),
        catalog: Digest.nullable().describe('Digest of the price catalog; null when there was none'),
      })
      .describe('Cost per accepted outcome'),
    conformance: z
      .strictObject({
        passed: Count.describe('Required checks that passed'),
        required: Count.describe('Required checks'),
      })
      .nullable()
      .describe('Required checks; null where the suite has none'),
  })
  .meta({ id: 'Point' });
export type Point = z.infer<typeof Point>;
