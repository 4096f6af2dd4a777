/**
 * Lanes: the latest row of each group against one reference row. Several groups are looked at at
 * once, so Holm's levels keep the chance of any false alarm of a number at 5 %.
 */
import type { LanesView } from '../records/comparison.ts';
import type { PairedTest } from '../records/comparison-parts.ts';
import type { Row } from '../records/row.ts';
import type { Lane } from '../records/terms.ts';
import type { Figures } from './compare-figures.ts';
import { isMainLine, type RowGroup } from './compare-groups.ts';
import { compareTwo, LEVEL } from './compare-rows.ts';
import type { ViewInput } from './trend.ts';

/** What the lanes are compared with: a row, the latest row of a lane, or whatever stands first. */
export type WantedReference = { readonly row: Row } | { readonly lane: Lane } | null;

type Place = ViewInput['groups'][number];
type Chosen = { readonly row: Row; readonly place: number; readonly because: LanesView['reference']['because'] };

/**
 * The view; null when there is no row to refer to, or no other row to compare with it. `all` holds every group of the
 * suite key: the reference may lie in a group that is not shown.
 */
export function lanesView(input: ViewInput, all: readonly Place[], wanted: WantedReference): LanesView | null {
  const chosen = chooseReference(input.groups, all, wanted);
  if (chosen === null) return null;
  const from = input.figures(chosen.row);
  const latest = input.groups.flatMap((group) => {
    const row = latestOf(group);
    return row === null || row === chosen.row ? [] : [{ place: group.place, to: input.figures(row) }];
  });
  if (latest.length === 0) return null;
  const levels = levelsOf(from, latest, input);
  return {
    reference: { group: chosen.place, point: from.point, because: chosen.because },
    lines: latest.map(({ place, to }, at) => ({
      group: place,
      point: to.point,
      comparison: compareTwo(from, to, { ...howTo(input, chosen.place === place), ...levels(at) }),
    })),
  };
}

/** The latest row of a group that speaks for the project. */
export function latestOf({ rows }: RowGroup): Row | null {
  return rows.findLast(isMainLine) ?? null;
}

function howTo({ suite }: ViewInput, sameGroup: boolean) {
  return { suite, timeAxis: sameGroup, withTasks: true };
}

function chooseReference(shown: readonly Place[], all: readonly Place[], wanted: WantedReference): Chosen | null {
  if (wanted !== null && 'row' in wanted) {
    const group = all.find(({ rows }) => rows.includes(wanted.row));
    return group === undefined ? null : { row: wanted.row, place: group.place, because: 'receipt' };
  }
  if (wanted !== null) return firstOf(all, (lane) => lane === wanted.lane, 'lane');
  return firstOf(shown, (lane) => lane === 'proxy', 'proxy_lane') ?? firstOf(shown, () => true, 'first_group');
}

function firstOf(groups: readonly Place[], isWanted: (lane: Lane) => boolean, because: Chosen['because']) {
  for (const group of groups) {
    const row = isWanted(group.axes.lane) ? latestOf(group) : null;
    if (row !== null) return { row, place: group.place, because };
  }
  return null;
}

/**
 * The level of each number of each line, after a first look at their p-values. Holm steps down: the smallest p is held
 * against 5 % over the number of tests, the next against 5 % over one fewer, and the first that fails ends it.
 */
function levelsOf(from: Figures, latest: readonly { readonly to: Figures }[], input: ViewInput) {
  const looks = latest.map(({ to }) => compareTwo(from, to, { suite: input.suite, timeAxis: false, withTasks: false }));
  const success = holmLevels(looks.map((look) => look.success.test));
  const ocs = holmLevels(looks.map((look) => look.ocs?.test ?? null));
  const cpao = holmLevels(looks.map((look) => look.cpao.test));
  return (at: number) => ({
    levels: { success: success[at] ?? LEVEL, ocs: ocs[at] ?? LEVEL, cpao: cpao[at] ?? LEVEL },
  });
}

/** Levels that make each test answer as Holm's procedure does for all of them; a missing test takes no share. */
export function holmLevels(tests: readonly (PairedTest | null)[]): number[] {
  const levels = tests.map(() => LEVEL);
  const ranked = tests
    .flatMap((test, at) => (test === null ? [] : [{ p: test.pE6 / 1e6, at }]))
    .sort((one, other) => one.p - other.p || one.at - other.at);
  let stopped: number | null = null;
  for (const [rank, { p, at }] of ranked.entries()) {
    const level: number = stopped ?? LEVEL / (ranked.length - rank);
    levels[at] = level;
    if (p > level) stopped = level;
  }
  return levels;
}
