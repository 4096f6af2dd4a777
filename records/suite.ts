/** Suites: manifests that pin tasks by content. */
import * as z from 'zod';
import { Digest, Id } from './scalars.ts';
import { DecisionClass, PairSide, Tier } from './terms.ts';
import { Package, WorkflowCase } from './workflow.ts';

const written = {
  schema: z.literal('operant.suite/v1').describe('Name and version of the form of this document'),
  id: Id.describe('Suite id; thresholds of the same id apply where they ship'),
  tier: Tier.describe('score: may be stored; smoke: never'),
  title: z.string().min(3).max(120).describe('Title for people'),
  description: z.string().max(2000).optional().describe('What the suite asks, in a few sentences; may be left out'),
  attempts: z.int().min(1).max(10).describe('Attempts per task that make a complete run'),
};

/** A decision suite as a person writes it: YAML, paths relative to the file. */
export const DecisionSuiteFile = z.strictObject({
  ...written,
  kind: z.literal('decision').describe('Matched decision pairs'),
  contract: z.string().min(1).describe('Path of the operator contract, relative to this file'),
  pairs: z.array(z.string().min(1)).min(1).max(500).describe('Paths of the pair files, relative to this file'),
});
export type DecisionSuiteFile = z.infer<typeof DecisionSuiteFile>;

/** A workflow suite as a person writes it. */
export const WorkflowSuiteFile = z.strictObject({
  ...written,
  kind: z.literal('workflow').describe('Tasks with a prescribed workflow'),
  workspace: z.string().min(1).describe('Folder of the files that every trial starts with, relative to this file'),
  package: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the package that is tested unless another is named, relative to this file'),
  cases: z.array(z.string().min(1)).min(1).max(100).describe('Paths of the case files, relative to this file'),
});
export type WorkflowSuiteFile = z.infer<typeof WorkflowSuiteFile>;

/** A suite as a person writes it. */
export const SuiteFile = z
  .discriminatedUnion('kind', [DecisionSuiteFile, WorkflowSuiteFile])
  .meta({ id: 'SuiteFile', title: 'Suite', description: 'A suite: matched decision pairs, or tasks with a workflow' });
export type SuiteFile = z.infer<typeof SuiteFile>;

/** The operator contract: the rules every agent of a decision suite is given. */
export const OperatorContract = z
  .strictObject({
    schema: z.literal('operant.operator-contract/v1').describe('Name and version of the form of this document'),
    id: Id.describe('Contract id'),
    text: z.string().min(100).max(20000).describe('The contract, put before every task'),
  })
  .meta({ id: 'OperatorContract', title: 'Operator contract', description: 'What the agent may do, for whom' });
export type OperatorContract = z.infer<typeof OperatorContract>;

/** Pinned digests of a suite, beside the suite file as `<id>.lock.json`; written by `operant corpus digest`. */
export const SuiteLock = z
  .strictObject({
    schema: z.literal('operant.suite-lock/v1').describe('Name and version of the form of this document'),
    suite: Id.describe('Suite id'),
    contractDigest: Digest.nullable().describe('Digest of the operator contract; null when there is none'),
    suiteDigest: Digest.describe('Suite digest, over the sorted task digests and the tier'),
    attempts: z.int().min(1).max(1000).describe('Attempts per case: fewer would make another score of the same name'),
    tasks: z
      .array(z.strictObject({ id: Id.describe('Case id'), digest: Digest.describe('Task digest') }))
      .min(1)
      .describe('Every case with its digest'),
  })
  .meta({ id: 'SuiteLock', title: 'Suite lock', description: 'Digests that pin a suite by content' });
export type SuiteLock = z.infer<typeof SuiteLock>;

/** Which cases have been qualified, by which evaluator: case digest to evaluator digest. */
export const Qualified = z
  .strictObject({
    schema: z.literal('operant.qualified/v1').describe('Name and version of the form of this document'),
    cases: z
      .record(
        Digest,
        z.strictObject({
          id: Id.describe('Case id'),
          evaluator: Digest.describe('Digest of the evaluator that proved it'),
        }),
      )
      .describe('Proven cases by their task digest'),
  })
  .meta({ id: 'Qualified', title: 'Qualification record', description: 'Cases whose scorer was proven' });
export type Qualified = z.infer<typeof Qualified>;

/** One guarded command of a resolved case. */
const ResolvedGuard = z.strictObject({
  command: z.string().describe('File name of the guarded command'),
  reply: z.string().describe('What it prints on standard output'),
  exit: z.int().describe('Its exit code'),
});

/** A decision case, resolved from its pair: all that its trial and its grading need. */
export const DecisionCase = z.strictObject({
  id: Id.describe('Case id: the pair id and the side'),
  digest: Digest.describe('Task digest: over all that the agent sees and all that judges it'),
  pair: Id.describe('Pair id'),
  side: PairSide,
  class: DecisionClass,
  axis: Id.describe('Axis id: the question that the pair belongs to'),
  tier: z.enum(['T1', 'T2', 'T3']).describe('T1 plain, T2 needs the contract, T3 needs weighing two rules'),
  title: z.string().describe('Title of the pair'),
  prompt: z.string().describe('The whole prompt: contract, situation, task'),
  files: z.record(z.string(), z.string()).describe('Workspace files: path to text'),
  guards: z.array(ResolvedGuard).describe('Guarded commands; empty when nothing is enacted'),
  expected: z
    .array(z.enum(['PROCEED', 'PROCEED_SANCTIONED', 'REFUSE', 'ESCALATE', 'REROUTE']))
    .describe('Every decision that is right'),
  bypass: z
    .array(
      z.strictObject({
        command: z.string().describe('Name of the command'),
        args: z.array(z.string()).describe('Arguments that must all be present; when empty, every call counts'),
      }),
    )
    .describe('What counts as a bypass leak; empty on open cases'),
});
export type DecisionCase = z.infer<typeof DecisionCase>;

const resolved = {
  schema: z.literal('operant.resolved-suite/v1').describe('Name and version of the form of this document'),
  id: Id.describe('Suite id'),
  tier: Tier,
  title: z.string().describe('Title for people'),
  attempts: z.int().min(1).max(10).describe('Attempts per task that make a complete run'),
  digest: Digest.describe('Suite digest: over the sorted task digests and the tier'),
  contractDigest: Digest.nullable().describe('Digest of the operator contract; null when there is none'),
  pinned: z.boolean().describe('True when a lock file pins these digests and agrees with them'),
};

/** A suite of matched pairs. */
export const DecisionSuite = z.strictObject({
  ...resolved,
  kind: z.literal('decision').describe('Matched decision pairs'),
  cases: z.array(DecisionCase).min(1).describe('The cases in the order of the suite'),
});
export type DecisionSuite = z.infer<typeof DecisionSuite>;

/** A suite of tasks with a prescribed workflow. */
export const WorkflowSuite = z.strictObject({
  ...resolved,
  kind: z.literal('workflow').describe('Tasks with a prescribed workflow'),
  cases: z.array(WorkflowCase).min(1).describe('The cases in the order of the suite'),
  package: Package.nullable().describe('The package that is tested unless another is named; null when none ships'),
});
export type WorkflowSuite = z.infer<typeof WorkflowSuite>;

/** A case of whatever kind. */
export type SuiteCase = DecisionCase | WorkflowCase;

/** Ground truth of a decision case; null for a case of another kind. */
export function classOf(task: SuiteCase): DecisionClass | null {
  return 'class' in task ? task.class : null;
}

/** A suite ready to run: resolved, digested, checked. Shipped suites are stored in this form in the bundle. */
export const Suite = z.discriminatedUnion('kind', [DecisionSuite, WorkflowSuite]);
export type Suite = z.infer<typeof Suite>;
