/** Reads back what a workflow trial left beside its native records: lists of the workspace, the package, what probes brought. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EvidenceError } from '../records/errors.ts';
import { Manifest } from '../records/manifest.ts';
import type { Agent } from '../records/trial.ts';
import { ProbeFacts, type WorkflowContract } from '../records/workflow.ts';
import type { WorkflowEvidence } from '../scorers/workflow/grade.ts';
import { readDocument, readIfThere } from './files.ts';
import { walk } from './native-files.ts';
import { readPackage } from './workflow-sources.ts';

/** The part of a workflow's evidence that lies in files of ours. */
export type KeptEvidence = Pick<
  WorkflowEvidence,
  'condition' | 'installed' | 'before' | 'after' | 'deliverables' | 'facts'
>;

/** Reads it from a trial folder. Throws an EvidenceError where the package is not the one that was installed. */
export function workflowEvidence(trialDir: string, contract: WorkflowContract, agent: Agent): KeptEvidence {
  const outcome = join(trialDir, 'outcome');
  return {
    condition: agent.condition,
    installed: installedFiles(trialDir, contract, agent),
    before: manifestIn(trialDir, 'before.json'),
    after: manifestIn(trialDir, 'after.json'),
    deliverables: deliverablesIn(join(outcome, 'files')),
    facts: factsIn(outcome),
  };
}

function manifestIn(trialDir: string, name: string): Manifest | null {
  const path = join(trialDir, name);
  return existsSync(path) ? readDocument(path, Manifest, 'a list of the workspace') : null;
}

function installedFiles(trialDir: string, contract: WorkflowContract, agent: Agent): KeptEvidence['installed'] {
  if (contract.package === null) return null;
  const folder = join(trialDir, 'package');
  if (!existsSync(folder)) return null;
  const { value, problems } = readPackage(folder);
  if (value === null) throw new EvidenceError('malformed', `${folder} is not a package: ${problems[0] ?? ''}`);
  if (value.digest !== contract.package.digest || value.digest !== agent.packageDigest) {
    throw new EvidenceError('foreign_evidence', `${folder} is not the package that this trial was run with`);
  }
  return value.files;
}

function deliverablesIn(folder: string): KeptEvidence['deliverables'] {
  const found = new Map<string, string | null>();
  if (!existsSync(folder)) return found;
  for (const path of walk(folder)) found.set(path, textOf(join(folder, path)));
  return found;
}

function textOf(path: string): string | null {
  const bytes = readIfThere(path);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function factsIn(folder: string): KeptEvidence['facts'] {
  const found = new Map<string, ProbeFacts>();
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names.sort()) {
    if (!name.endsWith('.json')) continue;
    const facts = readDocument(join(folder, name), ProbeFacts, 'what a probe brought back');
    found.set(facts.check, facts);
  }
  return found;
}
