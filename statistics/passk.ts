/** Rates over k of n attempts on one task: at least one accepted (pass@k) and all accepted (pass^k). */
import { requireCounts } from './exact.ts';

function checked(n: number, accepted: number, k: number): void {
  requireCounts('attempts', n, accepted, k);
  if (accepted > n) throw new RangeError(`${accepted} accepted of ${n} attempts cannot be`);
  if (k === 0) throw new RangeError('k must be 1 or more');
}

/** C(part, k) / C(n, k) as a product, which neither overflows nor loses digits. */
function choiceRatio(part: number, n: number, k: number): number {
  if (part < k) return 0;
  let ratio = 1;
  for (let drawn = 0; drawn < k; drawn += 1) ratio *= (part - drawn) / (n - drawn);
  return ratio;
}

/**
 * Unbiased pass@k of one task: 1 - C(n - accepted, k) / C(n, k) (Chen et al. 2021). Null when k > n: that many attempts
 * were never made. RangeError on counts that cannot be.
 */
export function passAtK(n: number, accepted: number, k: number): number | null {
  checked(n, accepted, k);
  return k > n ? null : 1 - choiceRatio(n - accepted, n, k);
}

/**
 * Unbiased pass^k of one task: C(accepted, k) / C(n, k), the chance that k attempts all succeed (Yao et al. 2024,
 * tau-bench). Null when k > n. RangeError on counts that cannot be.
 */
export function passHatK(n: number, accepted: number, k: number): number | null {
  checked(n, accepted, k);
  return k > n ? null : choiceRatio(accepted, n, k);
}
