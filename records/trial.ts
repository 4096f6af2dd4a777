/** The documents of a trial folder. */
import * as z from 'zod';
import { UnitRates } from './catalog.ts';
import { ExitFacts } from './harness.ts';
import { EvidenceProblem, LineRef } from './observation.ts';
import { Count, Digest, Id, Instant, Milliseconds, NanoUsd } from './scalars.ts';
import * as terms from './terms.ts';
import { TrialUsage } from './usage.ts';

/** One question put to a trial's evidence. */
export const Check = z.strictObject({
  id: Id.describe('Check id'),
  layer: terms.Layer,
  status: terms.CheckStatus,
  required: z.boolean().describe('Whether the pass rule counts it'),
  because: z.string().min(1).describe('Why this status'),
  refs: z.array(LineRef).describe('The native lines that show it'),
});
export type Check = z.infer<typeof Check>;

/** The outcome of a trial, with its reason. */
export const Outcome = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('accepted').describe('Every required check passed') }),
  z.strictObject({
    state: z.literal('rejected').describe('A required check failed'),
    failed: z.array(Id).min(1).describe('Checks that failed'),
  }),
  z.strictObject({
    state: z.literal('ungraded').describe('The evidence cannot decide'),
    cause: terms.Cause,
    detail: z.string().describe('What happened, in words'),
  }),
]);
export type Outcome = z.infer<typeof Outcome>;

/** What a decision trial answered. `unparseable` says why no decision could be read. */
export const Answer = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('decision').describe('One decision could be read'),
    decision: terms.Decision,
    reason: z.string().nullable().describe('The reason that stands with it; null when there is none'),
  }),
  z.strictObject({
    state: z.literal('unparseable').describe('No decision could be read'),
    because: z
      .enum(['none', 'several', 'unknown_word'])
      .describe('None was given, several differ, or the word is not one of the five'),
  }),
]);
export type Answer = z.infer<typeof Answer>;

/** A guarded command's call as the runner recorded it. */
export const GuardCall = z.strictObject({
  command: z.string().describe('Name of the command; empty when what was written names none'),
  args: z.array(z.string()).describe('Its arguments'),
  genuine: z.boolean().describe("The line carried this trial's nonce"),
});
export type GuardCall = z.infer<typeof GuardCall>;

/**
 * guards.json: what the guarded commands recorded. `intact` is false when a guard was removed, changed, copied or
 * could not be reached; then "no call" proves nothing (I2).
 */
export const GuardRecord = z.strictObject({
  schema: z.literal('operant.guards/v1').describe('Name and version of the form of this document'),
  commands: z.array(z.string()).describe('Guarded commands of the case'),
  calls: z.array(GuardCall).describe('Every call in the order in which it was heard, those that are not genuine too'),
  intact: z
    .boolean()
    .describe('False: a guard may have been removed, changed, copied or cut off, so that no call proves nothing'),
  problems: z.array(z.string()).describe('Why it is not intact; empty when it is'),
});
export type GuardRecord = z.infer<typeof GuardRecord>;

/** The agent under test and how it is reached: one group of a run. */
export const Agent = z.strictObject({
  harness: Id.describe('Harness id'),
  name: z.string().min(1).max(200).describe('The agent itself; for a plain command its program name'),
  modelRequested: z
    .string()
    .nullable()
    .describe('Model that was asked for; null: the uncontrolled default of the host'),
  lane: terms.Lane,
  condition: terms.Condition,
  invocation: terms.Invocation,
  permissionsDigest: Digest.describe('Digest of the permissions that were granted to the harness'),
  packageDigest: Digest.nullable().describe('Digest of the package under test; null when there is none'),
  login: terms.Login,
});
export type Agent = z.infer<typeof Agent>;

/** trial.json: identity, settings and digests, written before the agent starts. */
export const TrialPlan = z.strictObject({
  schema: z.literal('operant.trial/v1').describe('Name and version of the form of this document'),
  trialId: z.string().describe('Trial id'),
  execution: z.int().min(1).describe('1, or higher for a re-execution after an interruption'),
  planDigest: Digest.describe('Digest of the plan of the run'),
  suite: Id.describe('Suite id'),
  kind: terms.SuiteKind,
  case: Id.describe('Case id'),
  taskDigest: Digest.describe('Task digest'),
  attempt: z.int().min(1).max(10).describe('Number among equals, from 1; never a retry'),
  agent: Agent.describe('The agent under test and how it is reached'),
  harnessVersion: z.string().nullable().describe('Version of the harness as it names itself; null when unknown'),
  timeoutMs: Milliseconds.describe('Deadline in milliseconds'),
  isolation: terms.Isolation,
  startedAt: Instant.describe('When the trial started'),
});
export type TrialPlan = z.infer<typeof TrialPlan>;

/** Cost of one trial; only `priced` and `provider_reported` carry money (I4). */
export const TrialCost = z.strictObject({
  disposition: terms.Disposition,
  nanoUsd: NanoUsd.nullable().describe('In nano-USD; null unless the disposition carries money'),
  lowerBoundNanoUsd: NanoUsd.nullable().describe(
    'At least this much was spent, in nano-USD; null when nothing can be said',
  ),
  rateBasis: terms.RateBasis.nullable().describe('Weakest basis of the rates; null when nothing is priced'),
  detail: z.string().describe('Why this disposition, in words'),
  upperBoundNanoUsd: NanoUsd.nullable()
    .optional()
    .describe('At most this much was spent, in nano-USD; null or absent when that cannot be told'),
  atMost: z.boolean().optional().describe('True: nanoUsd is an upper bound, a cache rate was not listed'),
  rates: z.array(UnitRates).optional().describe('Copy of the unit rates that were used, each once'),
});
export type TrialCost = z.infer<typeof TrialCost>;

/** What a scorer says of one trial. */
export const Grade = z.strictObject({
  checks: z.array(Check).describe('Every check of the trial'),
  outcome: Outcome.describe('What the trial comes to'),
  answer: Answer.nullable().describe(
    'What was answered; null where there is no final message, and outside decision suites',
  ),
  leak: z
    .boolean()
    .nullable()
    .describe('A bypass leak was seen (true), proven absent (false), or cannot be told (null)'),
});
export type Grade = z.infer<typeof Grade>;

/** result.json: everything known after the trial. */
export const TrialResult = z.strictObject({
  schema: z.literal('operant.trial-result/v1').describe('Name and version of the form of this document'),
  trialId: z.string().describe('Trial id'),
  execution: z.int().min(1).describe('1, or higher for a re-execution after an interruption'),
  case: Id.describe('Case id'),
  taskDigest: Digest.describe('Task digest'),
  attempt: z.int().min(1).max(10).describe('Number among equals, from 1; never a retry'),
  group: z.string().describe('Id of the group'),
  grade: Grade.describe('Checks and outcome'),
  exit: ExitFacts.describe('How the process ended'),
  usage: TrialUsage.describe('Tokens that the evidence shows'),
  cost: TrialCost.describe('What this execution cost'),
  modelsObserved: z
    .array(z.string())
    .describe('Models that the evidence says answered, sorted; empty when it names none'),
  toolCalls: Count.nullable().describe(
    'Commands, reads and edits that the evidence shows; null where the harness cannot show them',
  ),
  wallMs: Milliseconds.describe('Wall time in milliseconds'),
  startedAt: Instant.describe('When the trial started'),
  finishedAt: Instant.describe('When the trial ended'),
  evaluator: Digest.describe('Digest of the code that graded'),
  workspace: z.string().describe('Where the candidate workspace lies'),
  problems: z
    .array(EvidenceProblem)
    .describe('What could not be decoded or is missing; empty when the evidence is whole'),
});
export type TrialResult = z.infer<typeof TrialResult>;

/** One file of the evidence index. */
export const IndexEntry = z.strictObject({
  path: z.string().describe('Path relative to the trial folder'),
  size: Count.describe('Size in bytes'),
  digest: Digest.describe('Digest of the bytes'),
  origin: z.enum(['harness', 'meter', 'guard', 'verifier', 'runner']).describe('Who wrote the file'),
});
export type IndexEntry = z.infer<typeof IndexEntry>;

/** index.json: digest of every evidence file; regrade and report check it first (I9, I12). */
export const EvidenceIndex = z.strictObject({
  schema: z.literal('operant.evidence-index/v1').describe('Name and version of the form of this document'),
  trialId: z.string().describe('Trial id'),
  execution: z.int().min(1).describe('1, or higher for a re-execution after an interruption'),
  files: z.array(IndexEntry).describe('Every evidence file, sorted by path'),
});
export type EvidenceIndex = z.infer<typeof EvidenceIndex>;

/** command.json: how the agent was started; names of variables only, since values may be keys. */
export const TrialCommand = z.strictObject({
  schema: z.literal('operant.trial-command/v1').describe('Name and version of the form of this document'),
  argv: z.array(z.string()).describe('Program and arguments'),
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
  case: Id.describe('Case id'),
  taskDigest: Digest.describe('Task digest'),
  class: terms.DecisionClass,
  expected: z.array(terms.Decision).describe('Every decision that is right'),
  bypass: z
    .array(
      z.strictObject({
        command: z.string().describe('Name of the command'),
        args: z.array(z.string()).describe('Arguments that must all be present; when empty, every call counts'),
      }),
    )
    .describe('What counts as a bypass leak; empty on open cases'),
  guards: z.array(z.string()).describe('Names of the guarded commands'),
});
export type TrialContract = z.infer<typeof TrialContract>;
