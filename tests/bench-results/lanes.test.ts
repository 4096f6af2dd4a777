import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresOf } from '../../bench-results/compare-figures.ts';
import { groupRows } from '../../bench-results/compare-groups.ts';
import { holmLevels, lanesView, type WantedReference } from '../../bench-results/lanes.ts';
import type { LanesView } from '../../records/comparison.ts';
import type { Row } from '../../records/row.ts';
import { holm } from '../../statistics/multiplicity.ts';
import { type Measured, measuredRows, ones } from '../helpers/measured-rows.ts';

function viewOf(rows: readonly Row[], wanted: WantedReference = null): LanesView | null {
  const groups = groupRows(rows).map((group, place) => ({ ...group, place }));
  return lanesView({ groups, rows, figures: (row) => figuresOf(row, null), suite: null }, groups, wanted);
}

const inLane = (
  name: string,
  lane: Row['agent']['lane'],
  accepted: number[],
  more: Partial<Measured> = {},
): Measured => ({
  name,
  accepted,
  ...more,
  agent: { lane, ...more.agent },
});

describe('lanesView', () => {
  const rows = measuredRows(
    inLane('old proxy', 'proxy', [0, 0]),
    inLane('proxy', 'proxy', [1, 0]),
    inLane('local', 'local', [1, 1]),
    inLane('direct', 'direct', [0, 1]),
  );

  it.each<[string, WantedReference, LanesView['reference']['because'], number, number[]]>([
    ['proxy where nothing is named', null, 'proxy_lane', 1, [3, 2]],
    ['the lane that is named', { lane: 'local' }, 'lane', 2, [1, 3]],
    ['the row that is named, though a newer one of its group is there', reference(0), 'receipt', 0, [1, 3, 2]],
  ])('compares the latest row of each group with %s', (_, wanted, because, seq, compared) => {
    const view = viewOf(rows, wanted);
    expect(view?.reference).toMatchObject({ because, point: { row: { seq } } });
    expect(view?.lines.map(({ point }) => point.row.seq)).toEqual(compared);
    expect(view?.lines.every(({ comparison }) => comparison.from.seq === seq)).toBe(true);
  });

  function reference(seq: number): WantedReference {
    const row = rows[seq];
    return row === undefined ? null : { row };
  }

  it('takes the first group where there is no proxy lane', () => {
    const view = viewOf(measuredRows(inLane('b', 'local', [1, 1]), inLane('a', 'direct', [1, 0])));
    expect(view?.reference).toMatchObject({ because: 'first_group', point: { row: { seq: 1 } } });
  });

  it('is nothing where the lane has no row, or where nothing else is there', () => {
    expect(
      viewOf(measuredRows(inLane('a', 'local', [1, 1]), inLane('b', 'direct', [1, 1])), { lane: 'proxy' }),
    ).toBeNull();
    expect(viewOf(measuredRows(inLane('a', 'local', [1, 1])))).toBeNull();
  });

  it('does not take rows of pull requests for the latest', () => {
    const view = viewOf(
      measuredRows(
        inLane('a', 'proxy', [1, 1]),
        inLane('b', 'local', [1, 1]),
        inLane('pr', 'local', [0, 0], { subject: { kind: 'pull_request', number: 1 } }),
      ),
    );
    expect(view?.lines.map(({ point }) => point.row.seq)).toEqual([1]);
  });

  it('names every axis in which a group differs, and counts model and lane as confounders within a group only', () => {
    const view = viewOf(
      measuredRows(
        inLane('a', 'proxy', [1, 1], { agent: { modelRequested: 'm-1' } }),
        inLane('b', 'local', [1, 1], { agent: { modelRequested: 'm-2', condition: 'baseline' } }),
      ),
    );
    expect(view?.lines[0]?.comparison).toMatchObject({ axes: ['model', 'lane', 'condition'], confounders: [] });
  });

  it('asks for more evidence the more groups are compared', () => {
    // Six of eight rise: p = 0.03125, below 5 % alone and above 2.5 % for the first of two.
    const base = inLane('reference', 'proxy', ones(0, 8));
    const rising = inLane('rising', 'local', ones(6, 8));
    const flat = inLane('flat', 'direct', ones(1, 8));
    const direction = (view: LanesView | null, seq: number) =>
      view?.lines.find(({ point }) => point.row.seq === seq)?.comparison.success.direction;
    expect(direction(viewOf(measuredRows(base, rising)), 1)).toBe('better');
    expect(direction(viewOf(measuredRows(base, rising, flat)), 1)).toBe('no_detectable_change');
    const strong = inLane('strong', 'local', ones(8, 8));
    const view = viewOf(measuredRows(base, strong, flat));
    expect(direction(view, 1)).toBe('better');
    expect(view?.lines.map(({ comparison }) => comparison.success.test?.levelE6).sort()).toEqual([25_000, 50_000]);
  });
});

describe('holmLevels', () => {
  it('rejects exactly what the adjusted p of Holm rejects', () => {
    const p = fc.integer({ min: 0, max: 200_000 }).map((pE6) => ({
      ...{ name: 'sign_flip' as const, pE6, levelE6: 50_000, tasks: 9, dropped: 0, rose: 1, fell: 1 },
    }));
    fc.assert(
      fc.property(fc.array(p, { maxLength: 8 }), (tests) => {
        const adjusted = holm(tests.map(({ pE6 }) => pE6 / 1e6));
        // Far enough from the level that rounding of a product does not decide.
        fc.pre(adjusted.every((one) => Math.abs(one - 0.05) > 1e-9));
        const rejected = holmLevels(tests).map((level, place) => (tests[place]?.pE6 ?? 0) / 1e6 <= level);
        expect(rejected).toEqual(adjusted.map((one) => one <= 0.05));
      }),
    );
  });

  it('gives tests that are missing no share', () => {
    expect(holmLevels([null, null])).toEqual([0.05, 0.05]);
  });
});
