/** A trend as the chart library takes it: one x for every run, and for each line its values, gaps left open. */
import { drawn, drawnMeasure, type Metric, type RowFacts } from './facts.ts';
import type { FactsGroup } from './groups.ts';

/**
 * Values by place: a number; null for a gap, where the measure is not known or the work is no longer comparable;
 * undefined where another line has its run.
 */
export type Values = readonly (number | null | undefined)[];

/** A group's line. */
export interface Line {
  readonly group: string;
  readonly values: Values;
  readonly low: Values;
  readonly high: Values;
}

/** A chart of one measure. All charts of a suite share their places, so that a cursor stands in all at once. */
export interface Chart {
  readonly metric: Metric;
  readonly lines: readonly Line[];
  /** The bound that each run was judged by. */
  readonly bound: Values;
  /** Runs by verdict: the measure where the verdict is fail or unverifiable. */
  readonly failed: Values;
  readonly unverifiable: Values;
  /** The range of the scale. */
  readonly low: number;
  readonly high: number;
  /** Whether any run has the measure. */
  readonly isEmpty: boolean;
}

/** The places of a suite's charts: every run, and between two runs of a group that are not comparable, a break. */
export interface Places {
  /** Seconds since 1970, ascending. */
  readonly xs: readonly number[];
  /** The run at each place; null at a break. */
  readonly runs: readonly (RowFacts | null)[];
  /** The group that a place belongs to. */
  readonly groups: readonly string[];
}

interface Place {
  readonly x: number;
  readonly run: RowFacts | null;
  readonly group: string;
}

/** The places of some groups. */
export function placesOf(groups: readonly FactsGroup[]): Places {
  const places = groups.flatMap(placesOfGroup).sort((one, other) => one.x - other.x);
  return {
    xs: places.map(({ x }) => x),
    runs: places.map(({ run }) => run),
    groups: places.map(({ group }) => group),
  };
}

function placesOfGroup({ key, rows }: FactsGroup): Place[] {
  return rows.flatMap((run, at) => {
    const before = rows[at - 1];
    const own = { x: run.at, run, group: key };
    if (before === undefined || before.suiteKey === run.suiteKey) return [own];
    return [{ x: (before.at + run.at) / 2, run: null, group: key }, own];
  });
}

/** The chart of one measure over the places of a suite. */
export function chartOf(places: Places, groups: readonly FactsGroup[], metric: Metric): Chart {
  const measures = places.runs.map((run) => (run === null ? null : drawnMeasure(run, metric)));
  const lines = groups.map(({ key }) => {
    const of = (end: 'value' | 'low' | 'high'): Values =>
      measures.map((measure, at) => (places.groups[at] === key ? (measure?.[end] ?? null) : undefined));
    return { group: key, values: of('value'), low: of('low'), high: of('high') };
  });
  const judged = (verdict: 'fail' | 'unverifiable'): Values =>
    measures.map((measure, at) => (places.runs[at]?.point.verdict === verdict ? (measure?.value ?? null) : null));
  const bound = places.runs.map((run) => {
    const value = run?.bounds[metric] ?? null;
    return run === null ? undefined : value === null ? null : drawn(value);
  });
  const known = measures.flatMap((measure) => [measure?.value, measure?.low, measure?.high]).filter(isNumber);
  return {
    metric,
    lines,
    bound,
    failed: judged('fail'),
    unverifiable: judged('unverifiable'),
    ...rangeOf(metric, [...known, ...bound.filter(isNumber)]),
    isEmpty: known.length === 0,
  };
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number';
}

/**
 * The range of a scale. Rates stand on their whole scale; OCS from 0, or from -0.5 or -1 where a run or its
 * interval lies below; cost from nothing to a tenth above the dearest.
 */
function rangeOf(metric: Metric, values: readonly number[]): { readonly low: number; readonly high: number } {
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  const low = values.reduce((least, value) => Math.min(least, value), 0);
  if (metric === 'cpao') return { low: 0, high: high === 0 ? 1 : high * 1.1 };
  if (metric === 'ocs') return { low: low < -0.5 ? -1 : low < 0 ? -0.5 : 0, high: 1 };
  return { low: 0, high: 1 };
}
