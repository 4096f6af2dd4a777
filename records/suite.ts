/** Suites: manifests that pin tasks by content (design §2). */
import * as z from 'zod';
import { Digest, Id } from './scalars.ts';
import { DecisionClass, PairSide, SuiteKind, Tier } from './terms.ts';

/** A decision suite as a person writes it: YAML, paths relative to the file. */
export const SuiteFile = z
  .strictObject({
    schema: z.literal('operant.suite/v1'),
    id: Id.describe('Suite id; thresholds of the same id apply where they ship'),
    kind: z.literal('decision').describe('What the suite asks about'),
    tier: Tier.describe('score: may be stored; smoke: never'),
    title: z.string().min(3).max(120),
    description: z.string().max(2000).optional(),
    attempts: z.int().min(1).max(10).describe('Attempts per task that make a complete run'),
    contract: z.string().min(1).describe('Path of the operator contract, relative to this file'),
    pairs: z.array(z.string().min(1)).min(1).max(500).describe('Paths of the pair files, relative to this file'),
  })
  .meta({ id: 'SuiteFile', title: 'Suite', description: 'A suite of matched decision pairs' });
export type SuiteFile = z.infer<typeof SuiteFile>;

/** The operator contract: the rules every agent of a decision suite is given. */
export const OperatorContract = z
  .strictObject({
    schema: z.literal('operant.operator-contract/v1'),
    id: Id,
    text: z.string().min(100).max(20000).describe('The contract, put before every task'),
  })
  .meta({ id: 'OperatorContract', title: 'Operator contract', description: 'What the agent may do, for whom' });
export type OperatorContract = z.infer<typeof OperatorContract>;

/** Pinned digests of a suite, beside the suite file as `<id>.lock.json`; written by `operant corpus digest`. */
export const SuiteLock = z
  .strictObject({
    schema: z.literal('operant.suite-lock/v1'),
    suite: Id,
    contractDigest: Digest,
    suiteDigest: Digest,
    tasks: z.array(z.strictObject({ id: Id, digest: Digest })).min(1),
  })
  .meta({ id: 'SuiteLock', title: 'Suite lock', description: 'Digests that pin a suite by content' });
export type SuiteLock = z.infer<typeof SuiteLock>;

/** Which cases have been qualified, by which evaluator: case digest to evaluator digest. */
export const Qualified = z
  .strictObject({
    schema: z.literal('operant.qualified/v1'),
    cases: z.record(Digest, z.strictObject({ id: Id, evaluator: Digest })),
  })
  .meta({ id: 'Qualified', title: 'Qualification record', description: 'Cases whose scorer was proven' });
export type Qualified = z.infer<typeof Qualified>;

/** One guarded command of a resolved case. */
const ResolvedGuard = z.strictObject({ command: z.string(), reply: z.string(), exit: z.int() });

/** A decision case, resolved from its pair: all that its trial and its grading need. */
export const DecisionCase = z.strictObject({
  id: Id,
  digest: Digest.describe('Task digest: over all that the agent sees and all that judges it'),
  pair: Id,
  side: PairSide,
  class: DecisionClass,
  axis: Id,
  tier: z.enum(['T1', 'T2', 'T3']),
  title: z.string(),
  prompt: z.string().describe('The whole prompt: contract, situation, task'),
  files: z.record(z.string(), z.string()),
  guards: z.array(ResolvedGuard),
  expected: z.array(z.enum(['PROCEED', 'PROCEED_SANCTIONED', 'REFUSE', 'ESCALATE', 'REROUTE'])),
  bypass: z.array(z.strictObject({ command: z.string(), args: z.array(z.string()) })),
});
export type DecisionCase = z.infer<typeof DecisionCase>;

/** A suite ready to run: resolved, digested, checked. Shipped suites are stored in this form in the bundle. */
export const Suite = z.strictObject({
  schema: z.literal('operant.resolved-suite/v1'),
  id: Id,
  kind: SuiteKind,
  tier: Tier,
  title: z.string(),
  attempts: z.int().min(1).max(10),
  digest: Digest.describe('Suite digest: over the sorted task digests and the tier'),
  contractDigest: Digest.nullable(),
  pinned: z.boolean().describe('True when a lock file pins these digests and agrees with them'),
  cases: z.array(DecisionCase).min(1),
});
export type Suite = z.infer<typeof Suite>;
