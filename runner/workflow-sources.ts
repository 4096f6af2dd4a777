/** A workflow suite and all it names: case files, the workspace, the package, probes. Reads, decides nothing. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { workflowCaseProblems } from '../corpus/validate-workflow.ts';
import { ENTRY, packageOf, skillName, type WorkflowSource, type WorkflowSources } from '../corpus/workflow.ts';
import { type Problem, UsageError } from '../records/errors.ts';
import type { SuiteLock, WorkflowSuiteFile } from '../records/suite.ts';
import { type Package, WorkflowCaseFile } from '../records/workflow.ts';
import { errorCode, errorText } from './files.ts';
import type { YamlReader } from './yaml-reading.ts';

/** Most files and most bytes of a folder that becomes part of a case or is tested as a package. */
const MAX_FILES = 300;
const MAX_BYTES = 2 * 1024 * 1024;

/** A folder of text files. */
export interface TextFolder {
  /** Path to text, sorted by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly executable: readonly string[];
  /** What stands in the way, in words; with any, the files are not all. */
  readonly problems: readonly string[];
}

/** Reads a folder whole: regular files of UTF-8 text. Links are not followed and are a problem, as is what is too big. */
export function readTextFolder(root: string): TextFolder {
  const files: Record<string, string> = {};
  const executable: string[] = [];
  const problems: string[] = [];
  let bytes = 0;
  const visit = (below: string) => {
    for (const name of readdirSync(join(root, below)).sort()) {
      const path = below === '' ? name : `${below}/${name}`;
      const stat = lstatSync(join(root, path));
      if (stat.isDirectory()) {
        if (name !== '.git' && name !== 'node_modules') visit(path);
        continue;
      }
      bytes += stat.size;
      if (!stat.isFile()) problems.push(`${path}: expected a file, found a link or something else`);
      else if (Object.keys(files).length >= MAX_FILES || bytes > MAX_BYTES) {
        problems.push(`expected at most ${MAX_FILES} files and ${MAX_BYTES} bytes, found more at ${path}`);
        return;
      } else {
        const text = textOf(join(root, path));
        if (text === null) problems.push(`${path}: expected UTF-8 text, found other bytes`);
        else files[path] = text;
        if ((stat.mode & 0o100) !== 0) executable.push(path);
      }
    }
  };
  try {
    visit('');
  } catch (error) {
    problems.push(errorCode(error) === 'ENOENT' ? 'no such folder' : `cannot be read: ${errorText(error)}`);
  }
  return { files, executable, problems };
}

function textOf(path: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch {
    return null;
  }
}

/** A package, or what is wrong with its folder. */
export function readPackage(root: string): { readonly value: Package | null; readonly problems: readonly string[] } {
  const { files, executable, problems } = readTextFolder(root);
  if (problems.length > 0) return { value: null, problems };
  const entry = files[ENTRY];
  if (entry === undefined) return { value: null, problems: [`expected a file ${ENTRY}, found none`] };
  const name = skillName(entry);
  if (name === null)
    return { value: null, problems: [`${ENTRY}: expected front matter with a name such as "name: my-skill"`] };
  return { value: packageOf(name, files, executable), problems: [] };
}

/** The package that a person names for a run. */
export function packageAt(root: string, named: string): Package {
  const { value, problems } = readPackage(root);
  if (value !== null) return value;
  const found = problems.map((message) => ({ file: named, line: null, column: null, message }));
  throw new UsageError(
    `Cannot use ${named} as a package: ${problems[0] ?? ''}`,
    `Name the folder of a skill, with ${ENTRY} in it.`,
    found,
  );
}

/** Where a suite file lies, as a path and as the person named it. */
export interface SuitePlace {
  readonly path: string;
  readonly named: string;
}

/** Reads all that a workflow suite file names, collecting every problem. */
export function workflowSourcesBy(
  tryYaml: YamlReader,
  { path, named }: SuitePlace,
  file: WorkflowSuiteFile,
  lock: SuiteLock | null,
): { readonly sources: WorkflowSources; readonly problems: readonly Problem[] } {
  const folder = dirname(path);
  const shown = (target: string) => join(dirname(named), relative(folder, join(folder, target)));
  const problems: Problem[] = [];
  const tell = (target: string, messages: readonly string[]) =>
    problems.push(...messages.map((message) => ({ file: shown(target), line: null, column: null, message })));
  const workspace = readTextFolder(join(folder, file.workspace));
  tell(file.workspace, workspace.problems);
  const shipped = file.package === undefined ? null : readPackage(join(folder, file.package));
  if (file.package !== undefined) tell(file.package, shipped?.problems ?? []);
  const setting = { workspace: workspace.files, package: shipped?.value ?? null };
  const cases: WorkflowSource[] = [];
  for (const target of file.cases) {
    const read = tryYaml(join(folder, target), shown(target), WorkflowCaseFile);
    problems.push(...read.problems);
    if (read.value === null) continue;
    const source = {
      file: read.value,
      probe: probeFiles(join(folder, target), read.value, (said) => tell(target, said)),
    };
    const name = basename(target).replace(/\.ya?ml$/, '');
    if (name !== read.value.id) tell(target, [`id: expected "${name}" as the file is named, found "${read.value.id}"`]);
    tell(target, workflowCaseProblems(source, setting));
    cases.push(source);
  }
  const ids = cases.map((one) => one.file.id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  problems.push(
    ...twice.map((id) => ({
      file: named,
      line: null,
      column: null,
      message: `expected each case id once, found "${id}" again`,
    })),
  );
  return { sources: { kind: 'workflow', file, cases, ...setting, lock }, problems };
}

function probeFiles(
  path: string,
  { probe }: WorkflowCaseFile,
  tell: (problems: readonly string[]) => void,
): Readonly<Record<string, string>> {
  if (probe === undefined) return {};
  const { files, problems } = readTextFolder(join(dirname(path), probe));
  tell(problems.map((message) => `probe: ${message}`));
  return files;
}
