/** Placeholder until the probes arrive. */
import type { WorkflowCase } from '../records/workflow.ts';

export interface ProbeInput {
  readonly task: WorkflowCase;
  readonly workspace: string;
  readonly outDir: string;
  readonly random: (bytes: number) => string;
}

export async function runProbes(_input: ProbeInput): Promise<void> {}
