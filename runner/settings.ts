/** What every trial of one invocation shares. */
import type { Endpoint, Harness } from '../records/harness.ts';
import type { Run } from '../records/run.ts';
import type { SuiteCase } from '../records/suite.ts';
import type { Package } from '../records/workflow.ts';
import type { FifoMaker } from './fifos.ts';
import type { Pricing } from './pricing.ts';

export interface Settings {
  readonly run: Run;
  readonly runDir: string;
  readonly harness: Harness;
  readonly cases: ReadonlyMap<string, SuiteCase>;
  /** The package under test; null outside workflow suites. */
  readonly package: Package | null;
  readonly endpoint: Endpoint | null;
  /** Variables handed to the candidate by allow-list. */
  readonly hostEnv: Readonly<Record<string, string>>;
  /** True when an earlier process began the run: the harness may be another version by now. */
  readonly resumed: boolean;
  /** The CLI's own home for a login in place, else null. */
  readonly ownHome: string | null;
  readonly contained: boolean;
  /** Absolute paths that hold answers and that nothing keeps out of the candidate's reach. */
  readonly answersAt: readonly string[];
  /** The program of a plain command, ready to start from any folder; empty otherwise. */
  readonly program: readonly string[];
  /** PATH of the candidate without the guards. */
  readonly path: string;
  readonly pricing: Pricing;
  /** Makes the FIFO of a trial's guarded commands. */
  readonly fifoAt: FifoMaker;
}
