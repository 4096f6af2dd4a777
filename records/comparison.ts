/**
 * The comparison of a ledger's rows: trends and lanes of each suite, and what could not be compared.
 * Derived from a verified ledger alone; the same rows give the same bytes, whatever their order.
 */
import * as z from 'zod';
import { GroupAxes, Point, RowComparison } from './comparison-parts.ts';
import { Count, Digest, Id, Instant, Receipt } from './scalars.ts';
import { Lane, SuiteKind } from './terms.ts';

/** Which views are made. */
export const CompareView = z.enum(['trend', 'lanes', 'all']);
export type CompareView = z.infer<typeof CompareView>;

const Place = Count.describe('Place in groups');

/** The rows of one group in the order in which they were executed. */
export const TrendLine = z.strictObject({
  group: Place,
  points: z.array(Point).min(1).describe('The rows of the group in the order in which they were executed'),
  steps: z.array(RowComparison).describe('One fewer than points: each compares a point with the one before it'),
});
export type TrendLine = z.infer<typeof TrendLine>;

/** A row of a pull request and its base. */
export const PullRequestLine = z.strictObject({
  group: Place,
  point: Point.describe('The row of the pull request'),
  comparison: RowComparison.nullable().describe('Against the row of its base; null when there is none'),
  reason: z.enum(['no_base_sha', 'no_base_row']).nullable().describe('Why it was not compared; null when it was'),
});
export type PullRequestLine = z.infer<typeof PullRequestLine>;

/** The latest row of each group against a reference row. */
export const LanesView = z.strictObject({
  reference: z
    .strictObject({
      group: Place,
      point: Point.describe('The reference row'),
      because: z
        .enum(['receipt', 'lane', 'proxy_lane', 'first_group'])
        .describe('How it was chosen: by its receipt, by its lane, or because nothing was asked for'),
    })
    .describe('The row that the others are compared with'),
  lines: z
    .array(
      z.strictObject({
        group: Place,
        point: Point.describe('The latest row of the group'),
        comparison: RowComparison.describe('Against the reference row'),
      }),
    )
    .describe('The latest row of each other group'),
});
export type LanesView = z.infer<typeof LanesView>;

/** Rows of the same suite that ran other work. */
export const OtherKey = z.strictObject({
  suiteKey: Digest.describe('Suite key of these rows'),
  suiteDigest: Digest.describe('Suite digest of these rows'),
  attempts: z.int().min(1).describe('Attempts of each task'),
  because: z.enum(['suite_changed', 'attempts_differ', 'tasks_differ']).describe('What keeps them from being compared'),
  seqs: z.array(Count).min(1).describe('The rows, by their place in the ledger'),
  firstStartedAt: Instant.describe('When the first of them started'),
  lastStartedAt: Instant.describe('When the last of them started'),
});
export type OtherKey = z.infer<typeof OtherKey>;

/** All comparisons of one suite. */
export const SuiteComparison = z.strictObject({
  suite: z
    .strictObject({
      id: Id.describe('Suite id'),
      kind: SuiteKind,
      digest: Digest.describe('Suite digest of the compared rows'),
    })
    .describe('The suite'),
  suiteKey: Digest.describe('Only rows with this key are compared: that of the reference row, else of the latest row'),
  attempts: z.int().min(1).describe('Attempts of each task in the compared rows'),
  tasks: Count.describe('Number of tasks in the compared rows'),
  groups: z
    .array(GroupAxes.extend({ rows: Count.describe('Rows of the group') }))
    .describe('All groups of the suite key, sorted'),
  trend: z
    .strictObject({
      lines: z.array(TrendLine).describe('One for each group that has rows to show'),
      pullRequests: z.array(PullRequestLine).describe('Pull requests, each beside its base'),
    })
    .nullable()
    .describe('Null when the view was not asked for'),
  lanes: LanesView.nullable().describe('Null when the view was not asked for or there is nothing to refer to'),
  notComparable: z.array(OtherKey).describe('Rows of this suite that ran other work; empty when there are none'),
});
export type SuiteComparison = z.infer<typeof SuiteComparison>;

/** Rows of one group that are in no comparison. */
export const LeftOut = z.strictObject({
  suite: Id.describe('Suite id'),
  suiteKey: Digest.describe('Suite key of these rows'),
  group: GroupAxes.describe('The group of these rows'),
  rows: Count.describe('Number of rows'),
  reason: z
    .enum([
      'other_suite',
      'other_suite_key',
      'other_lane',
      'other_view',
      'derived_rows',
      'base_of_pull_request',
      'pull_request_without_base',
      'nothing_to_compare_with',
    ])
    .describe('Why they are in no comparison'),
});
export type LeftOut = z.infer<typeof LeftOut>;

/** What `operant compare --json` prints. */
export const Comparison = z
  .strictObject({
    schema: z.literal('operant.comparison/v1').describe('Name and version of the form of this document'),
    ledger: z
      .strictObject({
        count: Count.describe('Rows that were verified'),
        head: Receipt.nullable().describe('Receipt of the last row; null when there is none'),
      })
      .describe('The ledger whose rows are compared'),
    asked: z
      .strictObject({
        suite: z.string().nullable().describe('Only this suite; null: all of them'),
        lane: Lane.nullable().describe('Only groups of this lane; null: all of them'),
        reference: z
          .union([Receipt, Lane])
          .nullable()
          .describe('A row, or the latest row of a lane; null: whatever stands first'),
        view: CompareView.describe('Which views are made'),
      })
      .describe('What was asked for'),
    suites: z.array(SuiteComparison).describe('One entry for each suite with rows to compare, sorted by id'),
    leftOut: z.array(LeftOut).describe('Rows that are in no comparison; empty when there are none'),
  })
  .meta({ id: 'Comparison', title: 'Comparison', description: 'Rows of a verified ledger compared with each other' });
export type Comparison = z.infer<typeof Comparison>;
