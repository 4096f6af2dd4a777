/** run.json and summary.json: the plan of a run and where it stands (design §7). */
import * as z from 'zod';
import { Count, Digest, Id, Instant, Milliseconds } from './scalars.ts';
import * as terms from './terms.ts';
import { Agent, Outcome } from './trial.ts';

/** One planned trial. */
export const PlannedTrial = z.strictObject({
  trialId: z.string(),
  group: z.string(),
  case: Id,
  taskDigest: Digest,
  attempt: z.int().min(1).max(10),
});
export type PlannedTrial = z.infer<typeof PlannedTrial>;

/** A group of trials that becomes one row: one suite, agent, model, lane, condition, invocation and side. */
export const Group = z.strictObject({ id: z.string(), side: terms.Side, agent: Agent });
export type Group = z.infer<typeof Group>;

/** What the run measures and with which settings; its digest (without times) is the plan digest. */
export const RunPlan = z.strictObject({
  suite: z.strictObject({
    id: Id,
    kind: terms.SuiteKind,
    digest: Digest,
    contractDigest: Digest.nullable(),
    tier: terms.Tier,
    attempts: z.int().min(1).max(10),
    pinned: z.boolean(),
    tasks: z.array(z.strictObject({ id: Id, digest: Digest })),
  }),
  tier: terms.Tier.describe('smoke as soon as anything makes this run smaller or weaker than the pinned suite'),
  smokeBecause: z.array(z.string()).describe('Why the run is smoke; empty for a score run'),
  groups: z.array(Group).min(1),
  trials: z.array(PlannedTrial).min(1),
  attempts: z.int().min(1).max(10),
  timeoutMs: Milliseconds,
  isolation: terms.Isolation,
  endpoint: z.boolean().describe('True when the harness was pointed at a given endpoint'),
  environment: z.array(z.string()).describe('Names of variables handed over from the host, sorted; never their values'),
  program: z.array(z.string()).describe('Program of a plain command; empty otherwise'),
  evaluator: z.strictObject({ version: z.string(), digest: Digest }),
});
export type RunPlan = z.infer<typeof RunPlan>;

/** run.json, written before the first trial. */
export const Run = z.strictObject({
  schema: z.literal('operant.run/v1'),
  runId: z.string(),
  createdAt: Instant,
  planDigest: Digest,
  suiteReference: z.string().describe('Suite id or path as it was named, so that a resume finds it again'),
  shard: z.strictObject({ index: z.int().min(1), of: z.int().min(1) }).nullable(),
  concurrency: z.int().min(1),
  harnessVersions: z.record(z.string(), z.string().nullable()).describe('Version of each harness, null when unknown'),
  platform: z.strictObject({ os: z.string(), arch: z.string(), runtime: z.string(), environment: z.string() }),
  plan: RunPlan,
});
export type Run = z.infer<typeof Run>;

/** summary.json: rewritten after every trial. */
export const RunSummary = z.strictObject({
  schema: z.literal('operant.run-summary/v1'),
  runId: z.string(),
  planned: Count,
  finished: Count,
  trials: z.array(
    z.strictObject({
      trialId: z.string(),
      execution: z.int().min(1),
      case: Id,
      attempt: z.int().min(1),
      outcome: Outcome,
      wallMs: Milliseconds,
    }),
  ),
});
export type RunSummary = z.infer<typeof RunSummary>;
