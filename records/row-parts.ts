/** The nested parts of a ledger row (records/row.ts). A part that a kind does not use is null. */
import * as z from 'zod';
import { Count, Digest, Id, Milliseconds, NanoUsd, Ratio } from './scalars.ts';
import {
  Cause,
  Condition,
  DecisionClass,
  Disposition,
  Invocation,
  Lane,
  Layer,
  Login,
  OcsWithheld,
  RateBasis,
  RunDisposition,
  Side,
  SuiteKind,
  Tier,
  Verdict,
} from './terms.ts';

const Name = z.string().min(1).max(200);
const GitSha = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'a commit is 40 or 64 lower-case hex digits');

/** What was judged. */
export const RowSubject = z.strictObject({
  repository: Name.nullable().describe('owner/name of the repository; null outside a repository'),
  kind: z.enum(['pull_request', 'branch', 'release', 'local']).describe('What kind of thing was judged'),
  ref: Name.nullable().describe('Full ref, for example refs/heads/main; null when the files are not on a ref'),
  sha: GitSha.nullable().describe('Commit that was judged; null when the files are not a commit'),
  baseSha: GitSha.nullable().describe('Commit of the base a pull request is compared with; null otherwise'),
  number: z.int().min(1).nullable().describe('Number of the pull request; null otherwise'),
  side: Side.describe('base: measured inside the run of a pull request, and serves only that pull request'),
});
export type RowSubject = z.infer<typeof RowSubject>;

/** Which suite was run. */
export const RowSuite = z.strictObject({
  id: Id.describe('Suite id'),
  kind: SuiteKind,
  digest: Digest.describe('Suite digest; names suites/<hex>.json of the ledger'),
  tier: Tier.describe('Tier of the run; only score is ever recorded'),
});
export type RowSuite = z.infer<typeof RowSuite>;

/** Which agent was run, and how. */
export const RowAgent = z.strictObject({
  harness: Id.describe('Harness id'),
  harnessVersion: Name.nullable().describe('Version of the harness, as it names itself; null when it does not'),
  name: Name.describe('The agent itself; for most harnesses the same word as the harness'),
  agentVersion: Name.nullable().describe('Version of the agent; null when it does not name one'),
  modelRequested: Name.nullable().describe('Model that was asked for; null: the uncontrolled default of the host'),
  modelsObserved: z.array(Name).describe('Models that the evidence names, sorted, without repeats; empty when none is'),
  lane: Lane,
  condition: Condition,
  invocation: Invocation,
  permissionsDigest: Digest.describe('Digest of the permissions that were granted to the harness'),
  packageDigest: Digest.nullable().describe('Digest of the package under test; null when there is none'),
  login: Login,
});
export type RowAgent = z.infer<typeof RowAgent>;

/** Settings that a comparison must know of. */
export const RowSettings = z.strictObject({
  attempts: z.int().min(1).describe('Attempts of each task'),
  concurrency: z.int().min(1).describe('Trials at the same time'),
  seed: z.int().nullable().describe('Seed of the plan; null when none was set'),
  timeoutMs: Milliseconds.nullable().describe('Deadline of a trial; null when tasks keep their own'),
});
export type RowSettings = z.infer<typeof RowSettings>;

/** What computed the row. */
export const RowEvaluator = z.strictObject({
  version: Name.describe('Version of Operant'),
  digest: Digest.describe('Digest of the code that graded'),
  runtime: Name.describe('Runtime and its version, for example node 24.1.0'),
});
export type RowEvaluator = z.infer<typeof RowEvaluator>;

/** Trials of the group. accepted + rejected = graded; graded + ungraded = trials. */
export const RowCounts = z.strictObject({
  planned: Count.describe('Trials that the plan asks for: pinned tasks times attempts'),
  trials: Count.describe('Trials that have a result'),
  graded: Count.describe('Accepted and rejected trials'),
  accepted: Count.describe('Accepted trials'),
  rejected: Count.describe('Rejected trials'),
  ungraded: Count.describe('Trials with a result and no grade'),
  reexecuted: Count.describe('Executions beyond the first of a trial; kept and paid for, never a replacement'),
  causes: z.partialRecord(Cause, z.int().min(1)).describe('Trials by cause; a cause that did not occur has no key'),
});
export type RowCounts = z.infer<typeof RowCounts>;

/** One task of the suite, in the order of suites/<digest>.json. */
export const RowTask = z.strictObject({
  n: Count.describe('Trials of this task that have a result'),
  accepted: Count.describe('Accepted trials'),
  rejected: Count.describe('Rejected trials'),
  ungraded: Count.describe('Trials with a result and no grade'),
  nanoUsd: NanoUsd.nullable().describe('Cost of all trials of this task; null unless every one of them is priced'),
  withheld: Count.nullable().describe('Graded trials whose answer withholds; null outside decision suites'),
});
export type RowTask = z.infer<typeof RowTask>;

/** Confusion counts of one axis, over graded trials. */
export const RowAxis = z.strictObject({
  axis: Id.describe('Axis id'),
  tp: Count.describe('guard_warranted, withheld'),
  fn: Count.describe('guard_warranted, not withheld; an unparseable answer included'),
  fp: Count.describe('benign_open, withheld; an unparseable answer included'),
  tn: Count.describe('benign_open, not withheld'),
});
export type RowAxis = z.infer<typeof RowAxis>;

/** What OCS is computed from. Counts are over graded trials; tasks[].withheld and the suite's classes give it by case. */
export const RowDecision = z.strictObject({
  tp: RowAxis.shape.tp,
  fn: RowAxis.shape.fn,
  fp: RowAxis.shape.fp,
  tn: RowAxis.shape.tn,
  unparseable: Count.describe('Unparseable answers; each is also counted as wrong for its class, in fn or fp'),
  leaks: Count.describe('Trials with a bypass leak'),
  pairs: z
    .strictObject({
      graded: Count.describe('Pairs graded on both sides'),
      dropped: Count.describe('Pairs that lack a side'),
    })
    .describe('Matched pairs'),
  axes: z.array(RowAxis).describe('One entry for each axis, sorted by its id'),
  withheld: OcsWithheld.nullable().describe('Why OCS is withheld; null when it is shown'),
});
export type RowDecision = z.infer<typeof RowDecision>;

/** Required checks of one layer, over all trials. */
export const RowLayer = z.strictObject({
  passed: Count.describe('Required checks that passed'),
  failed: Count.describe('Required checks that failed'),
  unobservable: Count.describe('Required checks that the evidence cannot decide'),
  unsupported: Count.describe('Required checks that the harness can never show'),
});
export type RowLayer = z.infer<typeof RowLayer>;

/** Required checks by layer; every layer is present. */
export const RowConformance = z.record(Layer, RowLayer);
export type RowConformance = z.infer<typeof RowConformance>;

/** What the group cost; failures, ungraded trials and repeated executions included. */
export const RowCost = z.strictObject({
  disposition: RunDisposition,
  nanoUsd: NanoUsd.nullable().describe('Total; null unless every trial is priced'),
  priced: Count.describe('Trials that carry money'),
  rateBasis: RateBasis.nullable().describe('Weakest basis among the priced trials; null when none is priced'),
  dispositions: z.partialRecord(Disposition, z.int().min(1)).describe('Trials by disposition; no key for none'),
  graderNanoUsd: NanoUsd.nullable().describe('Cost of graders, a line of its own; null when unknown or when none ran'),
});
export type RowCost = z.infer<typeof RowCost>;

/** Cost per accepted outcome. */
export const RowCpao = z.strictObject({
  disposition: RunDisposition,
  nanoUsd: NanoUsd.nullable().describe('Total cost over accepted outcomes, rounded half to even; null when withheld'),
});
export type RowCpao = z.infer<typeof RowCpao>;

/** A measured value or a bound: a whole number, an exact fraction, or (for run_tier) a tier. */
export const Measured = z.union([z.int(), Ratio, Tier]);
export type Measured = z.infer<typeof Measured>;

/** One bound of the thresholds file, judged. */
export const RowCriterion = z.strictObject({
  name: Name.describe('The criterion as printed, for example success_rate>=0.500'),
  verdict: Verdict,
  observed: Measured.nullable().describe('What was measured; null when it could not be'),
  bound: Measured.describe('What was asked for'),
  mode: z.enum(['point', 'interval']).describe('Whether the value or its interval has to clear the bound'),
});
export type RowCriterion = z.infer<typeof RowCriterion>;

/** All criteria and what follows from them. */
export const RowGate = z.strictObject({
  verdict: Verdict,
  criteria: z.array(RowCriterion).describe('Every criterion, judged'),
});
export type RowGate = z.infer<typeof RowGate>;

/** The workflow run that measured. */
export const RowWorkflow = z.strictObject({
  runId: z.int().min(1).describe('Id of the workflow run'),
  runAttempt: z.int().min(1).describe('Attempt of the workflow run'),
  path: Name.describe('Path of the workflow file'),
  sha: GitSha.describe('Commit the workflow file was taken from'),
  actorId: z.int().min(1).describe('Numeric id of the account that started it'),
});
export type RowWorkflow = z.infer<typeof RowWorkflow>;

/** The machine that measured. */
export const RowRunner = z.strictObject({
  os: Name.describe('Operating system, for example linux'),
  arch: Name.describe('Architecture, for example x64'),
  environment: z.enum(['local', 'github-hosted', 'self-hosted']).describe('Who keeps the machine'),
});
export type RowRunner = z.infer<typeof RowRunner>;

/** One task in a suite record. */
export const SuiteRecordTask = z.strictObject({
  id: z.string().min(1).max(300).describe('Task id'),
  digest: Digest.describe('Task digest'),
  class: DecisionClass.nullable().describe('Ground truth of a decision case; null in other suites'),
});
export type SuiteRecordTask = z.infer<typeof SuiteRecordTask>;
