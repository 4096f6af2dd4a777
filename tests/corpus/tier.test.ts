import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveSuite } from '../../corpus/resolve.ts';
import { smokeReasons, type TierFacts } from '../../corpus/tier.ts';
import { CONTRACT, ENACTED, SPOKEN, SUITE } from './planted.ts';

const suite = {
  ...resolveSuite({
    kind: 'decision' as const,
    file: { ...SUITE, attempts: 3 },
    contract: CONTRACT,
    pairs: [ENACTED, SPOKEN],
    lock: null,
  }),
  pinned: true,
};

const SCORE: TierFacts = { suite, selectedCases: 4, attempts: 3, unqualified: [], ownHome: false };

describe('smokeReasons', () => {
  it('has none for every case and attempt of a pinned, qualified score suite', () => {
    expect(smokeReasons(SCORE)).toEqual([]);
  });

  it.each<[string, Partial<TierFacts>, string]>([
    ['a suite of tier smoke', { suite: { ...suite, tier: 'smoke' } }, 'declared_smoke: the suite says tier smoke'],
    [
      'a suite that is not pinned',
      { suite: { ...suite, pinned: false } },
      'unclassified: no lock file pins the tasks of this suite, or it does not agree',
    ],
    ['a selection of cases', { selectedCases: 3 }, 'incomplete_coverage: 3 of 4 cases selected'],
    ['no case', { selectedCases: 0 }, 'incomplete_coverage: 0 of 4 cases selected'],
    ['fewer attempts', { attempts: 2 }, 'incomplete_coverage: 2 attempts where the suite pins 3'],
    ['more attempts', { attempts: 4 }, 'unexpected_tasks: 4 attempts where the suite pins 3'],
    [
      'a case that is not qualified',
      { unqualified: ['a'] },
      'unqualified: 1 cases have no passing qualification record of this version',
    ],
    [
      'a login in place',
      { ownHome: true },
      'own_home: the login of the machine was used in place, with its configuration',
    ],
  ])('names %s', (_, change, reason) => {
    expect(smokeReasons({ ...SCORE, ...change })).toEqual([reason]);
  });

  it('names everything at once, and nothing that is added takes a reason away', () => {
    const changes: readonly Partial<TierFacts>[] = [
      { selectedCases: 1 },
      { attempts: 1 },
      { unqualified: ['a', 'b'] },
      { ownHome: true },
    ];
    fc.assert(
      fc.property(fc.subarray([...changes]), fc.boolean(), (chosen, unpinned) => {
        const facts = Object.assign({ ...SCORE, suite: { ...suite, pinned: !unpinned } }, ...chosen);
        expect(smokeReasons(facts).length).toBe(chosen.length + (unpinned ? 1 : 0));
      }),
    );
  });
});
