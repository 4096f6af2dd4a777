/** Keeps a run inside its budget: what is known is added up, what is unknown stops the run unless it was allowed (I19). */
import type { TrialResult } from '../records/trial.ts';

export class Spend {
  #nanoUsd = 0;
  #unknown = 0;
  readonly #budget: number | null;
  readonly #allowUnknown: boolean;

  constructor(budgetNanoUsd: number | null, allowUnknown: boolean, earlier: readonly TrialResult[]) {
    this.#budget = budgetNanoUsd;
    this.#allowUnknown = allowUnknown;
    for (const result of earlier) this.add(result);
  }

  /** Counts a finished trial. A local lane meters nothing and spends nothing that a budget could bound. */
  add(result: TrialResult): void {
    const { cost } = result;
    if (cost.nanoUsd !== null) this.#nanoUsd += cost.nanoUsd;
    else if (cost.disposition !== 'unmetered_local_lane') {
      this.#unknown++;
      this.#nanoUsd += cost.lowerBoundNanoUsd ?? 0;
    }
  }

  /** True when no further trial may start. */
  get exhausted(): boolean {
    if (this.#budget === null) return false;
    return this.#nanoUsd >= this.#budget || (this.#unknown > 0 && !this.#allowUnknown);
  }
}
