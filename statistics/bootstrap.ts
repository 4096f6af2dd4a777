/** Cluster bootstrap of cost per accepted outcome. */
import { DEFAULT_CONFIDENCE, oneTail } from './quantiles.ts';
import { randomFromDigest } from './random.ts';

/** Everything one cluster (a task with all its attempts, or a repository) cost and delivered. */
export interface CostCluster {
  /** Total cost, failures included; whole nano-USD keep the sums exact. */
  readonly cost: number;
  /** Accepted outcomes. */
  readonly accepted: number;
}

/** Percentile interval of cost per accepted outcome, in the unit of the costs. */
export interface CostInterval {
  readonly low: number;
  /** `unbounded` when more draws than the upper tail holds had no accepted outcome: no finite bound can be given. */
  readonly high: number | 'unbounded';
  /** Draws made. */
  readonly draws: number;
  /** Draws with no accepted outcome; each counts as infinitely dear. */
  readonly emptyDraws: number;
}

/** Default number of bootstrap draws. */
export const BOOTSTRAP_DRAWS = 10_000;
const LEAST_DRAWS = 100;

/** Cost per accepted outcome of `draws` resamples of the clusters; +Infinity where a resample has nothing accepted. */
function resample(clusters: readonly CostCluster[], seed: string, draws: number): Float64Array {
  const random = randomFromDigest(seed);
  const costs = Float64Array.from(clusters, ({ cost }) => cost);
  const accepts = Float64Array.from(clusters, ({ accepted }) => accepted);
  const picks = new Uint32Array(clusters.length);
  const scale = clusters.length / 2 ** 32;
  const ratios = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw += 1) {
    random.fill(picks);
    let cost = 0;
    let accepted = 0;
    for (let at = 0; at < picks.length; at += 1) {
      const pick = ((picks[at] ?? 0) * scale) | 0;
      cost += costs[pick] ?? 0;
      accepted += accepts[pick] ?? 0;
    }
    ratios[draw] = accepted === 0 ? Number.POSITIVE_INFINITY : cost / accepted;
  }
  return ratios;
}

/**
 * Percentile bootstrap over clusters (Efron 1979; clusters as the unit, Field and Welsh 2007) of total cost / accepted
 * outcomes. Draws with nothing accepted count as infinite and are never dropped. The same clusters in the same order,
 * seed (a hex digest), draws and confidence give the same bits. Null when no cluster has an accepted outcome: the ratio
 * itself is not defined. The limits are order statistics rounded outwards. Few accepted outcomes make any such interval
 * too narrow; callers say so. RangeError on a negative or non-finite cost or count, fewer than 100 draws, a bad seed.
 */
export function bootstrapCostPerAccepted(
  clusters: readonly CostCluster[],
  seed: string,
  draws: number = BOOTSTRAP_DRAWS,
  confidence: number = DEFAULT_CONFIDENCE,
): CostInterval | null {
  const bad = clusters.find(({ cost, accepted }) => !(cost >= 0 && accepted >= 0 && Number.isFinite(cost + accepted)));
  if (bad !== undefined)
    throw new RangeError(`cost and accepted must be finite and 0 or more, found ${JSON.stringify(bad)}`);
  if (!(Number.isSafeInteger(draws) && draws >= LEAST_DRAWS))
    throw new RangeError(`draws must be ${LEAST_DRAWS} or more`);
  const tail = oneTail(confidence);
  if (!clusters.some(({ accepted }) => accepted > 0)) return null;
  const ratios = resample(clusters, seed, draws).sort();
  const outside = Math.max(0, Math.floor(tail * (draws + 1)) - 1);
  const low = ratios[outside];
  const high = ratios[draws - 1 - outside];
  // An infinite low end needs a confidence near 0 and many empty draws: then the interval says nothing.
  if (low === undefined || high === undefined || low === Number.POSITIVE_INFINITY) return null;
  const emptyDraws = ratios.length - ratios.filter(Number.isFinite).length;
  return { low, high: Number.isFinite(high) ? high : 'unbounded', draws, emptyDraws };
}
