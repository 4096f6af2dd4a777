/** Groups of rows: what one line of a trend stands for, and what it is called. */
import type { GroupAxes } from '../../records/comparison-parts.ts';
import { oneLine } from '../escape.ts';
import type { RowFacts } from './facts.ts';

/** The rows of one suite and one group, in the order of their execution. */
export interface FactsGroup {
  readonly key: string;
  readonly axes: GroupAxes;
  readonly rows: readonly RowFacts[];
}

/** The rows of one suite. */
export interface FactsSuite {
  readonly id: string;
  readonly kind: RowFacts['suite']['kind'];
  readonly groups: readonly FactsGroup[];
  /** All of them, in the order of their execution. */
  readonly rows: readonly RowFacts[];
}

/** Longest name that is shown. */
const NAME = 80;

/** Order of execution. */
export function byStart(one: RowFacts, other: RowFacts): number {
  return one.at - other.at || one.point.row.seq - other.point.row.seq;
}

/** Rows by suite, the suite with the latest execution first. */
export function suitesOf(rows: readonly RowFacts[]): FactsSuite[] {
  const suites = collect([...rows].sort(byStart), ({ suite }) => suite.id);
  return [...suites]
    .flatMap(([id, members]) => {
      const latest = members.at(-1);
      return latest === undefined ? [] : [{ id, kind: latest.suite.kind, groups: groupsOf(members), rows: members }];
    })
    .sort((one, other) => (other.rows.at(-1)?.at ?? 0) - (one.rows.at(-1)?.at ?? 0) || (one.id < other.id ? -1 : 1));
}

/** Groups in the order of their names, so that a group keeps its place and its colour. */
function groupsOf(rows: readonly RowFacts[]): FactsGroup[] {
  return [...collect(rows, ({ group }) => group)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, members]) => {
      const [first] = members;
      return first === undefined ? [] : [{ key, axes: first.axes, rows: members }];
    });
}

function collect<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [item]);
    else known.push(item);
  }
  return groups;
}

/** The agent of a group: its name, and the harness where that is another word. */
export function agentName({ harness, name }: GroupAxes): string {
  return oneLine(name === harness ? name : `${name} (${harness})`, NAME);
}

/** The model that was asked for. */
export function modelName({ modelRequested }: GroupAxes): string {
  return modelRequested === null ? 'host default' : oneLine(modelRequested, NAME);
}

/** A group in one line: agent, model, lane, and how the package was called. */
export function groupName(axes: GroupAxes): string {
  const called = axes.invocation === 'none' ? [] : [axes.invocation];
  return [agentName(axes), modelName(axes), axes.lane, axes.condition, ...called].join(' · ');
}
