/** What a shell asks of a run. */
import type { Condition, Invocation, Lane } from '../records/terms.ts';

/** What a shell asks for. Null: not given. */
export interface RunRequest {
  readonly suite: string | null;
  readonly harness: string | null;
  readonly agentName: string | null;
  readonly model: string | null;
  readonly lane: Lane | null;
  readonly conditions: readonly Condition[];
  readonly caseGlob: string | null;
  /** Folder of the package under test; null: the one that ships with the suite. */
  readonly package: string | null;
  readonly invocation: Invocation | null;
  readonly attempts: number | null;
  readonly timeoutMs: number;
  readonly thresholds: string | null;
  readonly budgetNanoUsd: number | null;
  readonly yes: boolean;
  readonly concurrency: number;
  readonly shard: { readonly index: number; readonly of: number } | null;
  readonly resume: string | null;
  readonly endpoint: string | null;
  readonly useLogin: boolean;
  readonly unqualified: boolean;
  readonly append: string | null;
  readonly out: string;
  readonly dryRun: boolean;
  /** Names of variables of the host that the agent is handed. */
  readonly environment: readonly string[];
  readonly program: readonly string[];
}
