/** run.json and summary.json: the plan of a run and where it stands. */
import * as z from 'zod';
import { Count, Digest, Id, Instant, Milliseconds } from './scalars.ts';
import * as terms from './terms.ts';
import { Agent, Outcome } from './trial.ts';

/** One planned trial. */
export const PlannedTrial = z.strictObject({
  trialId: z.string().describe('Trial id: the case and a digest of the plan, group, task and attempt'),
  group: z.string().describe('Id of the group it belongs to'),
  case: Id.describe('Case id'),
  taskDigest: Digest.describe('Task digest as the suite pins it'),
  attempt: z.int().min(1).max(10).describe('Number among equals, from 1; never a retry'),
});
export type PlannedTrial = z.infer<typeof PlannedTrial>;

/** A group of trials that becomes one row: one suite, agent, model, lane, condition, invocation and side. */
export const Group = z.strictObject({
  id: z.string().describe('Group id'),
  side: terms.Side,
  agent: Agent.describe('The agent under test and how it is reached'),
});
export type Group = z.infer<typeof Group>;

/** What the run measures and with which settings; its digest (without times) is the plan digest. */
export const RunPlan = z.strictObject({
  suite: z
    .strictObject({
      id: Id.describe('Suite id'),
      kind: terms.SuiteKind,
      digest: Digest.describe('Suite digest'),
      contractDigest: Digest.nullable().describe('Digest of the operator contract; null when the suite has none'),
      tier: terms.Tier,
      attempts: z.int().min(1).max(10).describe('Attempts per task that the suite pins'),
      pinned: z.boolean().describe('True when a lock file or the bundle pins the digests of the suite'),
      tasks: z
        .array(z.strictObject({ id: Id.describe('Task id'), digest: Digest.describe('Task digest') }))
        .describe('All tasks of the suite in its order, also those that this run leaves out'),
    })
    .describe('The suite as it was pinned when the run was planned'),
  tier: terms.Tier.describe('smoke as soon as anything makes this run smaller or weaker than the pinned suite'),
  smokeBecause: z.array(z.string()).describe('Why the run is smoke; empty for a score run'),
  groups: z.array(Group).min(1).describe('Groups of trials, each of which becomes one report and one row'),
  trials: z.array(PlannedTrial).min(1).describe('Every planned trial of the run, on whatever shard'),
  attempts: z.int().min(1).max(10).describe('Attempts per task in this run'),
  timeoutMs: Milliseconds.describe('Deadline of a trial in milliseconds'),
  isolation: terms.Isolation,
  endpoint: z.boolean().describe('True when the harness was pointed at a given endpoint'),
  environment: z.array(z.string()).describe('Names of variables handed over from the host, sorted; never their values'),
  program: z.array(z.string()).describe('Program of a plain command; empty otherwise'),
  evaluator: z
    .strictObject({
      version: z.string().describe('Version of Operant'),
      digest: Digest.describe('Digest of the code that decides'),
    })
    .describe('What grades the run'),
});
export type RunPlan = z.infer<typeof RunPlan>;

/** run.json, written before the first trial. */
export const Run = z.strictObject({
  schema: z.literal('operant.run/v1').describe('Name and version of the form of this document'),
  runId: z.string().describe('Run id; the name of its folder'),
  createdAt: Instant.describe('When the run was planned'),
  planDigest: Digest.describe('Digest of the plan without trial ids; equal on every shard of one run'),
  suiteReference: z.string().describe('Suite id or path as it was named, so that a resume finds it again'),
  packageReference: z
    .string()
    .nullable()
    .optional()
    .describe('Folder of the package as it was named; null or absent: the one of the suite, or none'),
  shard: z
    .strictObject({
      index: z.int().min(1).describe('Number of this shard, from 1'),
      of: z.int().min(1).describe('Number of shards'),
    })
    .nullable()
    .describe('Which part of the trials this folder holds; null: all of them'),
  concurrency: z.int().min(1).describe('Trials at the same time'),
  harnessVersions: z.record(z.string(), z.string().nullable()).describe('Version of each harness, null when unknown'),
  platform: z
    .strictObject({
      os: z.string().describe('Operating system, for example linux'),
      arch: z.string().describe('Architecture, for example x64'),
      runtime: z.string().describe('Runtime and its version, for example node 24.1.0'),
      environment: z.string().describe('Who keeps the machine: local, github-hosted or self-hosted'),
    })
    .describe('The machine that runs the trials'),
  plan: RunPlan.describe('What is measured, and with which settings'),
});
export type Run = z.infer<typeof Run>;

/** summary.json: rewritten after every trial. */
export const RunSummary = z.strictObject({
  schema: z.literal('operant.run-summary/v1').describe('Name and version of the form of this document'),
  runId: z.string().describe('Run id'),
  planned: Count.describe('Trials that this folder is to hold'),
  finished: Count.describe('Trials that have a result'),
  trials: z
    .array(
      z.strictObject({
        trialId: z.string().describe('Trial id'),
        execution: z.int().min(1).describe('1, or higher for a re-execution after an interruption'),
        case: Id.describe('Case id'),
        attempt: z.int().min(1).describe('Number among equals, from 1'),
        outcome: Outcome.describe('What the trial came to'),
        wallMs: Milliseconds.describe('Wall time in milliseconds'),
      }),
    )
    .describe('One entry for each execution that has a result'),
});
export type RunSummary = z.infer<typeof RunSummary>;
