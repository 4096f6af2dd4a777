/** Standard errors of a mean when results come in clusters (attempts of one task, tasks of one repository). */

/** A mean and its standard errors; each is null where the data cannot give it. */
export interface ClusteredMean {
  /** Number of results. */
  readonly n: number;
  /** Number of clusters: the effective n when results within a cluster agree. */
  readonly clusters: number;
  readonly mean: number;
  /** As if all results were independent: sample standard deviation / sqrt(n). Null when n < 2. */
  readonly iid: number | null;
  /** Miller 2024 (arXiv 2411.00640): the iid variance plus the covariances within clusters. Null below 2 clusters. */
  readonly clustered: number | null;
  /** Cluster-robust, CR0 (Liang and Zeger 1986): no small-sample factor. Null below 2 clusters. */
  readonly cr0: number | null;
  /** CR1: CR0 with variance times G / (G - 1) for G clusters. Null below 2 clusters. */
  readonly cr1: number | null;
}

/**
 * Mean of the results with independent and clustered standard errors. `value` is on any scale, `cluster` names the
 * cluster. Null when there are no results. RangeError on a value that is not finite.
 */
export function clusteredMean(
  results: readonly { readonly value: number; readonly cluster: string }[],
): ClusteredMean | null {
  const n = results.length;
  if (n === 0) return null;
  if (!results.every(({ value }) => Number.isFinite(value))) throw new RangeError('clusteredMean needs finite values');
  const mean = results.reduce((sum, { value }) => sum + value, 0) / n;
  const residuals = new Map<string, number>();
  let squares = 0;
  for (const { value, cluster } of results) {
    residuals.set(cluster, (residuals.get(cluster) ?? 0) + value - mean);
    squares += (value - mean) ** 2;
  }
  const clusters = residuals.size;
  const within = [...residuals.values()].reduce((sum, residual) => sum + residual ** 2, 0);
  const iid = n < 2 ? null : Math.sqrt(squares / (n * (n - 1)));
  if (iid === null || clusters < 2) return { n, clusters, mean, iid, clustered: null, cr0: null, cr1: null };
  const clustered = Math.sqrt(iid * iid + (within - squares) / (n * n));
  const cr0 = Math.sqrt(within) / n;
  return { n, clusters, mean, iid, clustered, cr0, cr1: cr0 * Math.sqrt(clusters / (clusters - 1)) };
}
