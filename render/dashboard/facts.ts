/**
 * What the page keeps of every row: its names, its numbers and the bounds it was judged by. The numbers are those of
 * `operant compare`, computed by the same code; details are read again from the row when somebody asks for them.
 */
import { type Classes, figuresOf } from '../../bench-results/compare-figures.ts';
import { axesOf, isMainLine } from '../../bench-results/compare-groups.ts';
import type { Conditions } from '../../bench-results/confounders.ts';
import type { GroupAxes, Point } from '../../records/comparison-parts.ts';
import type { Row } from '../../records/row.ts';
import type { RowCriterion, RowSuite } from '../../records/row-parts.ts';
import type { Digest, Ratio } from '../../records/scalars.ts';

/** The measures that are drawn. */
export const METRICS = ['ocs', 'conformance', 'success', 'cpao'] as const;
export type Metric = (typeof METRICS)[number];

/** The bound of the row's thresholds for each measure; null when they set none. CPAO in USD, the others as rates. */
export type Bounds = { readonly [K in Metric]: Ratio | null };

/** A row, as far as lists and pictures need it. */
export interface RowFacts {
  readonly point: Point;
  readonly suite: RowSuite;
  readonly suiteKey: Digest;
  readonly axes: GroupAxes;
  /** What tells groups apart, in one text. */
  readonly group: string;
  /** Whether the row speaks for the project as it stands: no pull request, no base inside one, not derived. */
  readonly isMain: boolean;
  /** Start of the execution, in seconds since 1970. */
  readonly at: number;
  readonly bounds: Bounds;
  /** What confounders look at. */
  readonly conditions: Conditions;
}

/** Gives one value for many alike: rows share most of what they say, and are cheaper to hand over then. */
function sharing<T>(): (value: T) => T {
  const known = new Map<string, T>();
  return (value) => {
    const key = JSON.stringify(value);
    const same = known.get(key);
    if (same === undefined) known.set(key, value);
    return same ?? value;
  };
}

/** Criteria by how their names begin. */
const CRITERIA: { readonly [K in Metric]: string } = {
  ocs: 'ocs>=',
  conformance: 'conformance>=',
  success: 'success_rate>=',
  cpao: 'cost_per_accepted_outcome<=',
};

/** Makes the facts of rows that verified. `classes` null: the ledger has no record of the suite, or it has none. */
export type FactsOf = (row: Row, classes: Classes | null) => RowFacts;

/** A maker of facts; what the facts of its rows have in common is kept once. */
export function factsMaker(): FactsOf {
  const suiteOf = sharing<RowSuite>();
  const sharedAxes = sharing<GroupAxes>();
  const sharedBounds = sharing<Bounds>();
  const sharedConditions = sharing<Conditions>();
  return (row, classes) => {
    const axes = sharedAxes(axesOf(row));
    return {
      point: figuresOf(row, classes).point,
      suite: suiteOf(row.suite),
      suiteKey: row.suiteKey,
      axes,
      group: groupKey(axes),
      isMain: isMainLine(row),
      at: Date.parse(row.startedAt) / 1000,
      bounds: sharedBounds(boundsOf(row.gate?.criteria ?? [])),
      conditions: sharedConditions(conditionsOf(row)),
    };
  };
}

function conditionsOf({ agent, settings, evaluator, thresholds, catalog, isolation, cost }: Row): Conditions {
  return { agent, settings, evaluator, thresholds, catalog, isolation, cost: { rateBasis: cost.rateBasis } };
}

/** The key of a group. As JSON, no name can be spelled so that two groups become one. */
export function groupKey(axes: GroupAxes): string {
  return JSON.stringify([axes.harness, axes.name, axes.modelRequested, axes.lane, axes.condition, axes.invocation]);
}

function boundsOf(criteria: readonly RowCriterion[]): Bounds {
  const of = (metric: Metric): Ratio | null => {
    const bound = criteria.find(({ name }) => name.startsWith(CRITERIA[metric]))?.bound ?? null;
    if (typeof bound === 'number') return { num: bound, den: 1 };
    return typeof bound === 'object' ? bound : null;
  };
  return { ocs: of('ocs'), conformance: of('conformance'), success: of('success'), cpao: of('cpao') };
}

/** A ratio as the float that is drawn; never compared with a bound. */
export function drawn({ num, den }: Ratio): number {
  return num / den;
}

/** A measured value with its interval, for drawing; the value is null where it is not known (never 0). */
export interface Drawn {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

const NOTHING: Drawn = { value: null, low: null, high: null };

/** A measure of a row, as it is drawn: rates as they are, CPAO in USD. */
export function drawnMeasure({ point }: RowFacts, metric: Metric): Drawn {
  switch (metric) {
    case 'ocs':
    case 'success': {
      const measure = metric === 'ocs' ? point.ocs : point.success;
      if (measure === null || measure.value === null) return NOTHING;
      const { interval } = measure;
      const limits = interval === null ? [null, null] : [interval.lowE4 / 1e4, interval.highE4 / 1e4];
      return { value: drawn(measure.value), low: limits[0] ?? null, high: limits[1] ?? null };
    }
    case 'conformance': {
      const checks = point.conformance;
      return checks === null || checks.required === 0
        ? NOTHING
        : { ...NOTHING, value: checks.passed / checks.required };
    }
    case 'cpao':
      return point.cpao.nanoUsd === null ? NOTHING : { ...NOTHING, value: point.cpao.nanoUsd / 1e9 };
  }
}
