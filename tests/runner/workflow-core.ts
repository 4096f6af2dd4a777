/** The shipped workflow suite for tests of qualification: whole, or a copy with some of its cases and defects. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowCaseFile, WorkflowDefect } from '../../records/workflow.ts';
import { qualify } from '../../runner/qualify.ts';
import { readSources } from '../../runner/suite-files.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { ROOT } from '../repo/tree.ts';
import { contextOf, write } from './setup.ts';

const CORPUS = join(ROOT, 'corpus');

/** A case of the suite as it was written. */
export function caseFile(id: string): WorkflowCaseFile {
  const { sources } = readSources(join(CORPUS, 'suites/workflow-core.yaml'), 'workflow-core.yaml');
  const cases = sources?.kind === 'workflow' ? sources.cases : [];
  const found = cases.find(({ file }) => file.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found.file;
}

/** Qualifies one case by real trials, with those of its defects that are chosen. */
export async function qualified(
  id: string,
  chosen: (defect: WorkflowDefect) => boolean = () => true,
): Promise<{ readonly tried: number; readonly defects: number; readonly problems: readonly string[] }> {
  const cwd = temporaryFolder();
  cpSync(join(CORPUS, 'workflow'), join(cwd, 'workflow'), { recursive: true });
  cpSync(join(CORPUS, 'suites/workflow-core.yaml'), join(cwd, 'suites/workflow-core.yaml'));
  const file = caseFile(id);
  const defects = file.defects.filter(chosen);
  write(cwd, { [`workflow/cases/${id}.yaml`]: JSON.stringify({ ...file, defects }) });
  const { cases } = await qualify(contextOf(cwd), 'suites/workflow-core.yaml', [id], true);
  const [found] = cases;
  if (found === undefined) throw new Error(`${id} was not tried`);
  return { tried: found.tried, defects: defects.length, problems: found.problems };
}
