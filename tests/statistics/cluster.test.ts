import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClusteredMean, clusteredMean } from '../../statistics/cluster.ts';

const inClusters = (values: readonly number[], size: number) =>
  values.map((value, index) => ({ value, cluster: `c${Math.floor(index / size)}` }));

function known(mean: ClusteredMean | null): ClusteredMean {
  if (mean === null) throw new Error('a mean was expected');
  return mean;
}

describe('clusteredMean', () => {
  it('gives the reference standard errors for twelve results in clusters of three', () => {
    const mean = known(clusteredMean(inClusters([1, 1, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0], 3)));
    const printed = [mean.iid, mean.clustered, mean.cr0, mean.cr1].map((error) => error?.toFixed(10));
    expect(printed).toEqual(['0.1507556723', '0.1913534991', '0.1863389981', '0.2151657415']);
    expect([mean.n, mean.clusters, mean.mean]).toEqual([12, 4, 0.5]);
  });

  it('equals the definition with its double sum over pairs in a cluster', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 4, maxLength: 20 }), (values) => {
        const results = inClusters(values, 3);
        const mean = known(clusteredMean(results));
        let pairs = 0;
        for (const [i, one] of results.entries())
          for (const [j, two] of results.entries())
            if (i !== j && one.cluster === two.cluster) pairs += (one.value - mean.mean) * (two.value - mean.mean);
        const expected = (mean.iid ?? 0) ** 2 + pairs / values.length ** 2;
        expect((mean.clustered ?? Number.NaN) ** 2).toBeCloseTo(expected, 10);
      }),
    );
  });

  it('is the iid error when every result is its own cluster', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { minLength: 2, maxLength: 30 }), (values) => {
        const mean = known(clusteredMean(inClusters(values, 1)));
        expect(mean.clustered).toBeCloseTo(mean.iid ?? Number.NaN, 12);
        expect(mean.cr1).toBeCloseTo(mean.iid ?? Number.NaN, 12);
      }),
    );
  });

  it('does not shrink when every result is repeated: attempts do not multiply n', () => {
    const tasks = [1, 0, 1, 1, 0, 1];
    const once = known(clusteredMean(inClusters(tasks, 1)));
    const fivefold = known(
      clusteredMean(
        inClusters(
          tasks.flatMap((value) => Array<number>(5).fill(value)),
          5,
        ),
      ),
    );
    expect(fivefold.cr1).toBeCloseTo(once.cr1 ?? Number.NaN, 12);
    expect(fivefold.iid).toBeLessThan(once.iid ?? 0);
  });

  it('leaves unknown what one result or one cluster cannot say', () => {
    expect(clusteredMean([])).toBeNull();
    expect(clusteredMean(inClusters([1], 1))).toMatchObject({
      mean: 1,
      iid: null,
      clustered: null,
      cr0: null,
      cr1: null,
    });
    expect(clusteredMean(inClusters([1, 0], 2))).toMatchObject({ clusters: 1, iid: 0.5, clustered: null, cr0: null });
  });

  it('refuses a value that is not finite', () => {
    expect(() => clusteredMean([{ value: Number.NaN, cluster: 'a' }])).toThrow(RangeError);
  });
});
