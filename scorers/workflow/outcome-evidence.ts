/** What the outcome of a workflow trial is judged by, and what can be said of one deliverable. */
import { digestOf } from '../../records/digest.ts';
import type { LineRef } from '../../records/observation.ts';
import type { Check } from '../../records/trial.ts';
import { visible } from '../../records/visible.ts';
import type { Grader, ProbeFacts, WorkflowTask } from '../../records/workflow.ts';

/** Largest deliverable that is kept and judged, in bytes; no task asks for anything near it. */
export const MAX_DELIVERABLE = 256 * 1024;

/** One entry of the workspace as it was found when every process of the trial was gone. */
export interface AfterEntry {
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
  /** In bytes; 0 for what is no file. */
  readonly size: number;
  /** Null for what is no file, and for a file that was not hashed. */
  readonly digest: string | null;
}

/** The workspace after the trial. `complete` false: something may be missing, so that absence proves nothing (I2). */
export interface AfterManifest {
  readonly complete: boolean;
  readonly entries: readonly AfterEntry[];
}

/** Everything that the checks of the layer outcome are judged by. */
export interface OutcomeEvidence {
  readonly task: Pick<WorkflowTask, 'prompt' | 'outcome'>;
  /** Files of the workspace as they were given: path to text. */
  readonly given: Readonly<Record<string, string>>;
  readonly after: AfterManifest;
  /** Text of the files that graders name; null: what was kept is no UTF-8 text. What was not kept is not in it. */
  readonly deliverables: ReadonlyMap<string, string | null>;
  /** What probes brought back, by check id. */
  readonly facts: ReadonlyMap<string, ProbeFacts>;
  /** The final message; null: none is known. */
  readonly finalText: string | null;
  /** True: the trial did not run to its own end, so that what is not there might have come. */
  readonly blocked: boolean;
}

/** One grader with the evidence of its trial. */
export type Judged<Kind extends Grader['kind']> = OutcomeEvidence & {
  readonly grader: Extract<Grader, { kind: Kind }>;
};

/** A required check of the layer outcome. */
export function outcomeCheck(id: string, status: Check['status'], because: string, refs: readonly LineRef[]): Check {
  return { id, layer: 'outcome', status, required: true, because, refs: [...refs] };
}

/** A line of a deliverable in the evidence. */
export function deliverableLine(path: string, line = 1): LineRef {
  return { file: `outcome/files/${path}`, line };
}

/** The facts of a check in the evidence. */
export function factsLine(id: string): LineRef {
  return { file: `outcome/${id}.json`, line: 1 };
}

/** A deliverable that can be judged, or why it cannot. */
export type Deliverable =
  | { readonly state: 'there'; readonly text: string }
  | { readonly state: 'failed' | 'unobservable'; readonly because: string };

/** What is known of a deliverable. Absence fails only in a whole manifest of a trial that ran to its end. */
export function deliverableOf(evidence: OutcomeEvidence, path: string): Deliverable {
  const entry = entryOf(evidence, path);
  if ('state' in entry) return entry;
  if (entry.size > MAX_DELIVERABLE) {
    return failed(`Expected ${path} of at most ${MAX_DELIVERABLE} bytes, found ${entry.size}`);
  }
  const text = evidence.deliverables.get(path);
  if (text === undefined) return unobservable(`${path} is there, and its text is not in the evidence`);
  if (text === null) return failed(`Expected UTF-8 text in ${path}, found other bytes`);
  if (entry.digest !== null && digestOf(text) !== entry.digest) {
    return unobservable(`The text of ${path} in the evidence is not the one that was found in the workspace`);
  }
  return { state: 'there', text };
}

/** The entry of a regular file, or why there is none. */
export function entryOf(
  { after, blocked }: OutcomeEvidence,
  path: string,
): AfterEntry | Exclude<Deliverable, { state: 'there' }> {
  const entry = after.entries.find((one) => one.path === path);
  if (entry === undefined) {
    if (!after.complete) return unobservable(`${path} was not found, and the list of the workspace is not whole`);
    if (blocked) return unobservable(`${path} was not found, and the trial did not run to its end`);
    return failed(`Expected a file ${path}, found none`);
  }
  return entry.type === 'file' ? entry : failed(`Expected a file ${path}, found ${FOUND[entry.type]}`);
}

const FOUND = { folder: 'a folder', link: 'a link', other: 'something that is no file' } as const;

function failed(because: string) {
  return { state: 'failed', because } as const;
}

function unobservable(because: string) {
  return { state: 'unobservable', because } as const;
}

/** A value for a message: quoted, on one line, cut where it is long, nothing in it hidden. */
export function quoted(value: unknown): string {
  const text = visible(JSON.stringify(value) ?? 'nothing');
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
