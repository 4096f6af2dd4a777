import { RateBasis } from '../../records/terms.ts';

/** The weaker of two rate bases (the later in terms.RateBasis); null stands for "none yet". */
export function weakerBasis(a: RateBasis | null, b: RateBasis | null): RateBasis | null {
  if (a === null || b === null) return a ?? b;
  return RateBasis.options.indexOf(a) >= RateBasis.options.indexOf(b) ? a : b;
}
