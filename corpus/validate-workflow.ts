/** Rules that a workflow case must meet beyond its schema. Pure; every problem is reported. */

import type { Grader, Package, WorkflowCaseFile, WorkflowDefect } from '../records/workflow.ts';
import { GIT_UNTOUCHED, IN_SCOPE, loadedCheck, RESERVED_CHECKS } from '../records/workflow-checks.ts';
import { telling, type WorkflowSource } from './workflow.ts';

/** What stands around a case: the files that the agent is given, and the package, where one ships. */
export interface CaseSetting {
  readonly workspace: Readonly<Record<string, string>>;
  readonly package: Package | null;
}

/** What is wrong with one case, in words that name the field. */
export function workflowCaseProblems({ file, probe }: WorkflowSource, setting: CaseSetting): string[] {
  return [
    ...checkIds(file),
    ...requiredFiles(file, setting),
    ...givenAway(file, setting),
    ...probeProblems(file, probe),
    ...referenceProblems(file, setting),
    ...file.defects.flatMap((defect) => defectProblems(file, defect, setting)),
    ...repeated(
      'defects',
      file.defects.map(({ name }) => name),
    ),
  ];
}

function repeated(field: string, names: readonly string[]): string[] {
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  return twice.map((name) => `${field}: expected "${name}" once`);
}

function ownChecks(file: WorkflowCaseFile): string[] {
  return [...file.outcome, ...file.verifies].map(({ id }) => id);
}

function checkIds(file: WorkflowCaseFile): string[] {
  const ids = ownChecks(file);
  const taken = ids.filter((id) => RESERVED_CHECKS.has(id) || id.startsWith('loaded.'));
  return [...repeated('check ids', ids), ...taken.map((id) => `check ids: "${id}" is a check of every case`)];
}

function requiredFiles(file: WorkflowCaseFile, setting: CaseSetting): string[] {
  const problems = repeated('requires', file.requires.map(loadedCheck));
  if (file.activates && file.requires.length === 0)
    problems.push('requires: expected at least one file, for the package is called');
  if (!file.activates && file.requires.length > 0)
    problems.push('requires: expected none, for the package is never called');
  if (!file.activates && file.delegation !== 'none')
    problems.push(`delegation: expected none for an ordinary task, found ${file.delegation}`);
  const there = setting.package?.files;
  if (there === undefined) return problems;
  const missing = file.requires.filter((path) => there[path] === undefined);
  return [...problems, ...missing.map((path) => `requires: the package has no file "${path}"`)];
}

/** Values whose place in the prompt or the workspace would give the answer away. */
function gradedValues(grader: Grader): string[] {
  if (grader.kind === 'answers') return Object.values(grader.values).flatMap((value) => telling(value) ?? []);
  if (grader.kind === 'program') return Object.values(grader.values).flatMap((value) => telling(value) ?? []);
  return [];
}

/** A required path or a graded value that the agent is simply given makes its check say nothing. */
function givenAway(file: WorkflowCaseFile, { workspace }: CaseSetting): string[] {
  const texts: readonly (readonly [string, string])[] = [['prompt', file.prompt], ...Object.entries(workspace)];
  const shown = file.verifies.flatMap((step) => (step.kind === 'ran' ? step.shows : []));
  const secrets = [...file.requires, ...file.outcome.flatMap(gradedValues), ...shown];
  return [...new Set(secrets)].flatMap((secret) =>
    texts.filter(([, text]) => standsIn(text, secret)).map(([where]) => `${where}: gives away "${secret}"`),
  );
}

/** Whether a value stands in a text by itself, not as a part of a longer word or number. */
function standsIn(text: string, value: string): boolean {
  const plain = text.replaceAll(/(?<=\d)[_,](?=\d{3})/g, '');
  for (let at = plain.indexOf(value); at !== -1; at = plain.indexOf(value, at + 1)) {
    const around = `${plain.charAt(at - 1)}${plain.charAt(at + value.length)}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

function probeProblems({ outcome, probe }: WorkflowCaseFile, files: WorkflowSource['probe']): string[] {
  const programs = outcome.filter(({ kind }) => kind === 'program').length;
  if (programs > 0 && probe === undefined) return ['probe: expected a folder, for a grader of kind program'];
  if (programs === 0 && probe !== undefined) return ['probe: no grader of kind program uses it'];
  return probe !== undefined && Object.keys(files).length === 0 ? [`probe: ${probe} holds no file`] : [];
}

/** Whether a new file is in scope. */
export function mayWrite(scope: readonly string[], path: string): boolean {
  return scope.some((one) => (one.endsWith('/**') ? path.startsWith(one.slice(0, -2)) : path === one));
}

function referenceProblems({ reference, mayWrite: scope }: WorkflowCaseFile, { workspace }: CaseSetting): string[] {
  return Object.keys(reference.files).flatMap((path) => {
    if (workspace[path] !== undefined) return [`reference: "${path}" is a file of the workspace`];
    return mayWrite(scope, path) ? [] : [`reference: "${path}" is out of scope`];
  });
}

function defectProblems(file: WorkflowCaseFile, defect: WorkflowDefect, { workspace }: CaseSetting): string[] {
  const { name, edits, drop, remove, failedBy } = defect;
  const where = `defects.${name}`;
  const known = new Set([...ownChecks(file), IN_SCOPE, GIT_UNTOUCHED]);
  return [
    ...edits.flatMap(({ path, find }) => {
      const text = file.reference.files[path];
      if (text === undefined) return [`${where}: the reference has no file "${path}"`];
      const times = text.split(find).length - 1;
      return times === 1 ? [] : [`${where}: expected "${find}" once in ${path}, found it ${times} times`];
    }),
    ...drop
      .filter((path) => file.reference.files[path] === undefined)
      .map((path) => `${where}: drops "${path}", which the reference does not write`),
    ...remove
      .filter((path) => workspace[path] === undefined)
      .map((path) => `${where}: removes "${path}", which the workspace does not have`),
    ...(known.has(failedBy) ? [] : [`${where}: no check "${failedBy}" can fail it`]),
  ];
}

/** The files and the reply of a defect: the reference with its changes. */
export function defectArtifacts(file: WorkflowCaseFile, defect: WorkflowDefect): WorkflowCaseFile['reference'] {
  const kept = Object.entries(file.reference.files).filter(([path]) => !defect.drop.includes(path));
  const files = new Map(kept);
  for (const { path, find, put } of defect.edits) {
    const text = files.get(path);
    if (text !== undefined)
      files.set(
        path,
        text.replace(find, () => put),
      );
  }
  for (const [path, text] of Object.entries(defect.files)) files.set(path, text);
  return { files: Object.fromEntries(files), reply: defect.reply ?? file.reference.reply };
}
