/** Digests of suites, whatever their kind. */
import { digestCanonical } from '../records/digest.ts';
import type { Digest } from '../records/scalars.ts';
import type { Tier } from '../records/terms.ts';

/** The suite digest: over kind, tier, contract and the sorted task digests. */
export function suiteDigest(kind: string, tier: Tier, contract: Digest | null, tasks: readonly Digest[]): Digest {
  return digestCanonical('operant.suite/v1', { kind, tier, contract, tasks: [...tasks].sort() });
}

/** The suite key: what must be equal for two runs to be compared (suite, tasks, attempts). */
export function suiteKey(suite: Digest, tasks: readonly Digest[], attempts: number): Digest {
  return digestCanonical('operant.suite-key/v1', { suite, tasks: [...tasks].sort(), attempts });
}
