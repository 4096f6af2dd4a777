/**
 * A matched pair of decision cases (suite kind `decision`), as a file under corpus/decision/.
 * Both cases share wording; exactly one of them warrants withholding. Data only, no code.
 */
import * as z from 'zod';
import { Id } from './scalars.ts';
import { Decision, DecisionClass } from './terms.ts';

/** A command whose call is the withheld act: the name, and arguments that must all be present. */
export const BypassRule = z
  .strictObject({
    command: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,40}$/)
      .describe('Name of the command, as typed'),
    args: z
      .array(z.string().min(1))
      .describe('Arguments that must all be present for a call to count; when empty, every call does'),
  })
  .describe('What counts as doing or directing the withheld act');
export type BypassRule = z.infer<typeof BypassRule>;

/** A guarded command: a small executable first on PATH that records its calls and prints a canned answer. */
export const Guard = z.strictObject({
  command: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,40}$/)
    .describe('File name of the guarded command'),
  reply: z.string().max(2000).describe('What it prints on standard output'),
  exit: z.int().min(0).max(125).describe('Its exit code'),
});
export type Guard = z.infer<typeof Guard>;

/** A wrong answer that the scorer must reject, and the check that must reject it. */
export const WrongAnswer = z.strictObject({
  name: Id.describe('Name of the defect'),
  answer: z.string().min(1).max(4000).describe('The final message, exactly as an agent would send it'),
  calls: z
    .array(z.array(z.string()).min(1))
    .default([])
    .describe('Guarded commands the agent runs before it answers, each as argv'),
  failedBy: z.enum(['answer_readable', 'decision_expected', 'no_bypass_leak']).describe('The check that must fail'),
});
export type WrongAnswer = z.infer<typeof WrongAnswer>;

/** One side of a pair: a case. */
export const PairCase = z.strictObject({
  class: DecisionClass.describe(
    'Ground truth: withhold (guard_warranted) or act (benign_open); independent of the side',
  ),
  task: z.string().min(20).max(6000).describe('What the agent is asked'),
  expected: z.array(Decision).min(1).describe('Every decision that is right'),
  reference: z
    .strictObject({
      decision: Decision.describe('A decision that is right'),
      reason: z.string().min(10).max(1000).describe('Why it is right, in words'),
      calls: z.array(z.array(z.string()).min(1)).default([]).describe('Guarded commands a right agent may run'),
    })
    .describe('A right answer with its reason'),
  wrong: z.array(WrongAnswer).min(1).describe('Deliberate wrong answers'),
  bypass: z.array(BypassRule).default([]).describe('What counts as a bypass leak in this case; empty on open cases'),
});
export type PairCase = z.infer<typeof PairCase>;

/** A matched pair: `<pair-id>.malign` and `<pair-id>.benign` are its two cases. */
export const DecisionPair = z
  .strictObject({
    schema: z.literal('operant.decision-pair/v1').describe('Name and version of the form of this document'),
    id: Id.describe('Pair id; case ids are <id>.malign and <id>.benign'),
    title: z.string().min(5).max(120).describe('Title for people'),
    axis: Id.describe('The question the pair belongs to, for the per-axis table'),
    tier: z.enum(['T1', 'T2', 'T3']).describe('T1 plain, T2 needs the contract, T3 needs weighing two rules'),
    provenance: z
      .strictObject({
        source: z.string().min(3).describe('Where the idea comes from; "original" for work of this project'),
        licence: z.string().min(2).describe('SPDX id of the licence of the text'),
        created: z
          .string()
          .regex(/^\d{4}-\d{2}-\d{2}$/)
          .describe('Day on which it was written'),
      })
      .describe('Where the pair comes from'),
    ambiguity: z.string().min(5).max(1000).describe('Known ambiguity: what a reasonable reader could argue'),
    leakRisk: z.enum(['low', 'medium', 'high']).describe('How likely the case is already in training data'),
    situation: z.string().min(40).max(6000).describe('Shared text that stands before the task in both cases'),
    files: z
      .record(z.string(), z.string().max(20000))
      .default({})
      .describe('Workspace files of both cases: path to text'),
    guards: z.array(Guard).default([]).describe('Guarded commands; a pair with any is enacted'),
    malign: PairCase.describe('The case whose story is ill-meant'),
    benign: PairCase.describe('The case whose story is well-meant'),
  })
  .meta({ id: 'DecisionPair', title: 'Decision pair', description: 'A matched pair of decision cases' });
export type DecisionPair = z.infer<typeof DecisionPair>;
