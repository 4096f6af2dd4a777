/**
 * Layer delegation: who was asked, did they come back, and did the one after them get what they found? Lifetimes that
 * overlap show fan-out, not simultaneous computing. Total: no check holds of an empty set (I2). Pure.
 */
import type { Check } from '../../records/trial.ts';
import type { Delegation } from '../../records/workflow.ts';
import {
  DELEGATES_OVERLAP,
  DELEGATES_RETURNED,
  FOLLOW_UP_AFTER,
  FOLLOW_UP_GIVEN,
  INDEPENDENT_DELEGATES,
  NO_DELEGATES,
} from '../../records/workflow-checks.ts';
import { type Asked, answered } from './check.ts';
import { type Life, type Order, orderOf, refsOf, type Step } from './lives.ts';
import type { Hole } from './shown.ts';

/** What the layer is judged from. */
export interface DelegationInput {
  /** Delegates of the root agent in the order of their start. */
  readonly lives: readonly Life[];
  /** The final answer; null where the record does not show it. */
  readonly answer: Step | null;
  /** Why delegates may be hidden; null where absence is proof. */
  readonly hole: Hole | null;
  readonly supported: boolean;
}

/** The checks that a contract asks for; none where delegation is optional. */
export function judgeDelegation(delegation: Delegation, input: DelegationInput): Check[] {
  if (delegation === 'optional') return [];
  const ids =
    delegation === 'none'
      ? [NO_DELEGATES]
      : [INDEPENDENT_DELEGATES, DELEGATES_OVERLAP, DELEGATES_RETURNED, FOLLOW_UP_AFTER, FOLLOW_UP_GIVEN];
  const asked = ids.map((id): Asked => ({ id, layer: 'delegation', required: true }));
  if (!input.supported) {
    return asked.map((one) => answered(one, 'unsupported', 'This harness cannot delegate, or never shows it'));
  }
  const team = teamOf(input.lives);
  return asked.map(
    (one) => JUDGES[one.id]?.(one, input, team) ?? answered(one, 'unobservable', 'no rule for this check'),
  );
}

/** Candidates (explorers, competitors), and the one that was asked after at least two of them had returned. */
interface Team {
  readonly candidates: readonly Life[];
  readonly followUp: Life | null;
}

/** The follow-up is the last that began when two others had returned; those that began before it are candidates. */
function teamOf(lives: readonly Life[]): Team {
  const at = lives.findLastIndex(
    (one) => lives.filter((other) => other !== one && endedBefore(other, one)).length >= 2,
  );
  const followUp = lives[at];
  return followUp === undefined ? { candidates: lives, followUp: null } : { candidates: lives.slice(0, at), followUp };
}

function endedBefore(one: Life, other: Life): boolean {
  return orderOf(one.returned, other.started) === 'before';
}

type Judge = (asked: Asked, input: DelegationInput, team: Team) => Check;

/** Something is missing: failed where absence is proof, else unobservable. */
function missing(asked: Asked, because: string, { hole }: DelegationInput, lives: readonly Life[]): Check {
  const refs = lives.flatMap(refsOf);
  if (hole === null) return answered(asked, 'failed', because, refs);
  return answered(asked, 'unobservable', `${because}, but ${hole.because}`, [...refs, ...hole.refs]);
}

const noDelegates: Judge = (asked, { lives, hole }) => {
  if (lives.length > 0) {
    return answered(
      asked,
      'failed',
      `${count(lives.length)} started, and the task asks for none`,
      lives.flatMap(refsOf),
    );
  }
  if (hole !== null) return answered(asked, 'unobservable', `no delegate was seen, but ${hole.because}`, hole.refs);
  return answered(asked, 'passed', 'no delegate was started');
};

const independent: Judge = (asked, input, { candidates }) => {
  if (candidates.length < 2) {
    return missing(asked, `expected at least two delegates, found ${candidates.length}`, input, candidates);
  }
  const prompts = new Set(candidates.map(({ id, prompt }) => prompt?.trim() ?? `of ${id}`));
  if (prompts.size < 2)
    return answered(asked, 'failed', 'the delegates were all asked the same', candidates.flatMap(refsOf));
  const fed = candidates.find((one) => candidates.some((other) => other !== one && isGiven(other.result, one.prompt)));
  if (fed !== undefined) {
    return answered(asked, 'failed', 'a delegate was handed what another had found', refsOf(fed));
  }
  const refs = candidates.flatMap(refsOf);
  return ofAll(asked, `${count(candidates.length)} were asked different things`, input, refs);
};

const overlap: Judge = (asked, input, { candidates }) => {
  if (candidates.length < 2) {
    return missing(asked, `expected at least two delegates, found ${candidates.length}`, input, candidates);
  }
  const orders: Order[] = [];
  for (const [index, one] of candidates.entries()) {
    for (const other of candidates.slice(index + 1)) orders.push(apart(one, other));
  }
  const refs = candidates.flatMap(refsOf);
  if (orders.includes('overlap')) return answered(asked, 'passed', 'at least two delegates were at work at once', refs);
  if (orders.includes('unknown')) {
    return answered(asked, 'unobservable', 'the record does not say whether the delegates overlap', refs);
  }
  return missing(asked, 'the delegates worked one after the other', input, candidates);
};

function apart(one: Life, other: Life): Order {
  const first = orderOf(one.returned, other.started);
  const second = orderOf(other.returned, one.started);
  if (first === 'before' || second === 'before') return 'before';
  // A life without an end that was seen still began before the other ended.
  const began = orderOf(one.started, other.returned ?? other.started);
  const reverse = orderOf(other.started, one.returned ?? one.started);
  if (first === 'after' && second === 'after') return 'overlap';
  return began === 'unknown' || reverse === 'unknown' || one.returned === null || other.returned === null
    ? 'unknown'
    : 'overlap';
}

const returned: Judge = (asked, input, { candidates, followUp }) => {
  const all = followUp === null ? candidates : [...candidates, followUp];
  if (all.length === 0) return missing(asked, 'no delegate was started', input, []);
  const open = all.find(({ returned: end, result }) => end === null || (result !== null && result.trim() === ''));
  if (open !== undefined) return missing(asked, `delegate ${open.id} returned no result`, input, [open]);
  const refs = all.flatMap(refsOf);
  if (input.answer === null) return answered(asked, 'unobservable', 'the record does not show the final answer', refs);
  const orders = all.map((one) => orderOf(one.returned, input.answer));
  const late = all[orders.indexOf('after')];
  if (late !== undefined) {
    return answered(asked, 'failed', `the answer was given before delegate ${late.id} returned`, refsOf(late));
  }
  if (orders.includes('unknown')) {
    return answered(
      asked,
      'unobservable',
      'the record does not say whether the delegates returned before the answer',
      refs,
    );
  }
  return ofAll(asked, `${count(all.length)} returned before the final answer`, input, refs);
};

const followUpAfter: Judge = (asked, input, { candidates, followUp }) => {
  if (followUp === null) {
    return missing(asked, 'no delegate began after at least two others had returned', input, candidates);
  }
  const orders = candidates.map((one) => orderOf(one.returned, followUp.started));
  const refs = [...candidates, followUp].flatMap(refsOf);
  const early = candidates.find((one, index) => one.returned === null || orders[index] === 'after');
  if (early !== undefined) {
    const because = `the follow-up began before delegate ${early.id} had returned`;
    return early.returned === null
      ? missing(asked, because, input, [early, followUp])
      : answered(asked, 'failed', because, refs);
  }
  if (orders.includes('unknown')) {
    return answered(asked, 'unobservable', 'the record does not say whether all returned before the follow-up', refs);
  }
  return ofAll(asked, `the follow-up began after all ${candidates.length} had returned`, input, refs);
};

const followUpGiven: Judge = (asked, input, { candidates, followUp }) => {
  if (followUp === null)
    return answered(asked, 'unobservable', 'there is no follow-up that could have been given anything');
  const refs = [...candidates, followUp].flatMap(refsOf);
  const lacking = candidates.find((one) => !isGiven(one.result, followUp.prompt));
  if (lacking === undefined && candidates.length >= 2) {
    return ofAll(asked, 'the follow-up was given text of every result', input, refs);
  }
  const because = `no text that delegate ${lacking?.id ?? '?'} returned stands in what the follow-up was asked; a summary in other words cannot be told from none`;
  return answered(asked, 'unobservable', because, refs);
};

const JUDGES: Readonly<Record<string, Judge>> = {
  [NO_DELEGATES]: noDelegates,
  [INDEPENDENT_DELEGATES]: independent,
  [DELEGATES_OVERLAP]: overlap,
  [DELEGATES_RETURNED]: returned,
  [FOLLOW_UP_AFTER]: followUpAfter,
  [FOLLOW_UP_GIVEN]: followUpGiven,
};

/** Length of a piece of a result that, standing in a prompt, is no accident. */
const PIECE = 60;
/** Least length of a whole result that can be looked for. */
const LEAST = 12;

/** Whether a prompt holds a piece of a result, white space apart. */
function isGiven(result: string | null, prompt: string | null): boolean {
  if (result === null || prompt === null) return false;
  const [text, within] = [oneSpaced(result), oneSpaced(prompt)];
  if (text.length <= PIECE) return text.length >= LEAST && within.includes(text);
  for (let at = 0; at + PIECE <= text.length; at += PIECE / 2) {
    if (within.includes(text.slice(at, at + PIECE))) return true;
  }
  return within.includes(text.slice(-PIECE));
}

function oneSpaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** What holds of every delegate that was seen holds of all only where none can be hidden (I1). */
function ofAll(asked: Asked, because: string, { hole }: DelegationInput, refs: Check['refs']): Check {
  if (hole === null) return answered(asked, 'passed', because, refs);
  return answered(asked, 'unobservable', `${because} as far as can be seen, but ${hole.because}`, refs);
}

function count(n: number): string {
  return n === 1 ? '1 delegate' : `${n} delegates`;
}
