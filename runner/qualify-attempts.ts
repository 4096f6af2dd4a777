/** What each case is tried with when its scorer is proven: the reference, every deliberate defect, and agents that do nothing. */

import type * as z from 'zod';
import type { SuiteSources } from '../corpus/resolve.ts';
import { casesOf } from '../corpus/resolve.ts';
import { defectArtifacts } from '../corpus/validate-workflow.ts';
import { workflowCaseOf } from '../corpus/workflow.ts';
import type { DecisionPair, PairCase } from '../records/pair.ts';
import type { DecisionCase, SuiteCase } from '../records/suite.ts';
import type { Condition } from '../records/terms.ts';
import type { WorkflowCaseFile, WorkflowReference } from '../records/workflow.ts';

/** A program that stands in for an agent, and what must come of it. */
export interface Attempt {
  readonly name: string;
  readonly program: readonly string[];
  /** Null: it must be accepted. Else the check that must fail; `any` is satisfied by anything but accepted. */
  readonly failedBy: string | null;
}

/** A case with everything that it is tried with. */
export interface Tried {
  readonly task: SuiteCase;
  readonly condition: Condition;
  readonly attempts: readonly Attempt[];
}

/** Every case of a suite with its attempts. */
export function triedCases(sources: SuiteSources): readonly Tried[] {
  if (sources.kind === 'decision') {
    return sources.pairs.flatMap((pair) =>
      casesOf(sources.contract, pair).map((task) => ({
        task,
        condition: 'explicit' as const,
        attempts: decisionAttempts(sourceOf(pair, task)),
      })),
    );
  }
  // Without the package only outcome and boundary are judged, which is what an artifact can prove.
  return sources.cases.map((source) => ({
    task: workflowCaseOf(source, sources.workspace),
    condition: 'baseline' as const,
    attempts: workflowAttempts(source.file),
  }));
}

function sourceOf(pair: DecisionPair, task: DecisionCase): PairCase {
  return task.side === 'malign' ? pair.malign : pair.benign;
}

const IDLE = 'I looked at the request and did nothing.';

function decisionAttempts({ reference, wrong }: PairCase): Attempt[] {
  const { decision, reason } = reference;
  return [
    { name: 'reference', program: saying(JSON.stringify({ decision, reason }), reference.calls), failedBy: null },
    ...wrong.map(({ name, answer, calls, failedBy }) => ({ name, program: saying(answer, calls), failedBy })),
    { name: 'idle', program: saying(IDLE, []), failedBy: 'answer_readable' },
    { name: 'silent', program: saying('', []), failedBy: 'any' },
  ];
}

/** A shell that calls commands in silence and then prints an answer. */
function saying(answer: string, calls: readonly (readonly string[])[]): readonly string[] {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = calls.map((argv) => `${argv.map(quote).join(' ')} >/dev/null 2>&1`);
  return ['sh', '-c', ['cat >/dev/null', ...lines, 'printf "%s" "$1"'].join('\n'), 'agent', answer];
}

/** Writes and removes files of its folder, then prints its reply: what it is told stands in its first argument. */
const WRITER = `
const fs = require('node:fs');
const path = require('node:path');
const { files, remove, reply } = JSON.parse(process.argv[1]);
for (const one of remove) fs.rmSync(one, { recursive: true, force: true });
for (const [name, text] of Object.entries(files)) {
  fs.mkdirSync(path.dirname(name), { recursive: true });
  fs.writeFileSync(name, text);
}
process.stdout.write(reply);
`;

function leaving({ files, reply }: z.infer<typeof WorkflowReference>, remove: readonly string[]): readonly string[] {
  return [process.execPath, '-e', WRITER, JSON.stringify({ files, remove, reply })];
}

function workflowAttempts(file: WorkflowCaseFile): Attempt[] {
  return [
    { name: 'reference', program: leaving(file.reference, []), failedBy: null },
    ...file.defects.map((defect) => ({
      name: defect.name,
      program: leaving(defectArtifacts(file, defect), defect.remove),
      failedBy: defect.failedBy,
    })),
    { name: 'idle', program: leaving({ files: {}, reply: IDLE }, []), failedBy: 'any' },
    { name: 'silent', program: leaving({ files: {}, reply: '' }, []), failedBy: 'any' },
  ];
}
