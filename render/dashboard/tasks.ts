/** The tasks of the latest runs of a group, side by side: which of them broke, and when. */
import type { SuiteRecord } from '../../records/row.ts';
import type { RowTask } from '../../records/row-parts.ts';
import { oneLine } from '../escape.ts';

/** The tasks of one run. */
export interface RunTasks {
  readonly seq: number;
  readonly startedAt: string;
  readonly suiteDigest: string;
  readonly tasks: readonly RowTask[];
}

/** What became of a task in a run; `none` where it was not run. */
export type TaskState = 'accepted' | 'rejected' | 'mixed' | 'ungraded' | 'none';

/** One task in one run. */
export interface TaskCell {
  readonly state: TaskState;
  /** Accepted of the trials that have a result: `2/3`; empty where it was not run. */
  readonly text: string;
}

/** A task over several runs. */
export interface TaskStrip {
  readonly name: string;
  readonly cells: readonly TaskCell[];
  /** Whether its state differs between two of the runs. */
  readonly moved: boolean;
}

const NOT_RUN: TaskCell = { state: 'none', text: '' };

/** The state of a task. One ungraded trial beside accepted ones is `mixed`: it is not known to be as good. */
export function stateOf(task: RowTask): TaskState {
  if (task.n === 0) return 'none';
  if (task.accepted + task.rejected === 0) return 'ungraded';
  if (task.accepted === task.n) return 'accepted';
  return task.accepted === 0 && task.ungraded === 0 ? 'rejected' : 'mixed';
}

/**
 * The strips of the runs that hold the same work as the last of them, in the order of the suite. `suite` null: the
 * ledger has no record of it, and the tasks are numbered.
 */
export function taskStrips(runs: readonly RunTasks[], suite: SuiteRecord | null): TaskStrip[] {
  const last = runs.at(-1);
  if (last === undefined) return [];
  const named = suite !== null && suite.digest === last.suiteDigest && suite.tasks.length === last.tasks.length;
  return last.tasks.map((_, place) => {
    const cells = runs.map(({ tasks, suiteDigest }) => {
      const task = suiteDigest === last.suiteDigest ? tasks[place] : undefined;
      return task === undefined ? NOT_RUN : { state: stateOf(task), text: `${task.accepted}/${task.n}` };
    });
    const states = new Set(cells.map(({ state }) => state).filter((state) => state !== 'none'));
    const name = named ? oneLine(suite.tasks[place]?.id ?? '', 80) : `task ${place + 1}`;
    return { name, cells, moved: states.size > 1 };
  });
}
