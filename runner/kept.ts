/**
 * What this process judged itself. An agent with the rights of its user can write into the folders of earlier trials
 * while a later one runs, so at the end of a run what lies on disk is held against what was judged.
 */
import { isDeepStrictEqual } from 'node:util';
import { EvidenceError } from '../records/errors.ts';
import type { Run } from '../records/run.ts';
import type { Digest } from '../records/scalars.ts';
import type { TrialResult } from '../records/trial.ts';
import { prettyJson } from './files.ts';
import type { Finished } from './run-trial.ts';
import { folderName } from './trial-stages.ts';

const LOOK = 'Find out what wrote there before you trust this agent, then run again.';

/** Results by the name of their trial folder. */
export class Kept {
  readonly #run: Run;
  readonly #trials = new Map<string, Finished>();

  constructor(run: Run) {
    this.#run = run;
  }

  /** Keeps a trial that was just judged and returns its result. */
  add(done: Finished): TrialResult {
    this.#trials.set(folderName(done.result.trialId, done.result.execution), done);
    return done.result;
  }

  /** Throws an EvidenceError when a run that was read is not the one that was run. */
  refuseOther(run: Run): void {
    if (isDeepStrictEqual(JSON.parse(prettyJson(this.#run)), run)) return;
    throw new EvidenceError('plan_altered', `run.json of ${this.#run.runId} was altered while the run went on`, LOOK);
  }

  /** Whether this process judged the trial of a folder. Throws an EvidenceError when its result or evidence is another now. */
  stands(name: string, result: TrialResult, evidence: Digest): boolean {
    const own = this.#trials.get(name);
    if (own === undefined) return false;
    const written: unknown = JSON.parse(prettyJson(own.result));
    if (own.evidence === evidence && isDeepStrictEqual(written, result)) return true;
    throw new EvidenceError(
      'evidence_altered',
      `The trial ${name} was altered after it was judged, while the run went on`,
      LOOK,
    );
  }

  /** Throws an EvidenceError when a trial that was judged has no result among those that were read. */
  refuseLost(read: ReadonlySet<string>): void {
    const lost = [...this.#trials.keys()].find((name) => !read.has(name));
    if (lost === undefined) return;
    throw new EvidenceError('evidence_lost', `The trial ${lost} was judged, and its result is gone`, LOOK);
  }
}
