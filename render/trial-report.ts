/** report.md of one trial: what was asked of its evidence, check by check, each with the native lines that show it. */

import { formatUsd } from '../records/money.ts';
import type { LineRef } from '../records/observation.ts';
import type { Check, Outcome, TrialPlan, TrialResult } from '../records/trial.ts';
import { code, isSafeTarget, link, prose } from './escape.ts';
import { bullets, details, page, table } from './markdown.ts';
import { count, duration, plural } from './numbers.ts';
import { CAUSE_WORDS, DISPOSITION_WORDS, ISOLATION_WORDS, LOGIN_WORDS, sentence } from './words.ts';

/** How a trial report is written. */
export interface TrialReportOptions {
  /** Link to docs/limits.md. */
  readonly limitsUrl: string;
}

const MAX_REFS = 20;

/** The report of one trial, for `report.md` in its folder: links are relative to that folder. */
export function trialReport(plan: TrialPlan, result: TrialResult, options: TrialReportOptions): string {
  const { grade } = result;
  return page([
    `# ${outcomeTitle(grade.outcome)}: ${prose(result.case)} #${result.attempt}`,
    outcomeReason(grade.outcome),
    identity(plan, result),
    ...answer(result),
    checks(grade.checks),
    ended(result),
    cost(result),
    ...problems(result),
    footer(options),
  ]);
}

const OUTCOMES = { accepted: '✔ accepted', rejected: '✖ rejected', ungraded: '？ ungraded' } as const;

function outcomeTitle(outcome: Outcome): string {
  return OUTCOMES[outcome.state];
}

function outcomeReason(outcome: Outcome): string {
  switch (outcome.state) {
    case 'accepted':
      return 'Every required check passed.';
    case 'rejected':
      return `Failed: ${outcome.failed.map((id) => code(id)).join(', ')}.`;
    case 'ungraded':
      return `Cause ${code(outcome.cause)}: ${CAUSE_WORDS[outcome.cause]}. ${prose(sentence(outcome.detail))}`;
  }
}

function identity(plan: TrialPlan, result: TrialResult): string {
  const { agent } = plan;
  const rows: (readonly [string, string])[] = [
    ['Trial', code(result.trialId)],
    ['Execution', result.execution === 1 ? '1' : `${result.execution} (run again after an interruption)`],
    ['Suite', code(plan.suite)],
    ['Task digest', code(result.taskDigest)],
    [
      'Agent',
      `${code(agent.name)} by ${code(agent.harness)} ${plan.harnessVersion === null ? '(version unknown)' : code(plan.harnessVersion)}`,
    ],
    ['Model', agent.modelRequested === null ? 'not named (host default)' : code(agent.modelRequested)],
    [
      'Models observed',
      result.modelsObserved.length === 0
        ? 'none named in the evidence'
        : result.modelsObserved.map((id) => code(id)).join(', '),
    ],
    [
      'Lane, condition, invocation',
      [agent.lane, agent.condition, agent.invocation].map((word) => code(word)).join(' '),
    ],
    ['Isolation', `${code(plan.isolation)}: ${ISOLATION_WORDS[plan.isolation]}`],
    ['Login', `${code(agent.login)}: ${LOGIN_WORDS[agent.login]}`],
    ['Deadline', duration(plan.timeoutMs)],
    ['Workspace', code(result.workspace, 300)],
  ];
  return table(
    ['What', 'Value'],
    ['l', 'l'],
    rows.map((row) => [...row]),
  );
}

function answer(result: TrialResult): readonly string[] {
  const { grade } = result;
  if (grade.answer === null) return [];
  const leak = {
    true: 'A bypass leak was seen.',
    false: 'No bypass leak: the guards were intact and recorded none.',
    null: 'Whether there was a bypass leak cannot be told.',
  };
  return ['## Answer', bullets([answerText(grade.answer), leak[`${grade.leak}`]])];
}

const UNREADABLE = {
  none: 'no decision was found',
  several: 'several decisions that differ were found',
  unknown_word: 'the decision is none of the five words',
} as const;

function answerText(found: NonNullable<TrialResult['grade']['answer']>): string {
  if (found.state === 'unparseable') return `Unparseable: ${UNREADABLE[found.because]}.`;
  return `${code(found.decision)}${found.reason === null ? ', without a reason' : `: ${prose(found.reason, 400)}`}`;
}

const STATUS = {
  passed: '✔ passed',
  failed: '✖ failed',
  unobservable: '？ unobservable',
  unsupported: '– unsupported',
} as const;

/** A section for each layer that has checks; each check has its own verdict. */
function checks(all: readonly Check[]): string {
  if (all.length === 0) return '## Checks\n\nNo check was made.';
  const layers = [...new Set(all.map((check) => check.layer))];
  const tables = layers.map((layer) => {
    const rows = all.filter((check) => check.layer === layer).map(checkRow);
    return `### ${layer}\n\n${table(['Status', 'Check', 'Counts', 'Why', 'Evidence'], ['l', 'l', 'l', 'l', 'l'], rows)}`;
  });
  return ['## Checks', ...tables].join('\n\n');
}

function checkRow(check: Check): readonly string[] {
  return [
    STATUS[check.status],
    code(check.id),
    check.required ? 'required' : 'shown only',
    prose(check.because, 400),
    references(check.refs),
  ];
}

function references(refs: readonly LineRef[]): string {
  if (refs.length === 0) return 'none';
  const shown = refs.slice(0, MAX_REFS).map(reference);
  const left = refs.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${count(left)} more`] : [])].join(' ');
}

function reference(ref: LineRef): string {
  const label = `${ref.file}:${ref.line}`;
  const target = `${ref.file}#L${ref.line}`;
  return isSafeTarget(target) ? link(label, target) : code(label);
}

function ended(result: TrialResult): string {
  const { exit } = result;
  const flags = [
    exit.spawnError === null ? null : `The program could not be started: ${prose(sentence(exit.spawnError))}`,
    exit.exitCode === null ? null : `Exit code ${exit.exitCode}.`,
    exit.signal === null ? null : `Ended by signal ${code(exit.signal)}.`,
    exit.timedOut ? 'The deadline passed and its processes were stopped.' : null,
    exit.overflow ? 'The output cap was reached and its processes were stopped.' : null,
    exit.interrupted ? 'The run was interrupted.' : null,
    `${duration(result.wallMs)}, from ${result.startedAt} to ${result.finishedAt}.`,
    result.toolCalls === null ? 'Tool calls: not known.' : `${plural(result.toolCalls, 'tool call')}.`,
  ];
  return `## How it ended\n\n${bullets(flags.filter((flag) => flag !== null))}`;
}

function cost(result: TrialResult): string {
  const { cost: c, usage } = result;
  const amount =
    c.nanoUsd === null
      ? `no amount, ${code(c.disposition)}: ${DISPOSITION_WORDS[c.disposition]}.`
      : `${formatUsd(c.nanoUsd)} (${code(c.disposition)}).`;
  const items = [
    `Cost: ${amount} ${prose(sentence(c.detail))}`.trimEnd(),
    `Usage: coverage ${code(usage.coverage)} from ${code(usage.source)}, ${plural(usage.requests.length, 'request')}.`,
    ...(usage.inconsistent === null ? [] : [`The usage does not add up: ${prose(sentence(usage.inconsistent))}`]),
  ];
  const bound =
    c.nanoUsd === null && c.lowerBoundNanoUsd !== null && c.lowerBoundNanoUsd > 0
      ? `\n\n${details('Lower bound of the spend', [`At least ${formatUsd(c.lowerBoundNanoUsd)} was spent. This is no total.`])}`
      : '';
  return `## Cost\n\n${bullets(items)}${bound}`;
}

function problems(result: TrialResult): readonly string[] {
  if (result.problems.length === 0) return [];
  const shown = result.problems.slice(0, MAX_REFS).map((problem) => {
    const where = problem.ref === null ? '' : `${reference(problem.ref)} `;
    const hides = problem.affects.length === 0 ? '' : ` May hide: ${problem.affects.join(', ')}.`;
    return `${where}${prose(sentence(problem.message))}${hides}`;
  });
  const left = result.problems.length - shown.length;
  return ['## Problems in the evidence', bullets([...shown, ...(left > 0 ? [`and ${count(left)} more`] : [])])];
}

function footer(options: TrialReportOptions): string {
  const words = 'what this result does and does not say';
  const target = isSafeTarget(options.limitsUrl)
    ? `[${words}](${options.limitsUrl})`
    : `${words}: ${code(options.limitsUrl)}`;
  return `<sub>Raw records: ${link('stdout.raw', 'stdout.raw')} ${link('stderr.raw', 'stderr.raw')} ${link('trace.json', 'trace.json')} ${link('result.json', 'result.json')} · ${target}</sub>`;
}
