/** What the parts of the page ask of the whole. */
import type { Change } from '../changes.ts';
import type { TasksRead } from './protocol.ts';

/** The page, for its parts. */
export interface View {
  /** Marked changes by the row that they lead to. */
  readonly changes: ReadonlyMap<number, Change>;
  /** Opens a row. */
  readonly open: (seq: number) => void;
  /** Reads the tasks of some rows. */
  readonly tasksOf: (seqs: readonly number[]) => Promise<TasksRead>;
}
