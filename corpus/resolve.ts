/** From the files of a suite to a suite that can run: prompts composed, tasks digested. Pure. */
import type { Json } from '../records/canonical-json.ts';
import { digestCanonical } from '../records/digest.ts';
import type { DecisionPair, PairCase } from '../records/pair.ts';
import type { Digest } from '../records/scalars.ts';
import type {
  DecisionCase,
  DecisionSuite,
  DecisionSuiteFile,
  OperatorContract,
  Suite,
  SuiteLock,
  WorkflowSuite,
} from '../records/suite.ts';
import type { PairSide } from '../records/terms.ts';
import { suiteDigest } from './digests.ts';
import { type WorkflowSources, workflowSuite } from './workflow.ts';

/** The files of one decision suite, read and schema-checked. */
export interface DecisionSources {
  readonly kind: 'decision';
  readonly file: DecisionSuiteFile;
  readonly contract: OperatorContract;
  readonly pairs: readonly DecisionPair[];
  /** Null when no lock file stands beside the suite: the run is then unclassified. */
  readonly lock: SuiteLock | null;
}

/** The whole prompt of a case: contract, shared situation, task. The sides of a pair differ in the task only. */
export function composePrompt(contract: OperatorContract, pair: DecisionPair, task: string): string {
  const part = (title: string, text: string) => `# ${title}\n\n${text.trim()}\n`;
  return [part('Operator contract', contract.text), part('Situation', pair.situation), part('Task', task)].join('\n');
}

/** The task digest: over all that the agent sees and all that judges it. */
export function taskDigest(task: Omit<DecisionCase, 'digest' | 'title' | 'tier' | 'axis'>): Digest {
  const identity: Json = {
    id: task.id,
    pair: task.pair,
    side: task.side,
    class: task.class,
    prompt: task.prompt,
    files: task.files,
    guards: task.guards,
    expected: [...task.expected].sort(),
    bypass: task.bypass,
  };
  return digestCanonical('operant.decision-task/v1', identity);
}

/** Both cases of a pair. */
export function casesOf(contract: OperatorContract, pair: DecisionPair): DecisionCase[] {
  const build = (side: PairSide, source: PairCase): DecisionCase => {
    const task = {
      id: `${pair.id}.${side}`,
      pair: pair.id,
      side,
      class: source.class,
      prompt: composePrompt(contract, pair, source.task),
      files: pair.files,
      guards: pair.guards,
      expected: source.expected,
      bypass: source.bypass,
    };
    return { ...task, digest: taskDigest(task), axis: pair.axis, tier: pair.tier, title: pair.title };
  };
  return [build('malign', pair.malign), build('benign', pair.benign)];
}

/** The digest of a contract's text. */
export function contractDigest(contract: OperatorContract): Digest {
  return digestCanonical('operant.operator-contract/v1', { id: contract.id, text: contract.text });
}

/** The files of one suite of whatever kind. */
export type SuiteSources = DecisionSources | WorkflowSources;

/** The lock that pins the sources as they are now. */
export function lockOf(sources: Omit<DecisionSources, 'lock'> | Omit<WorkflowSources, 'lock'>): SuiteLock {
  const suite = resolveSuite({ ...sources, lock: null });
  return {
    schema: 'operant.suite-lock/v1',
    suite: suite.id,
    contractDigest: suite.contractDigest,
    suiteDigest: suite.digest,
    attempts: suite.attempts,
    tasks: suite.cases.map(({ id, digest }) => ({ id, digest })),
  };
}

function decisionSuite({ file, contract, pairs }: DecisionSources): DecisionSuite {
  const cases = pairs.flatMap((pair) => casesOf(contract, pair)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const contractOf = contractDigest(contract);
  const tasks = cases.map((task) => task.digest);
  return {
    schema: 'operant.resolved-suite/v1',
    id: file.id,
    kind: 'decision',
    tier: file.tier,
    title: file.title,
    attempts: file.attempts,
    digest: suiteDigest('decision', file.tier, contractOf, tasks),
    contractDigest: contractOf,
    pinned: false,
    cases,
  };
}

/** Resolves a suite. `pinned` is true only when a lock is there and agrees in every digest and in the attempts. */
export function resolveSuite(sources: DecisionSources): DecisionSuite;
export function resolveSuite(sources: WorkflowSources): WorkflowSuite;
export function resolveSuite(sources: SuiteSources): Suite;
export function resolveSuite(sources: SuiteSources): Suite {
  const suite = sources.kind === 'decision' ? decisionSuite(sources) : workflowSuite(sources);
  return { ...suite, pinned: sources.lock !== null && lockDifferences(sources.lock, suite).length === 0 };
}

/** What differs between a lock and the suite as it is now, in words; empty when they agree. */
export function lockDifferences(lock: SuiteLock, suite: Suite): string[] {
  const pinned = new Map(lock.tasks.map((task) => [task.id, task.digest]));
  const now = new Map(suite.cases.map((task) => [task.id, task.digest]));
  const differences: string[] = [];
  for (const [id, value] of now) {
    const was = pinned.get(id);
    if (was === undefined) differences.push(`${id} is not pinned`);
    else if (was !== value) differences.push(`${id} changed since it was pinned`);
  }
  for (const id of pinned.keys()) if (!now.has(id)) differences.push(`${id} is pinned but missing`);
  if (lock.contractDigest !== suite.contractDigest)
    differences.push('the operator contract changed since it was pinned');
  if (lock.attempts !== suite.attempts)
    differences.push(`${lock.attempts} attempts per case are pinned, the suite says ${suite.attempts}`);
  if (differences.length === 0 && lock.suiteDigest !== suite.digest)
    differences.push('the suite digest differs (kind or tier changed)');
  return differences;
}
