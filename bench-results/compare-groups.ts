/** Groups of rows and their order: what is comparable with what. */
import type { Axis, GroupAxes, RowName } from '../records/comparison-parts.ts';
import type { Row } from '../records/row.ts';
import { Condition, Lane } from '../records/terms.ts';

/** The rows of one suite key that differ in no axis, in the order of their execution. */
export interface RowGroup {
  readonly axes: GroupAxes;
  readonly rows: readonly Row[];
}

/** Order of execution, not of recording: a run that is graded again later keeps its place. */
export function byExecution(one: Row, other: Row): number {
  return order(one.startedAt, other.startedAt) || one.seq - other.seq || order(one.receipt, other.receipt);
}

/** Code-unit order, the same in every locale. */
function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** What makes the group of a row. */
export function axesOf({ agent }: Row): GroupAxes {
  const { harness, name, modelRequested, lane, condition, invocation } = agent;
  return { harness, name, modelRequested, lane, condition, invocation };
}

/** Rows by a key, in the order in which they come. */
export function gather(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const gathered = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = gathered.get(key);
    if (known === undefined) gathered.set(key, [row]);
    else known.push(row);
  }
  return gathered;
}

/** The groups of some rows, sorted: by agent and model, explicit before inactive and baseline, proxy before the rest. */
export function groupRows(rows: readonly Row[]): RowGroup[] {
  return [...gather(rows, groupKey).entries()]
    .sort(([one], [other]) => order(one, other))
    .flatMap(([, members]) => {
      const [first] = members;
      return first === undefined ? [] : [{ axes: axesOf(first), rows: members.sort(byExecution) }];
    });
}

function groupKey({ agent }: Row): string {
  const places = [Condition.options.indexOf(agent.condition), Lane.options.indexOf(agent.lane)];
  const { harness, name, modelRequested, invocation } = agent;
  // As JSON, no name can be spelled so that two groups become one.
  return JSON.stringify([harness, name, modelRequested ?? '', modelRequested === null, ...places, invocation]);
}

/** Whether a row speaks for the project as it stands: no pull request, no base measured inside one, not derived. */
export function isMainLine({ subject, derivedFrom }: Row): boolean {
  return subject.kind !== 'pull_request' && subject.side === 'head' && derivedFrom === null;
}

/** Whether a row is the head of a pull request. */
export function isPullRequest({ subject, derivedFrom }: Row): boolean {
  return subject.kind === 'pull_request' && subject.side === 'head' && derivedFrom === null;
}

/** The axes in which two rows differ. */
export function differingAxes(from: Row, to: Row): Axis[] {
  const pairs: readonly (readonly [Axis, string | null, string | null])[] = [
    ['harness', from.agent.harness, to.agent.harness],
    ['agent', from.agent.name, to.agent.name],
    ['model', from.agent.modelRequested, to.agent.modelRequested],
    ['lane', from.agent.lane, to.agent.lane],
    ['condition', from.agent.condition, to.agent.condition],
    ['invocation', from.agent.invocation, to.agent.invocation],
  ];
  return pairs.filter(([, one, other]) => one !== other).map(([axis]) => axis);
}

/** A row, named. */
export function nameOf({ seq, receipt, startedAt, subject }: Row): RowName {
  const { kind, ref, sha, number, side } = subject;
  return { seq, receipt, startedAt, subject: { kind, ref, sha, number, side } };
}
