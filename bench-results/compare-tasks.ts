/** What became of each task between two rows. */
import type { TaskTransition, Transition } from '../records/comparison-parts.ts';
import type { Row, SuiteRecord } from '../records/row.ts';
import type { RowTask } from '../records/row-parts.ts';
import { gradedOf } from './compare-figures.ts';

/**
 * Whether a task passes: more than half of its trials are accepted. Null where that cannot be told: nothing is graded,
 * or the ungraded trials could decide it (I5).
 */
export function passes(task: RowTask): boolean | null {
  const all = gradedOf(task) + task.ungraded;
  if (gradedOf(task) === 0) return null;
  if (task.accepted * 2 > all) return true;
  return (task.accepted + task.ungraded) * 2 > all ? null : false;
}

/** What became of a task; undefined on a side that lacks it. */
export function transitionOf(from: RowTask | undefined, to: RowTask | undefined): Transition {
  const was = from === undefined ? null : passes(from);
  const is = to === undefined ? null : passes(to);
  if (was === null || is === null) return 'not_comparable';
  if (was) return is ? 'still_passing' : 'newly_broken';
  return is ? 'fixed' : 'still_failing';
}

/** Number of tasks by what became of them. */
export function countTransitions(from: Row, to: Row): Record<Transition, number> {
  const counts = { fixed: 0, newly_broken: 0, still_passing: 0, still_failing: 0, not_comparable: 0 };
  const places = Math.max(from.tasks.length, to.tasks.length);
  for (let place = 0; place < places; place++) counts[transitionOf(from.tasks[place], to.tasks[place])]++;
  return counts;
}

/** Every task with its attempts on both sides, in the order of the suite. */
export function taskTransitions(from: Row, to: Row, suite: SuiteRecord | null): TaskTransition[] {
  const named = suite !== null && suite.tasks.length === to.tasks.length ? suite.tasks : [];
  return to.tasks.map((task, place) => ({
    place,
    task: named[place]?.id ?? null,
    transition: transitionOf(from.tasks[place], task),
    from: attemptsOf(from.tasks[place]),
    to: attemptsOf(task),
  }));
}

function attemptsOf(task: RowTask | undefined): TaskTransition['from'] {
  if (task === undefined) return { accepted: 0, graded: 0, ungraded: 0 };
  return { accepted: task.accepted, graded: gradedOf(task), ungraded: task.ungraded };
}
