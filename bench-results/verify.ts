/** The streaming verifier of a ledger, hashing with Node; its rules stand in bench-results/chain-verifier.ts. */
import { sha256Hex } from '../records/digest.ts';
import type { VerifyResult } from '../records/ledger.ts';
import { ChainVerifier, type VerifierOptions } from './chain-verifier.ts';
import { genesis } from './receipt.ts';

/** Verifies one ledger, or one part of it. */
export class Verifier extends ChainVerifier {
  constructor(options: VerifierOptions = {}) {
    const origin = options.origin ?? options.anchors?.checkpoint?.origin ?? null;
    super(sha256Hex, origin === null ? 'any genesis' : genesis(origin), options);
  }
}

/** Verifies a ledger that is in memory. */
export function verifyBytes(bytes: Uint8Array | string, options: VerifierOptions = {}): VerifyResult {
  const verifier = new Verifier(options);
  verifier.feed(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
  return verifier.finish();
}
