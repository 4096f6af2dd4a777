/**
 * The comparison of a ledger's rows (design §8): trends and lanes of each suite, and what could not be compared.
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
  points: z.array(Point).min(1),
  steps: z.array(RowComparison).describe('One fewer than points: each compares a point with the one before it'),
});
export type TrendLine = z.infer<typeof TrendLine>;

/** A row of a pull request and its base. */
export const PullRequestLine = z.strictObject({
  group: Place,
  point: Point,
  comparison: RowComparison.nullable(),
  reason: z.enum(['no_base_sha', 'no_base_row']).nullable().describe('Why it was not compared; null when it was'),
});
export type PullRequestLine = z.infer<typeof PullRequestLine>;

/** The latest row of each group against a reference row. */
export const LanesView = z.strictObject({
  reference: z.strictObject({
    group: Place,
    point: Point,
    because: z
      .enum(['receipt', 'lane', 'proxy_lane', 'first_group'])
      .describe('How it was chosen: by its receipt, by its lane, or because nothing was asked for'),
  }),
  lines: z.array(z.strictObject({ group: Place, point: Point, comparison: RowComparison })),
});
export type LanesView = z.infer<typeof LanesView>;

/** Rows of the same suite that ran other work. */
export const OtherKey = z.strictObject({
  suiteKey: Digest,
  suiteDigest: Digest,
  attempts: z.int().min(1),
  because: z.enum(['suite_changed', 'attempts_differ', 'tasks_differ']),
  seqs: z.array(Count).min(1).describe('The rows, by their place in the ledger'),
  firstStartedAt: Instant,
  lastStartedAt: Instant,
});
export type OtherKey = z.infer<typeof OtherKey>;

/** All comparisons of one suite. */
export const SuiteComparison = z.strictObject({
  suite: z.strictObject({ id: Id, kind: SuiteKind, digest: Digest }),
  suiteKey: Digest.describe('Only rows with this key are compared: that of the reference row, else of the latest row'),
  attempts: z.int().min(1),
  tasks: Count,
  groups: z.array(GroupAxes.extend({ rows: Count })),
  trend: z
    .strictObject({ lines: z.array(TrendLine), pullRequests: z.array(PullRequestLine) })
    .nullable()
    .describe('Null when the view was not asked for'),
  lanes: LanesView.nullable().describe('Null when the view was not asked for or there is nothing to refer to'),
  notComparable: z.array(OtherKey),
});
export type SuiteComparison = z.infer<typeof SuiteComparison>;

/** Rows of one group that are in no comparison. */
export const LeftOut = z.strictObject({
  suite: Id,
  suiteKey: Digest,
  group: GroupAxes,
  rows: Count,
  reason: z.enum([
    'other_suite',
    'other_suite_key',
    'other_lane',
    'other_view',
    'derived_rows',
    'base_of_pull_request',
    'pull_request_without_base',
    'nothing_to_compare_with',
  ]),
});
export type LeftOut = z.infer<typeof LeftOut>;

/** What `operant compare --json` prints. */
export const Comparison = z
  .strictObject({
    schema: z.literal('operant.comparison/v1'),
    ledger: z.strictObject({
      count: Count.describe('Rows that were verified'),
      head: Receipt.nullable().describe('Receipt of the last row; null when there is none'),
    }),
    asked: z.strictObject({
      suite: Id.nullable(),
      lane: Lane.nullable(),
      reference: z.union([Receipt, Lane]).nullable(),
      view: CompareView,
    }),
    suites: z.array(SuiteComparison),
    leftOut: z.array(LeftOut),
  })
  .meta({ id: 'Comparison', title: 'Comparison', description: 'Rows of a verified ledger compared with each other' });
export type Comparison = z.infer<typeof Comparison>;
