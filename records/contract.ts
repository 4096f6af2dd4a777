/** contract.json of a trial of whatever kind. */
import * as z from 'zod';
import { TrialContract } from './trial.ts';
import { WorkflowContract } from './workflow.ts';

export const Contract = z.discriminatedUnion('schema', [TrialContract, WorkflowContract]);
export type Contract = z.infer<typeof Contract>;
