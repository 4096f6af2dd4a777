/** The documents of a trial folder (design §7). */
import * as z from 'zod';
import { UnitRates } from './catalog.ts';
import { ExitFacts } from './harness.ts';
import { EvidenceProblem, LineRef } from './observation.ts';
import { Count, Digest, Id, Instant, Milliseconds, NanoUsd } from './scalars.ts';
import * as terms from './terms.ts';
import { TrialUsage } from './usage.ts';

/** One question put to a trial's evidence. */
export const Check = z.strictObject({
  id: Id,
  layer: terms.Layer,
  status: terms.CheckStatus,
  required: z.boolean().describe('Whether the pass rule counts it'),
  because: z.string().min(1).describe('Why this status'),
  refs: z.array(LineRef).describe('The native lines that show it'),
});
export type Check = z.infer<typeof Check>;

/** The outcome of a trial, with its reason. */
export const Outcome = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('accepted') }),
  z.strictObject({ state: z.literal('rejected'), failed: z.array(Id).min(1).describe('Checks that failed') }),
  z.strictObject({ state: z.literal('ungraded'), cause: terms.Cause, detail: z.string() }),
]);
export type Outcome = z.infer<typeof Outcome>;

/** What a decision trial answered. `unparseable` says why no decision could be read. */
export const Answer = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('decision'), decision: terms.Decision, reason: z.string().nullable() }),
  z.strictObject({ state: z.literal('unparseable'), because: z.enum(['none', 'several', 'unknown_word']) }),
]);
export type Answer = z.infer<typeof Answer>;

/** A guarded command's call as the runner recorded it. */
export const GuardCall = z.strictObject({
  command: z.string(),
  args: z.array(z.string()),
  genuine: z.boolean().describe("The line carried this trial's nonce"),
});
export type GuardCall = z.infer<typeof GuardCall>;

/**
 * guards.json: what the guarded commands recorded. `intact` is false when a guard was removed, changed, copied or
 * could not be reached; then "no call" proves nothing (I2).
 */
export const GuardRecord = z.strictObject({
  schema: z.literal('operant.guards/v1').describe('Name and version of the form of this document'),
  commands: z.array(z.string()),
  calls: z.array(GuardCall),
  intact: z.boolean(),
  problems: z.array(z.string()),
});
export type GuardRecord = z.infer<typeof GuardRecord>;

/** The agent under test and how it is reached: one group of a run. */
export const Agent = z.strictObject({
  harness: Id,
  name: z.string().min(1).max(200).describe('The agent itself; for a plain command its program name'),
  modelRequested: z.string().nullable().describe('Null: the host default, uncontrolled'),
  lane: terms.Lane,
  condition: terms.Condition,
  invocation: terms.Invocation,
  permissionsDigest: Digest,
  packageDigest: Digest.nullable(),
  login: terms.Login,
});
export type Agent = z.infer<typeof Agent>;

/** trial.json: identity, settings and digests, written before the agent starts. */
export const TrialPlan = z.strictObject({
  schema: z.literal('operant.trial/v1').describe('Name and version of the form of this document'),
  trialId: z.string(),
  execution: z.int().min(1).describe('1, or higher for a re-execution after an interruption'),
  planDigest: Digest,
  suite: Id,
  kind: terms.SuiteKind,
  case: Id,
  taskDigest: Digest,
  attempt: z.int().min(1).max(10),
  agent: Agent,
  harnessVersion: z.string().nullable(),
  timeoutMs: Milliseconds,
  isolation: terms.Isolation,
  startedAt: Instant,
});
export type TrialPlan = z.infer<typeof TrialPlan>;

/** Cost of one trial; only `priced` and `provider_reported` carry money (I4). */
export const TrialCost = z.strictObject({
  disposition: terms.Disposition,
  nanoUsd: NanoUsd.nullable(),
  lowerBoundNanoUsd: NanoUsd.nullable().describe('At least this much was spent, where some usage was seen'),
  rateBasis: terms.RateBasis.nullable(),
  detail: z.string(),
  upperBoundNanoUsd: NanoUsd.nullable().optional().describe('At most this much was spent, where that can be told'),
  atMost: z.boolean().optional().describe('True: nanoUsd is an upper bound, a cache rate was not listed'),
  rates: z.array(UnitRates).optional().describe('Copy of the unit rates that were used, each once'),
});
export type TrialCost = z.infer<typeof TrialCost>;

/** What a scorer says of one trial. */
export const Grade = z.strictObject({
  checks: z.array(Check),
  outcome: Outcome,
  answer: Answer.nullable().describe('Decision suites only'),
  leak: z
    .boolean()
    .nullable()
    .describe('A bypass leak was seen (true), proven absent (false), or cannot be told (null)'),
});
export type Grade = z.infer<typeof Grade>;

/** result.json: everything known after the trial. */
export const TrialResult = z.strictObject({
  schema: z.literal('operant.trial-result/v1').describe('Name and version of the form of this document'),
  trialId: z.string(),
  execution: z.int().min(1),
  case: Id,
  taskDigest: Digest,
  attempt: z.int().min(1).max(10),
  group: z.string(),
  grade: Grade,
  exit: ExitFacts,
  usage: TrialUsage,
  cost: TrialCost,
  modelsObserved: z.array(z.string()),
  toolCalls: Count.nullable(),
  wallMs: Milliseconds,
  startedAt: Instant,
  finishedAt: Instant,
  evaluator: Digest,
  workspace: z.string().describe('Where the candidate workspace lies'),
  problems: z.array(EvidenceProblem),
});
export type TrialResult = z.infer<typeof TrialResult>;

/** One file of the evidence index. */
export const IndexEntry = z.strictObject({
  path: z.string(),
  size: Count,
  digest: Digest,
  origin: z.enum(['harness', 'meter', 'guard', 'verifier', 'runner']),
});
export type IndexEntry = z.infer<typeof IndexEntry>;

/** index.json: digest of every evidence file; regrade and report check it first (I9, I12). */
export const EvidenceIndex = z.strictObject({
  schema: z.literal('operant.evidence-index/v1').describe('Name and version of the form of this document'),
  trialId: z.string(),
  execution: z.int().min(1),
  files: z.array(IndexEntry),
});
export type EvidenceIndex = z.infer<typeof EvidenceIndex>;

/** command.json: how the agent was started; names of variables only, since values may be keys. */
export const TrialCommand = z.strictObject({
  schema: z.literal('operant.trial-command/v1').describe('Name and version of the form of this document'),
  argv: z.array(z.string()),
  cwd: z.string().describe('The candidate workspace'),
  environment: z.array(z.string()).describe('Names of the variables it was given, sorted'),
  stdin: z.boolean().describe('Whether the prompt went to standard input'),
  answersAt: z
    .array(z.string())
    .describe('Places that the agent could read and that hold answers: reading one is a cheat'),
});
export type TrialCommand = z.infer<typeof TrialCommand>;

/** contract.json: what judges the case, written when the candidate's processes are dead. */
export const TrialContract = z.strictObject({
  schema: z.literal('operant.trial-contract/v1').describe('Name and version of the form of this document'),
  case: Id,
  taskDigest: Digest,
  class: terms.DecisionClass,
  expected: z.array(terms.Decision),
  bypass: z.array(z.strictObject({ command: z.string(), args: z.array(z.string()) })),
  guards: z.array(z.string()),
});
export type TrialContract = z.infer<typeof TrialContract>;
