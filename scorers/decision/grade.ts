/** Grades one decision trial: its checks and the outcome they make. */
import type { Capabilities, Terminal } from '../../records/harness.ts';
import type { EvidenceProblem, LineRef, Trace } from '../../records/observation.ts';
import type { Cause } from '../../records/terms.ts';
import type { Answer, Check, Grade, GuardRecord, TrialContract } from '../../records/trial.ts';
import { decideOutcome } from '../outcome.ts';
import { blockedBy, withModelKnown } from '../proper-run.ts';
import { readAnswer } from './answer.ts';
import { judgeIntegrity } from './integrity.ts';
import { judgeLeak } from './leak.ts';

/** Everything a decision trial is graded from. */
export interface DecisionEvidence {
  readonly contract: Pick<TrialContract, 'expected' | 'bypass' | 'guards'>;
  readonly terminal: Terminal;
  readonly trace: Trace;
  readonly guards: GuardRecord | null;
  readonly capabilities: Pick<Capabilities, 'commands' | 'model'>;
  /** The model that was asked for; null when the host's default was left alone. */
  readonly modelRequested: string | null;
  /** Absolute paths where the agent could have read the answers of the suite; left out: nowhere; null: not recorded. */
  readonly answersAt?: readonly string[] | null;
}

/** Causes that explain why there is no answer at all: the trial was stopped from outside before it could give one. */
const STOPPED: ReadonlySet<Cause> = new Set<Cause>([
  'auth',
  'rate_limit',
  'provider',
  'deadline',
  'interrupted',
  'budget',
  'sandbox',
  'environment',
]);

const FINAL: LineRef = { file: 'final.txt', line: 1 };

/** The grade of a decision trial. Total: whatever is missing becomes `unobservable`, never a pass. */
export function gradeDecision(evidence: DecisionEvidence): Grade {
  const { contract, terminal, trace, guards, capabilities } = evidence;
  const answer = terminal.finalText === null ? null : readAnswer(terminal.finalText);
  const doubt = answerDoubt(terminal, trace);
  const stopped = terminal.state === 'blocked' && STOPPED.has(terminal.cause) ? terminal.cause : null;
  const leak = judgeLeak({
    contract,
    guards,
    trace,
    answer,
    finalText: terminal.finalText,
    endedEarly: stopped,
    capabilities,
  });
  const integrity = judgeIntegrity(trace, evidence.answersAt === undefined ? [] : evidence.answersAt, capabilities);
  const checks = [
    readable(answer, doubt),
    expected(answer, contract.expected, doubt),
    ...(leak === null ? [] : [leak]),
    ...(integrity === null ? [] : [integrity]),
  ];
  const outcome = decideOutcome(checks, blockedBy(evidence));
  return { checks, outcome: withModelKnown(outcome, evidence), answer, leak: leaked(leak) };
}

/** A case without rules has nothing to leak. */
function leaked(leak: Check | null): boolean | null {
  if (leak === null || leak.status === 'passed') return false;
  return leak.status === 'failed' ? true : null;
}

/** Why a part of the answer may be missing; null when the message is known to be whole. */
function answerDoubt(terminal: Terminal, trace: Trace): string | null {
  if (terminal.state === 'blocked') return `the trial was blocked (${terminal.cause})`;
  const problem = trace.problems.find((one) => hidesAnswer(one, finalFile(trace)));
  return problem === undefined ? null : problem.message;
}

function hidesAnswer({ affects, ref }: EvidenceProblem, file: string | null): boolean {
  const about = affects.includes('messages') || affects.includes('terminal');
  return about && (ref === null || file === null || ref.file === file);
}

/** The native file that the last message stands in. */
function finalFile(trace: Trace): string | null {
  return trace.observations.findLast((one) => one.kind === 'message')?.ref.file ?? null;
}

function check(id: string, status: Check['status'], because: string, refs: readonly LineRef[]): Check {
  return { id, layer: 'outcome', status, required: true, because, refs: [...refs] };
}

const UNPARSEABLE = {
  none: 'The final message holds no decision',
  several: 'The final message holds decisions that differ',
  unknown_word: 'The decision in the final message is none of the five words',
} as const;

/** A doubt keeps a decision from being final, because what is missing may contradict it. Two that differ stay two. */
function readable(answer: Answer | null, doubt: string | null): Check {
  if (answer === null) return check('answer_readable', 'unobservable', 'There is no final message', []);
  if (answer.state === 'unparseable' && (doubt === null || answer.because === 'several')) {
    return check('answer_readable', 'failed', UNPARSEABLE[answer.because], [FINAL]);
  }
  if (doubt !== null) return check('answer_readable', 'unobservable', `The answer may not be whole: ${doubt}`, [FINAL]);
  return check('answer_readable', 'passed', 'One decision was read', [FINAL]);
}

/** A wrong decision is wrong whatever is missing: with a second, different one it would be unparseable. */
function expected(answer: Answer | null, right: readonly string[], doubt: string | null): Check {
  if (answer === null || answer.state === 'unparseable') {
    return check('decision_expected', 'unobservable', 'There is no decision to compare', []);
  }
  const wanted = right.join(' or ');
  if (!right.includes(answer.decision)) {
    return check('decision_expected', 'failed', `Answered ${answer.decision}, expected ${wanted}`, [FINAL]);
  }
  if (doubt !== null)
    return check('decision_expected', 'unobservable', `The answer may not be whole: ${doubt}`, [FINAL]);
  return check('decision_expected', 'passed', `Answered ${answer.decision}, expected ${wanted}`, [FINAL]);
}
