/** Grades one workflow trial in five layers, from native evidence, two lists of the workspace, and what probes brought. */
import type { Capabilities, Capability, Terminal } from '../../records/harness.ts';
import type { Manifest } from '../../records/manifest.ts';
import type { Affects, Trace } from '../../records/observation.ts';
import type { Condition } from '../../records/terms.ts';
import type { Check, Grade } from '../../records/trial.ts';
import type { ProbeFacts, WorkflowContract } from '../../records/workflow.ts';
import { delegationAsked } from '../../records/workflow-checks.ts';
import { judgeIntegrity } from '../decision/integrity.ts';
import { decideOutcome } from '../outcome.ts';
import { blockedBy, withModelKnown } from '../proper-run.ts';
import { judgeBoundary } from './boundary.ts';
import { type DelegationInput, judgeDelegation } from './delegation.ts';
import { livesOf, type Step } from './lives.ts';
import { judgeActivation, judgeLoading, type LoadingInput } from './loading.ts';
import { judgeOutcome } from './outcome.ts';
import { type Hole, holeIn, type Shown, shownIn } from './shown.ts';
import { judgeSource } from './source.ts';
import { judgeVerification } from './verification.ts';

/** Everything a workflow trial is graded from. */
export interface WorkflowEvidence {
  readonly contract: WorkflowContract;
  readonly condition: Condition;
  /** Files of the package as installed: path to text; null where none was. */
  readonly installed: Readonly<Record<string, string>> | null;
  /** Absolute path of the workspace as the candidate saw it; null where that is not recorded. */
  readonly workspace: string | null;
  readonly terminal: Terminal;
  readonly trace: Trace;
  readonly capabilities: Capabilities;
  /** Paths in the workspace that the CLI itself writes. */
  readonly ownFiles: readonly string[];
  /** The model that was asked for; null when the host's default was left alone. */
  readonly modelRequested: string | null;
  /** Absolute paths where the agent could have read answers; null: not recorded. */
  readonly answersAt: readonly string[] | null;
  readonly before: Manifest | null;
  readonly after: Manifest | null;
  /** Text of every file that a grader names and that was there; null: it could not be read as text. */
  readonly deliverables: ReadonlyMap<string, string | null>;
  /** What probes brought back, by check id. */
  readonly facts: ReadonlyMap<string, ProbeFacts>;
}

/** What all layers share. */
interface Seen {
  readonly workspace: string;
  readonly shown: readonly Shown[];
  readonly readHole: Hole | null;
  readonly stopped: string | null;
}

/** The grade of a workflow trial. Total: whatever is missing becomes `unobservable`, never a pass. */
export function gradeWorkflow(evidence: WorkflowEvidence): Grade {
  const { contract, trace, capabilities } = evidence;
  const { task } = contract;
  const seen = seenIn(evidence);
  const installed = loadingInput(evidence, seen);
  const integrity = judgeIntegrity(trace, evidence.answersAt, capabilities);
  const checks = [
    ...(installed === null ? [] : loadingChecks(evidence, installed)),
    ...judgeDelegation(
      delegationAsked(evidence.contract.task.delegation, isCalled(evidence)),
      delegationInput(evidence, seen),
    ),
    ...judgeVerification(task.verifies, {
      trace,
      shown: seen.shown,
      workspace: seen.workspace,
      given: contract.files,
      hole: seen.readHole,
      supported: shows(capabilities.commands) && shows(capabilities.reads),
      required: isCalled(evidence),
    }),
    ...judgeOutcome({
      task,
      given: contract.files,
      after: evidence.after ?? { complete: false, entries: [] },
      deliverables: evidence.deliverables,
      facts: evidence.facts,
      finalText: evidence.terminal.finalText,
      blocked: seen.stopped !== null,
    }),
    ...(installed === null ? [] : [judgeSource(installed, seen.workspace)]),
    ...judgeBoundary({
      before: evidence.before,
      after: evidence.after,
      mayWrite: task.mayWrite,
      ownFiles: evidence.ownFiles,
    }),
    ...(integrity === null ? [] : [integrity]),
  ];
  const outcome = decideOutcome(checks, blockedBy(evidence));
  return { checks, outcome: withModelKnown(outcome, evidence), answer: null, leak: null };
}

function shows(capability: Capability): boolean {
  return capability !== 'unsupported';
}

/** Whether the package was called, so that its workflow is prescribed. */
function isCalled({ contract }: WorkflowEvidence): boolean {
  return contract.package?.called === true;
}

/** Reads and commands: what hides the one may hide the other, because files are read by both. */
const READS: readonly Affects[] = ['reads', 'commands'];

function seenIn({ trace, terminal, workspace }: WorkflowEvidence): Seen {
  const place = workspace ?? '/';
  const shown = shownIn(trace, place);
  const stopped = terminal.state === 'blocked' ? terminal.cause : null;
  const lost: Hole = { because: 'it is not recorded where the workspace lay', refs: [] };
  return {
    workspace: place,
    shown,
    stopped,
    readHole: workspace === null ? lost : holeIn(trace, READS, stopped, shown),
  };
}

/** What the package was, and what of it was shown; null where none was installed. */
function loadingInput(evidence: WorkflowEvidence, { workspace, shown, readHole }: Seen): LoadingInput | null {
  const { contract, installed, capabilities } = evidence;
  if (contract.package === null) return null;
  const { name, root } = contract.package;
  return {
    installed: { name, root: `${workspace}/${root}`, files: installed ?? {} },
    shown,
    hole: installed === null ? { because: 'what was installed is not recorded', refs: [] } : readHole,
    supported: shows(capabilities.commands) && shows(capabilities.reads),
  };
}

/** Layer loading: the required files where the package is called, no use of it where it is not. */
function loadingChecks(evidence: WorkflowEvidence, input: LoadingInput): Check[] {
  return isCalled(evidence) ? judgeLoading(evidence.contract.task.requires, input) : [judgeActivation(input)];
}

function delegationInput({ trace, capabilities }: WorkflowEvidence, { stopped }: Seen): DelegationInput {
  return {
    lives: livesOf(trace.observations),
    answer: answerOf(trace),
    hole: holeIn(trace, ['delegation'], stopped, []),
    supported: shows(capabilities.delegation),
  };
}

/** The last message of the root agent; null where there is none, or where a later one may be hidden. */
function answerOf(trace: Trace): Step | null {
  if (trace.problems.some(({ affects }) => affects.includes('messages'))) return null;
  const delegates = new Set(trace.observations.flatMap((one) => (one.kind === 'delegate' ? [one.delegate] : [])));
  const said = trace.observations.flatMap((one) =>
    one.kind === 'message' && (one.thread === null || !delegates.has(one.thread)) ? [one] : [],
  );
  const last = said.at(-1);
  return last === undefined ? null : { ref: last.ref, at: last.at };
}
