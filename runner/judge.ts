/** Judges one trial from its folder alone. Run and regrade both come through here, so one evidence gives one answer. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Contract } from '../records/contract.ts';
import { EvidenceError } from '../records/errors.ts';
import type { ExitFacts, Harness, Terminal } from '../records/harness.ts';
import type { Observation, Trace } from '../records/observation.ts';
import type { Instant } from '../records/scalars.ts';
import { type Grade, GuardRecord, TrialCommand, type TrialCost, type TrialPlan } from '../records/trial.ts';
import type { TrialUsage } from '../records/usage.ts';
import { gradeDecision } from '../scorers/decision/grade.ts';
import { gradeWorkflow } from '../scorers/workflow/grade.ts';
import { readDocument } from './files.ts';
import { nativeFilesOf } from './native-files.ts';
import { type Pricing, priceOf } from './pricing.ts';
import { workflowEvidence } from './workflow-evidence.ts';

export interface JudgeInput {
  readonly trialDir: string;
  readonly harness: Harness;
  readonly plan: TrialPlan;
  readonly exit: ExitFacts;
  readonly pricing: Pricing;
  /** Start of the trial: prices of requests without a time of their own are those of this instant. */
  readonly at: Instant;
}

export interface Judgement {
  readonly trace: Trace;
  readonly terminal: Terminal;
  readonly grade: Grade;
  readonly usage: TrialUsage;
  readonly cost: TrialCost;
  readonly modelsObserved: string[];
  /** Null where the harness cannot show its commands. */
  readonly toolCalls: number | null;
  readonly finalText: string | null;
}

/** Decodes, grades and prices a trial. Throws an EvidenceError when the folder lacks what judges it. */
export function judgeTrial(input: JudgeInput): Judgement {
  const { trialDir, harness, plan } = input;
  const contract = readDocument(join(trialDir, 'contract.json'), Contract, 'a trial contract');
  if (contract.taskDigest !== plan.taskDigest || contract.case !== plan.case) {
    throw new EvidenceError('task_mismatch', `The contract in ${trialDir} belongs to another task than trial.json`);
  }
  const trace = harness.decode(nativeFilesOf(trialDir));
  const terminal = harness.terminal(trace, input.exit);
  const usage = harness.usage(trace);
  const grade = gradeOf(input, contract, trace, terminal);
  const models = modelsIn(trace.observations);
  return {
    trace,
    terminal,
    grade,
    usage,
    cost: costOf(input, usage),
    modelsObserved: models,
    toolCalls: harness.capabilities.commands === 'unsupported' ? null : countCalls(trace.observations),
    finalText: terminal.finalText,
  };
}

function gradeOf(input: JudgeInput, contract: Contract, trace: Trace, terminal: Terminal): Grade {
  const { trialDir, harness, plan, exit } = input;
  const commandPath = join(trialDir, 'command.json');
  const command = existsSync(commandPath) ? readDocument(commandPath, TrialCommand, 'a trial command') : null;
  const answersAt = command === null ? withoutCommand(exit) : command.answersAt;
  const shared = { terminal, trace, answersAt, modelRequested: plan.agent.modelRequested };
  const { capabilities } = harness;
  if (contract.schema === 'operant.workflow-contract/v1') {
    const evidence = workflowEvidence(trialDir, contract, plan.agent);
    const ownFiles = harness.ownFiles ?? [];
    const workspace = command?.cwd ?? null;
    return gradeWorkflow({ ...shared, ...evidence, capabilities, contract, ownFiles, workspace });
  }
  const guardsPath = join(trialDir, 'guards.json');
  const guards = existsSync(guardsPath) ? readDocument(guardsPath, GuardRecord, 'a guard record') : null;
  return gradeDecision({ ...shared, contract, guards, capabilities });
}

function costOf({ pricing, plan, at }: JudgeInput, usage: TrialUsage): TrialCost {
  const { lane, modelRequested, login } = plan.agent;
  return priceOf(pricing, usage, { lane, model: modelRequested, at, login });
}

/** A runner that was killed before the agent started wrote no command, and nothing was read; else its record is lost. */
function withoutCommand(exit: ExitFacts): readonly string[] | null {
  return exit.interrupted && exit.exitCode === null && exit.signal === null ? [] : null;
}

function modelsIn(observations: readonly Observation[]): string[] {
  const found = new Set<string>();
  for (const item of observations) if (item.kind === 'model' && item.role === 'served') found.add(item.id);
  return [...found].sort();
}

function countCalls(observations: readonly Observation[]): number {
  return observations.filter((one) => ['command', 'read', 'edit'].includes(one.kind)).length;
}
