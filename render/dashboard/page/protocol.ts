/** What the page and its workers say to each other. */
import type { Row, SuiteRecord } from '../../../records/row.ts';
import type { RowFacts } from '../facts.ts';
import type { Opened, Part, PartReading } from '../reading.ts';
import type { RunTasks } from '../tasks.ts';

/** What the page asks. A tag tells answers apart. */
export type Question =
  | { readonly kind: 'read'; readonly opened: Opened; readonly part: Part }
  | { readonly kind: 'row'; readonly seq: number; readonly tag: number }
  | { readonly kind: 'tasks'; readonly seqs: readonly number[]; readonly tag: number };

/** A row in full, with the record of its suite. */
export interface WholeRow {
  readonly row: Row;
  readonly suite: SuiteRecord | null;
}

/** The tasks of some rows. */
export interface TasksRead {
  readonly runs: readonly RunTasks[];
  readonly suites: readonly SuiteRecord[];
}

/** What a worker says. */
export type Answer =
  | { readonly kind: 'rows'; readonly rows: readonly RowFacts[] }
  | { readonly kind: 'end'; readonly reading: PartReading }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'row'; readonly tag: number; readonly found: WholeRow | null }
  | { readonly kind: 'tasks'; readonly tag: number; readonly found: TasksRead };

const ANSWERS: ReadonlySet<unknown> = new Set(['rows', 'end', 'unreadable', 'row', 'tasks']);
const QUESTIONS: ReadonlySet<unknown> = new Set(['read', 'row', 'tasks']);

/** Whether a message comes from our worker: both ends are this file, so its kind tells. */
export function isAnswer(data: unknown): data is Answer {
  return hasKind(data) && ANSWERS.has(data.kind);
}

/** Whether a message comes from our page. */
export function isQuestion(data: unknown): data is Question {
  return hasKind(data) && QUESTIONS.has(data.kind);
}

function hasKind(data: unknown): data is { readonly kind: unknown } {
  return typeof data === 'object' && data !== null && 'kind' in data;
}
