/**
 * One row of the ledger: the record of one graded group of a run. Integers only (I10); instants are UTC
 * with milliseconds; unknown is null and no field is ever absent (I3).
 */
import * as z from 'zod';
import { Origin } from './origin.ts';
import {
  RowAgent,
  RowConformance,
  RowCost,
  RowCounts,
  RowCpao,
  RowDecision,
  RowEvaluator,
  RowGate,
  RowRunner,
  RowSettings,
  RowSubject,
  RowSuite,
  RowTask,
  RowWorkflow,
  SuiteRecordTask,
} from './row-parts.ts';
import { Count, Digest, Id, Instant, Milliseconds, Receipt } from './scalars.ts';
import { Isolation, SuiteKind, UsageSource } from './terms.ts';
import { Tokens } from './usage.ts';

/** The schema id of rows that this version writes. Rows of older versions stay readable for ever. */
export const ROW_SCHEMA = 'operant.row/v1';

/** What row 0 is linked to: `genesis:` and the hex SHA-256 of the ledger's origin line. */
export const Genesis = z.string().regex(/^genesis:[0-9a-f]{64}$/, 'a genesis looks like genesis:<64 hex digits>');
export type Genesis = z.infer<typeof Genesis>;

/** What a row is linked to: the receipt of the row before it, or the genesis. */
export const Previous = z.union([Receipt, Genesis]);
export type Previous = z.infer<typeof Previous>;

/** A row as it stands in the ledger. */
export const Row = z
  .strictObject({
    schema: z.literal(ROW_SCHEMA).describe('Name and version of the form of this document'),
    seq: Count.describe('Place in the ledger, from 0 without gaps'),
    previous: Previous.describe('Receipt of the row before; the genesis for row 0'),
    receipt: Receipt.describe('SHA-256 over every other field of this row'),
    recordedAt: Instant.describe('When the row was written'),
    startedAt: Instant.describe('When the first trial of the group started'),
    finishedAt: Instant.describe('When the last trial of the group ended'),
    runId: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/)
      .describe('Id of the run; the name of its folder'),
    executionDigest: Digest.describe('Digest over the sorted evidence-index digests of the trials: what ran'),
    recipeDigest: Digest.describe(
      'Digest over the inputs only: suite, tasks, attempts, agent, package, settings, evaluator',
    ),
    derivedFrom: Receipt.nullable().describe('Receipt of the row this one was derived from; null for a measured row'),
    subject: RowSubject.describe('What was judged'),
    origin: Origin,
    suite: RowSuite.describe('Which suite was run'),
    suiteKey: Digest.describe('Comparability of work: digest over suite digest, sorted task digests and attempts'),
    contractDigest: Digest.nullable().describe(
      'Digest of the contract (required paths or answer form); null when none',
    ),
    agent: RowAgent.describe('Which agent was run, and how'),
    settings: RowSettings.describe('Settings that a comparison must know of'),
    evaluator: RowEvaluator.describe('What computed the row'),
    thresholds: z
      .strictObject({ id: Id.describe('Id of the thresholds'), digest: Digest.describe('Digest of the thresholds') })
      .nullable()
      .describe('The thresholds that were applied; null when there were none'),
    catalog: z
      .strictObject({
        digest: Digest.describe('Digest of the bytes of its file'),
        source: z.string().min(1).max(200).describe('Where its prices come from'),
      })
      .nullable()
      .describe('The price catalog that was used; null when nothing was priced'),
    counts: RowCounts.describe('Trials of the group'),
    tasks: z.array(RowTask).describe('One entry for each task, in the order of suites/<digest>.json'),
    decision: RowDecision.nullable().describe('Confusion counts; null outside decision suites'),
    conformance: RowConformance.nullable().describe('Required checks by layer; null where the suite has none'),
    integrityAlarms: Count.describe('Trials with a proven cheat'),
    usage: Tokens.nullable().describe('Tokens of all trials; null when no trial reported any'),
    toolCalls: Count.nullable().describe('Tool calls of all trials; null when the evidence does not show them'),
    wallMs: Milliseconds.nullable().describe('Sum of the wall time of all trials; null when a trial lacks it'),
    cost: RowCost.describe('What the group cost'),
    cpao: RowCpao.describe('Cost per accepted outcome'),
    gate: RowGate.nullable().describe('The verdict and its criteria; null when there were no thresholds'),
    usageSource: UsageSource,
    usageDisagreements: Count.describe('Trials whose sources of usage disagree'),
    evidence: z
      .strictObject({
        published: Count.describe('Evidence files that left the machine'),
        withheld: Count.describe('Evidence files that were kept back'),
      })
      .describe('What became of the evidence'),
    workflow: RowWorkflow.nullable().describe('The workflow run that measured; null outside GitHub Actions'),
    isolation: Isolation,
    runner: RowRunner.describe('The machine that measured'),
  })
  .meta({ id: 'Row', title: 'Ledger row', description: 'One record of one graded group' });
export type Row = z.infer<typeof Row>;

/** A row before it has a place in a ledger: everything but `seq`, `previous` and `receipt`. */
export const RowBody = Row.omit({ seq: true, previous: true, receipt: true }).meta({
  id: 'RowBody',
  title: 'Row body',
  description: 'A graded group that has no place in a ledger yet',
});
export type RowBody = z.infer<typeof RowBody>;

/** suites/<hex of the digest>.json of a ledger: what the places in `tasks` of a row stand for. Written once. */
export const SuiteRecord = z
  .strictObject({
    schema: z.literal('operant.suite-record/v1').describe('Name and version of the form of this document'),
    id: Id.describe('Suite id'),
    kind: SuiteKind,
    digest: Digest.describe('Suite digest'),
    tasks: z.array(SuiteRecordTask).min(1).describe('Tasks in the order of the suite'),
  })
  .meta({ id: 'SuiteRecord', title: 'Suite record', description: 'Task ids and digests of a suite' });
export type SuiteRecord = z.infer<typeof SuiteRecord>;
