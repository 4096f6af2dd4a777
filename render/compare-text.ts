/** The facts of a comparison as plain text, for the terminal and for Markdown. Names pass through `Escape`. */
import type { SuiteComparison } from '../records/comparison.ts';
import type {
  Confounder,
  CostChange,
  GroupAxes,
  PairedTest,
  Point,
  RateChange,
  RowComparison,
  RowName,
  TaskTransition,
} from '../records/comparison-parts.ts';
import { divideHalfEven, formatUsd } from '../records/money.ts';
import { AXES, CHANGE_REASONS, CONFOUNDERS, DIRECTIONS, TRANSITIONS } from './compare-words.ts';
import { count, decimal, fromE4, intervalText, plural, shortDigest, signedDecimal } from './numbers.ts';
import { verdictMark } from './words.ts';

/** Makes untrusted text safe for where it is shown. */
export type Escape = (text: string, max?: number) => string;

/** `agent · model · lane · condition · invocation`. */
export function groupText(axes: GroupAxes, safe: Escape): string {
  const agent = axes.name === axes.harness ? axes.harness : `${axes.harness}/${axes.name}`;
  const model = axes.modelRequested === null ? "the host's default model" : safe(axes.modelRequested, 80);
  return [safe(agent, 80), model, axes.lane, axes.condition, axes.invocation].join(' · ');
}

/** A row by its place in the ledger and what it judged: `row 12 main ab12cd34`. No `#`, which GitHub would link. */
export function rowText({ seq, subject }: RowName, safe: Escape): string {
  const ref = subject.number === null ? subject.ref?.replace(/^refs\/(?:heads|tags)\//, '') : `PR ${subject.number}`;
  const base = subject.side === 'base' ? ['base'] : [];
  const parts = [...(ref === undefined ? [subject.kind] : [safe(ref, 40)]), ...base];
  return [`row ${seq}`, ...parts, ...(subject.sha === null ? [] : [safe(subject.sha.slice(0, 8))])].join(' ');
}

/** When a row was executed, to the minute, UTC. */
export function startText({ startedAt }: RowName): string {
  return `${startedAt.slice(0, 10)} ${startedAt.slice(11, 16)}`;
}

/** The verdict, or that there was none. */
export function verdictText({ verdict }: Point): string {
  return verdict === null ? 'not judged' : verdictMark(verdict);
}

/** The success rate. */
export function successText({ success }: Point): string {
  return success.value === null ? 'nothing graded' : decimal(success.value);
}

/** OCS, or the code for why it is withheld; null outside decision suites. */
export function ocsText({ ocs }: Point): string | null {
  if (ocs === null) return null;
  return ocs.value === null ? (ocs.withheld ?? 'unknown') : signedDecimal(ocs.value);
}

/** CPAO, or why there is none; never $0.0000 for what is not known. */
export function cpaoText({ cpao }: Point): string {
  if (cpao.nanoUsd === null) return cpao.disposition === 'no_accepted_outcomes' ? 'nothing accepted' : 'unpriced';
  return `${formatUsd(cpao.nanoUsd)}${cpao.rateBasis === 'operator_placeholder' ? ' (placeholder)' : ''}`;
}

/** A value with the mark of its direction. */
export function marked(value: string, change: RateChange | CostChange | null): string {
  return change === null ? value : `${value} ${DIRECTIONS[change.direction].mark}`;
}

/** The marks and their meaning, in one line. */
export function legend(): string {
  return Object.values(DIRECTIONS)
    .map(({ mark, words }) => `${mark} ${words}`)
    .join(', ');
}

/** A change of a rate: direction, difference, interval, test, and what could have been seen. */
export function rateText(change: RateChange): string {
  const { direction, reason, difference, interval, test, smallestEffectE4 } = change;
  const bounds = interval === null ? '' : ` (95 % interval ${intervalText(interval, true)})`;
  const moved = difference === null ? [] : [`${signedDecimal(difference)}${bounds}`];
  const seen = smallestEffectE4 === null ? null : `about ${fromE4(smallestEffectE4, false)}`;
  return sentence(direction, reason, moved, test, seen);
}

/** A change of CPAO. */
export function costText(change: CostChange): string {
  const { direction, reason, difference, relative, interval, test, smallestEffect } = change;
  const share = relative === null ? '' : ` (${percent(relative)})`;
  const bounds = interval === null ? '' : `, 95 % interval ${signedUsd(interval.low)} to ${signedUsd(interval.high)}`;
  const moved = difference === null ? [] : [`${signedUsd(difference)}${share}${bounds}`];
  return sentence(
    direction,
    reason,
    moved,
    test,
    smallestEffect === null ? null : `about ${formatUsd(smallestEffect)}`,
  );
}

function sentence(
  direction: RateChange['direction'],
  reason: RateChange['reason'],
  moved: readonly string[],
  test: PairedTest | null,
  seen: string | null,
): string {
  const limit = direction !== 'no_detectable_change' ? [] : [limitText(seen)];
  const why = reason === null ? '' : `: ${CHANGE_REASONS[reason]}`;
  return [`${DIRECTIONS[direction].words}${why}`, ...moved, ...(test === null ? [] : [testText(test)]), ...limit].join(
    '; ',
  );
}

function limitText(seen: string | null): string {
  return seen === null
    ? 'with so few tasks no change would be seen reliably'
    : `a change of ${seen} would have been seen`;
}

const TESTS: Readonly<Record<PairedTest['name'], string>> = {
  mcnemar: 'McNemar',
  sign_flip: 'sign-flip',
  sign_flip_sampled: 'sign-flip by draws',
};

function testText({ name, pE6, levelE6, tasks, dropped }: PairedTest): string {
  const level = levelE6 === 50_000 ? '' : ` against ${decimal({ num: levelE6, den: 1_000_000 }, 4)}`;
  const without = dropped === 0 ? '' : `, ${plural(dropped, 'task')} not graded on both sides`;
  const p = pE6 < 1000 ? 'p < 0.001' : `p ${decimal({ num: pE6, den: 1_000_000 })}`;
  return `${TESTS[name]} ${p}${level} over ${plural(tasks, 'task')}${without}`;
}

/** `+$0.0123`, `-$0.0100`, `$0.0000` for exactly nothing. */
function signedUsd(nanoUsd: number): string {
  if (nanoUsd === 0) return '$0.0000';
  return `${nanoUsd < 0 ? '-' : '+'}${formatUsd(Math.abs(nanoUsd))}`;
}

function percent({ num, den }: { readonly num: number; readonly den: number }): string {
  const tenths = divideHalfEven(BigInt(num) * 1000n, BigInt(den));
  const size = tenths < 0n ? -tenths : tenths;
  return `${num < 0 ? '-' : '+'}${size / 10n}.${size % 10n} %`;
}

/** How many tasks went which way. */
export function transitionCounts({ transitions }: RowComparison): string {
  return ORDER.map((one) => `${count(transitions[one])} ${TRANSITIONS[one]}`).join(', ');
}

const ORDER = ['newly_broken', 'fixed', 'not_comparable', 'still_failing', 'still_passing'] as const;

/** `newly broken: pair-3.malign 3/5 → 1/5`, for the tasks that did not stay as they were. */
export function taskLines({ tasks }: RowComparison, safe: Escape, max: number): string[] {
  const moved = (tasks ?? []).filter(({ transition }) => !transition.startsWith('still'));
  const sorted = [...moved].sort(
    (one, other) => ORDER.indexOf(one.transition) - ORDER.indexOf(other.transition) || one.place - other.place,
  );
  const lines = sorted.slice(0, max).map((task) => taskText(task, safe));
  const left = sorted.length - lines.length;
  return left > 0 ? [...lines, `and ${plural(left, 'more task', 'more tasks')}`] : lines;
}

function taskText({ transition, task, place, from, to }: TaskTransition, safe: Escape): string {
  const name = task === null ? `task ${place + 1} of the suite` : safe(task, 80);
  return `${TRANSITIONS[transition]}: ${name} ${attempts(from)} → ${attempts(to)}`;
}

function attempts({ accepted, graded, ungraded }: TaskTransition['from']): string {
  return `${accepted}/${graded}${ungraded === 0 ? '' : ` (${ungraded} ungraded)`}`;
}

/** Every confounder with its two values. */
export function confounderLines({ confounders }: RowComparison, safe: Escape): string[] {
  return confounders.map((one) => `${CONFOUNDERS[one.axis]}: ${valuesText(one, safe)}`);
}

function valuesText({ axis, certain, from, to }: Confounder, safe: Escape): string {
  const value = (text: string | null) =>
    text === null
      ? certain
        ? 'none'
        : 'not said'
      : safe(/^(?:sha256|receipt):/.test(text) ? shortDigest(text) : text, 80);
  if (axis === 'placeholder_rates') return 'the costs are no real money';
  return `${value(from)} → ${value(to)}${certain ? '' : ', so it may differ'}`;
}

/** What the groups of a comparison differ in, in words. */
export function axesText({ axes }: RowComparison): string {
  return axes.length === 0 ? 'the same group' : axes.map((axis) => AXES[axis]).join(', ');
}

/** What was compared: the suite and the work. */
export function suiteText({ suite, suiteKey, attempts: each, tasks }: SuiteComparison, safe: Escape): string {
  return `${safe(suite.id, 80)}, ${plural(tasks, 'task')}, ${plural(each, 'attempt')} each, suite key ${safe(shortDigest(suiteKey))}`;
}
