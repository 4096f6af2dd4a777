/** Makes the checks of a workflow trial. */
import type { LineRef } from '../../records/observation.ts';
import type { Check } from '../../records/trial.ts';

/** Most lines that one check refers to. */
const MAX_REFS = 20;

/** One question of a layer. */
export interface Asked {
  readonly id: string;
  readonly layer: Check['layer'];
  /** False: shown and counted apart, outside the pass rule. */
  readonly required: boolean;
}

/** The check with its answer. */
export function answered(asked: Asked, status: Check['status'], because: string, refs: readonly LineRef[] = []): Check {
  // A path stays as it is written.
  const begins = /^[a-z]+(?:[ ,;:]|$)/.test(because);
  const sentence = begins ? because.charAt(0).toUpperCase() + because.slice(1) : because;
  return { ...asked, status, because: sentence, refs: refs.slice(0, MAX_REFS) };
}
