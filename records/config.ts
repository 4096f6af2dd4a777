/**
 * operant.yml of a repository: which agent is judged, by which suites and bounds, within which budget. Every key says
 * whose version decides in a pull request: head (what is judged) or base (what judges), see I15.
 */
import * as z from 'zod';
import { Id } from './scalars.ts';
import { Condition, Isolation, Lane } from './terms.ts';

const path = z.string().min(1).max(400);

/** The agent under test; read from the head. */
export const AgentConfig = z
  .strictObject({
    harness: Id.describe('Harness id, see operant doctor (decided by the head)'),
    harnessVersion: z
      .string()
      .min(1)
      .max(60)
      .optional()
      .describe('Pinned version of the harness (decided by the head)'),
    name: z.string().min(1).max(200).optional().describe('Name on the card and in the row (decided by the head)'),
    command: z
      .array(z.string().min(1).max(4000))
      .min(1)
      .max(100)
      .optional()
      .describe('Program and arguments of an agent that is a plain program (decided by the head)'),
    package: path.optional().describe('Folder of the package under test (decided by the head)'),
    model: z.string().min(1).max(200).optional().describe('Model to ask for (decided by the head)'),
  })
  .describe('What is judged');
export type AgentConfig = z.infer<typeof AgentConfig>;

/** One suite to run; read from the base. */
export const SuiteConfig = z
  .strictObject({
    suite: z.string().min(1).max(400).describe('Id of a shipped suite, or a path (decided by the base)'),
    thresholds: path.optional().describe('Thresholds file; those of the shipped suite otherwise (decided by the base)'),
    attempts: z
      .int()
      .min(1)
      .max(10)
      .optional()
      .describe('Attempts per task; the suite pins its own (decided by the base)'),
    timeoutSeconds: z.int().min(1).max(900).optional().describe('Deadline of a trial (decided by the base)'),
    conditions: z.array(Condition).min(1).optional().describe('How the workspace is prepared (decided by the base)'),
  })
  .describe('What judges');
export type SuiteConfig = z.infer<typeof SuiteConfig>;

/** A lane: in use, or out of use with its reason, which the card then says. */
export const LaneConfig = z.strictObject({
  unavailable: z.string().min(5).max(300).optional().describe('Why this lane is out of use (decided by the base)'),
});
export type LaneConfig = z.infer<typeof LaneConfig>;

export const OperantConfig = z
  .strictObject({
    schema: z.literal('operant.config/v1').describe('Name and version of the form of this document'),
    agent: AgentConfig,
    suites: z
      .array(SuiteConfig)
      .min(1)
      .max(50)
      .describe('What judges: the suites to run, each with its bounds (decided by the base)'),
    lanes: z.partialRecord(Lane, LaneConfig).optional().describe('Lanes by id (decided by the base)'),
    concurrency: z.int().min(1).max(32).optional().describe('Trials at the same time (decided by the base)'),
    isolation: Isolation.optional().describe('What stands between agent and machine (decided by the base)'),
    budgets: z
      .strictObject({
        runUsd: z
          .number()
          .positive()
          .max(100_000)
          .optional()
          .describe('Most that one run may spend (decided by the base)'),
      })
      .optional()
      .describe('Spending limits (decided by the base)'),
  })
  .meta({
    id: 'OperantConfig',
    title: 'operant.yml',
    description: 'What Operant judges in this repository, and by what',
  });
export type OperantConfig = z.infer<typeof OperantConfig>;
