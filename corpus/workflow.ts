/** Workflow suites from their sources: digests, resolved cases, packages. Pure. */
import type { Json } from '../records/canonical-json.ts';
import { digestCanonical, digestOf } from '../records/digest.ts';
import type { Digest } from '../records/scalars.ts';
import type { SuiteLock, WorkflowSuite, WorkflowSuiteFile } from '../records/suite.ts';
import type { Package, PlainJson, WorkflowCase, WorkflowCaseFile, WorkflowTask } from '../records/workflow.ts';
import { suiteDigest } from './digests.ts';

/** A case as it was written, with the files of its probe (path to text; empty without one). */
export interface WorkflowSource {
  readonly file: WorkflowCaseFile;
  readonly probe: Readonly<Record<string, string>>;
}

/** The files of one workflow suite, read and schema-checked. */
export interface WorkflowSources {
  readonly kind: 'workflow';
  readonly file: WorkflowSuiteFile;
  readonly cases: readonly WorkflowSource[];
  /** Files that every trial starts with: path to text. */
  readonly workspace: Readonly<Record<string, string>>;
  readonly package: Package | null;
  /** Null when no lock file stands beside the suite: the run is then unclassified. */
  readonly lock: SuiteLock | null;
}

/** What judges a case, without what only people read and what only qualification uses. */
export function taskOf(source: WorkflowTask): WorkflowTask {
  const { prompt, activates, requires, delegation, verifies, mayWrite, outcome } = source;
  return { prompt, activates, requires, delegation, verifies, mayWrite, outcome };
}

/** The task digest: over all that the agent sees and all that judges it. The package is the subject and stays out. */
export function workflowTaskDigest(task: Omit<WorkflowCase, 'kind' | 'digest' | 'title'>): Digest {
  const identity = asJson({ id: task.id, task: taskOf(task), files: task.files, probe: task.probe });
  return digestCanonical('operant.workflow-task/v1', identity);
}

/** Fractions stand in cases as people write them; in a digest they stand as text, the same on every machine. */
function asJson(value: unknown): Json {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : `number:${value}`;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value === 'object') {
    const fields = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(fields.map(([key, item]) => [key, asJson(item)]));
  }
  throw new TypeError(`Cannot hash a ${typeof value} in a workflow case`);
}

/** A case ready to run. */
export function workflowCaseOf(source: WorkflowSource, workspace: Readonly<Record<string, string>>): WorkflowCase {
  const { file, probe } = source;
  const task = { id: file.id, ...taskOf(file), files: { ...workspace }, probe: { ...probe } };
  return { kind: 'workflow', ...task, digest: workflowTaskDigest(task), title: file.title };
}

/** The suite that the sources make, not pinned. */
export function workflowSuite(sources: WorkflowSources): WorkflowSuite {
  const { file } = sources;
  const cases = sources.cases.map((one) => workflowCaseOf(one, sources.workspace));
  return {
    schema: 'operant.resolved-suite/v1',
    id: file.id,
    kind: 'workflow',
    tier: file.tier,
    title: file.title,
    attempts: file.attempts,
    digest: suiteDigest(
      'workflow',
      file.tier,
      null,
      cases.map((task) => task.digest),
    ),
    contractDigest: null,
    pinned: false,
    cases,
    package: sources.package,
  };
}

/** Name of the entry file of a package. */
export const ENTRY = 'SKILL.md';

/** The name in the entry file's front matter, or null where there is none. */
export function skillName(entry: string): string | null {
  const front = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(entry)?.[1] ?? '';
  return /^name:[ \t]*["']?([a-z0-9][a-z0-9-]*)["']?[ \t]*$/m.exec(front)?.[1] ?? null;
}

/** The package that files make. Its digest is over paths, bytes, and which files are programs. */
export function packageOf(
  name: string,
  files: Readonly<Record<string, string>>,
  executable: readonly string[],
): Package {
  const digests = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, digestOf(text)]));
  const programs = [...executable].sort();
  const digest = digestCanonical('operant.package/v1', { name, files: digests, executable: programs });
  return { name, digest, files: { ...files }, executable: programs };
}

/** What a graded value looks like where it could be read off: text of some length, or a number of three digits and more. */
export function telling(value: PlainJson): string | null {
  if (typeof value === 'string') return value.length >= 4 ? value : null;
  return typeof value === 'number' && Math.abs(value) >= 100 ? String(value) : null;
}
