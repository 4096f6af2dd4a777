import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../records/observation.ts';
import type { Delegation } from '../../../records/workflow.ts';
import { judgeDelegation } from '../../../scorers/workflow/delegation.ts';
import { livesOf, orderOf } from '../../../scorers/workflow/lives.ts';
import { holeIn } from '../../../scorers/workflow/shown.ts';
import { lost, message, returned, started, traceOf } from './evidence.ts';

interface Rest {
  readonly problems?: Parameters<typeof traceOf>[1];
  readonly blocked?: string;
  readonly supported?: boolean;
}

function judged(delegation: Delegation, observations: readonly Observation[], rest: Rest = {}) {
  const trace = traceOf(observations, rest.problems ?? []);
  const hidden = trace.problems.some(({ affects }) => affects.includes('messages'));
  const said = hidden ? undefined : observations.filter((one) => one.kind === 'message').at(-1);
  return judgeDelegation(delegation, {
    lives: livesOf(observations),
    answer: said === undefined || said.kind !== 'message' ? null : { ref: said.ref, at: said.at },
    hole: holeIn(trace, ['delegation'], rest.blocked ?? null, []),
    supported: rest.supported ?? true,
  });
}

const statuses = (...given: Parameters<typeof judged>) =>
  Object.fromEntries(judged(...given).map(({ id, status }) => [id, status]));

const FOUND_A =
  'The lease ends 5000 ms after the notice was put on the queue, whatever the wait was: see src/lease.mjs.';
const FOUND_B = 'Both workers send because neither asks again whether its lease still holds when the mail is ready.';
const JUDGE = `Judge these: ${FOUND_A}\n---\n${FOUND_B}`;

/** Two explorers at once, then one that is given both results, then the answer. */
const FAITHFUL = () => [
  started('a', 'look at the lease'),
  started('b', 'look at the workers'),
  returned('a', FOUND_A),
  returned('b', FOUND_B),
  started('c', JUDGE),
  returned('c', 'It is the lease.'),
  message('It is the lease.'),
];

const ALL = {
  independent_delegates: 'passed',
  delegates_overlap: 'passed',
  delegates_returned: 'passed',
  follow_up_after: 'passed',
  follow_up_given: 'passed',
};

describe('judgeDelegation, explore and arena', () => {
  it.each(['explore', 'arena'] as const)('%s passes a faithful team', (delegation) => {
    expect(statuses(delegation, FAITHFUL())).toEqual(ALL);
  });

  it.each<[string, () => Observation[], Partial<Record<keyof typeof ALL, string>>]>([
    [
      'nobody',
      () => [message('done')],
      {
        independent_delegates: 'failed',
        delegates_overlap: 'failed',
        delegates_returned: 'failed',
        follow_up_after: 'failed',
        follow_up_given: 'unobservable',
      },
    ],
    [
      'a lone delegate that explains',
      () => [started('a', 'explain it'), returned('a', FOUND_A), message('x')],
      {
        independent_delegates: 'failed',
        delegates_overlap: 'failed',
        follow_up_after: 'failed',
        follow_up_given: 'unobservable',
      },
    ],
    [
      'one explorer and an explainer',
      () => [started('a', 'look'), returned('a', FOUND_A), started('c', JUDGE), returned('c', 'x'), message('x')],
      {
        independent_delegates: 'failed',
        follow_up_after: 'failed',
        follow_up_given: 'unobservable',
        delegates_overlap: 'failed',
      },
    ],
    [
      'one after the other',
      () => [
        started('a', 'look'),
        returned('a', FOUND_A),
        started('b', 'look too'),
        returned('b', FOUND_B),
        started('c', JUDGE),
        returned('c', 'x'),
        message('x'),
      ],
      { delegates_overlap: 'failed' },
    ],
    [
      'all asked the same',
      () => [
        started('a', 'look'),
        started('b', 'look'),
        returned('a', FOUND_A),
        returned('b', FOUND_B),
        started('c', JUDGE),
        returned('c', 'x'),
        message('x'),
      ],
      { independent_delegates: 'failed' },
    ],
    [
      'a judge before the candidates return',
      () => [
        started('a', 'look'),
        started('b', 'look too'),
        started('c', 'judge what they find'),
        returned('a', FOUND_A),
        returned('b', FOUND_B),
        returned('c', 'x'),
        message('x'),
      ],
      { follow_up_after: 'failed', follow_up_given: 'unobservable' },
    ],
    [
      'a judge while a third is still out',
      () => [
        started('a', 'look'),
        started('b', 'look too'),
        started('d', 'look as well'),
        returned('a', FOUND_A),
        returned('b', FOUND_B),
        started('c', JUDGE),
        returned('d', 'late finding of the third explorer'),
        returned('c', 'x'),
        message('x'),
      ],
      { follow_up_after: 'failed', follow_up_given: 'unobservable' },
    ],
    [
      'a spawn without a return',
      () => [
        started('a', 'look'),
        started('b', 'look too'),
        started('d', 'never comes back'),
        returned('a', FOUND_A),
        returned('b', FOUND_B),
        started('c', JUDGE),
        returned('c', 'x'),
        message('x'),
      ],
      { delegates_returned: 'failed', follow_up_after: 'failed', follow_up_given: 'unobservable' },
    ],
    [
      'an answer before they return',
      () => [
        started('a', 'look'),
        started('b', 'look too'),
        message('It is the lease.'),
        returned('a', FOUND_A),
        returned('b', FOUND_B),
      ],
      { delegates_returned: 'failed', follow_up_after: 'failed', follow_up_given: 'unobservable' },
    ],
    [
      'an answer before the judge returns',
      () => [
        started('a', 'look'),
        started('b', 'look too'),
        returned('a', FOUND_A),
        returned('b', FOUND_B),
        started('c', JUDGE),
        message('It is the lease.'),
      ],
      { delegates_returned: 'failed' },
    ],
    [
      'a judge that is given a summary',
      () => [
        started('a', 'look'),
        started('b', 'look too'),
        returned('a', FOUND_A),
        returned('b', FOUND_B),
        started('c', 'They say it is the lease. Judge.'),
        returned('c', 'x'),
        message('x'),
      ],
      { follow_up_given: 'unobservable' },
    ],
    [
      'a judge that is given one of two',
      () => [
        started('a', 'look'),
        started('b', 'look too'),
        returned('a', FOUND_A),
        returned('b', FOUND_B),
        started('c', `Judge: ${FOUND_A}`),
        returned('c', 'x'),
        message('x'),
      ],
      { follow_up_given: 'unobservable' },
    ],
    [
      'empty results',
      () => [
        started('a', 'look'),
        started('b', 'look too'),
        returned('a', ''),
        returned('b', FOUND_B),
        started('c', JUDGE),
        returned('c', 'x'),
        message('x'),
      ],
      { delegates_returned: 'failed', follow_up_given: 'unobservable' },
    ],
    [
      'a candidate that was handed the other one',
      () => [
        started('a', 'look'),
        started('b', `improve on this: ${FOUND_A}`),
        returned('a', FOUND_A),
        returned('b', FOUND_B),
        started('c', JUDGE),
        returned('c', 'x'),
        message('x'),
      ],
      { independent_delegates: 'failed' },
    ],
    [
      'lines of several files without times',
      () => [
        started('a', 'look'),
        started('b', 'look too'),
        returned('a', FOUND_A, { ref: { file: 'native/a', line: 1 } }),
        returned('b', FOUND_B, { ref: { file: 'native/b', line: 1 } }),
        message('x'),
      ],
      {
        delegates_overlap: 'unobservable',
        delegates_returned: 'unobservable',
        follow_up_after: 'failed',
        follow_up_given: 'unobservable',
      },
    ],
  ])('%s', (_, observations, expected) => {
    expect(statuses('explore', observations())).toEqual({ ...ALL, ...expected });
  });

  it('goes by times where the record has them, whatever the lines', () => {
    const at = (second: number) => ({ at: `2026-01-01T00:00:0${second}.000Z` });
    const other = { ref: { file: 'native/log', line: 1 } };
    const team = [
      started('a', 'look', at(0)),
      started('b', 'look too', at(1)),
      returned('b', FOUND_B, { ...at(3), ...other }),
      returned('a', FOUND_A, { ...at(2), ...other }),
      started('c', JUDGE, at(4)),
      returned('c', 'x', { ...at(5), ...other }),
      message('x', at(6)),
    ];
    expect(statuses('explore', team)).toEqual(ALL);
  });

  it('leaves delegates of delegates to them', () => {
    const nested = [
      started('a', 'look at the lease'),
      started('b', 'look at the workers'),
      started('n', 'look deeper', { thread: 'a' }),
      returned('a', FOUND_A),
      returned('b', FOUND_B),
      started('c', JUDGE),
      returned('c', 'It is the lease.'),
      message('It is the lease.'),
    ];
    expect(statuses('explore', nested)).toEqual(ALL);
  });

  it.each<[string, Rest]>([
    ['a line of delegation is lost', { problems: [lost('delegation')] }],
    ['the trial was stopped', { blocked: 'deadline' }],
  ])('I2: absence proves nothing where %s', (_, rest) => {
    for (const status of Object.values(statuses('explore', [message('x')], rest))) expect(status).toBe('unobservable');
    // What was seen stands; what is said of all of them does not.
    const open = Object.fromEntries(Object.keys(ALL).map((id) => [id, 'unobservable']));
    expect(statuses('explore', FAITHFUL(), rest)).toEqual({ ...open, delegates_overlap: 'passed' });
  });

  it('is unsupported where the harness cannot delegate', () => {
    const all = Object.values(statuses('explore', [], { supported: false }));
    expect(new Set(all)).toEqual(new Set(['unsupported']));
    expect(all).toHaveLength(5);
  });
});

describe('judgeDelegation, none and optional', () => {
  it('asks nothing where it is optional', () => {
    expect(judged('optional', FAITHFUL())).toEqual([]);
  });

  it('fails any delegate of a task that asks for none', () => {
    expect(statuses('none', [message('x')])).toEqual({ no_delegates: 'passed' });
    expect(statuses('none', FAITHFUL())).toEqual({ no_delegates: 'failed' });
    expect(statuses('none', [], { problems: [lost('delegation')] })).toEqual({ no_delegates: 'unobservable' });
    expect(statuses('none', FAITHFUL(), { problems: [lost('delegation')] })).toEqual({ no_delegates: 'failed' });
  });
});

describe('properties', () => {
  const anyOne = fc.oneof(
    fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.option(fc.constantFrom('look', JUDGE), { nil: null }))
      .map(([id, prompt]) => started(id, prompt)),
    fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.option(fc.constantFrom(FOUND_A, FOUND_B, ''), { nil: null }))
      .map(([id, result]) => returned(id, result)),
    fc.constant(null).map(() => message('x')),
  );
  const anyTeam = fc.array(anyOne, { maxLength: 12 });

  it('is total, and nothing passes for no delegate (I2)', () => {
    fc.assert(
      fc.property(anyTeam, (team) => {
        const all = statuses('explore', team);
        expect(Object.keys(all)).toEqual(Object.keys(ALL));
        if (team.every(({ kind }) => kind !== 'delegate')) expect(Object.values(all)).not.toContain('passed');
      }),
    );
  });

  it('I1: a lost observation, told as a problem, never makes a check pass', () => {
    fc.assert(
      fc.property(anyTeam, fc.nat(), (team, pick) => {
        const whole = statuses('explore', team);
        const left = team.filter((_, at) => at !== pick % Math.max(1, team.length));
        const less = statuses('explore', left, { problems: [lost('delegation', 'messages')] });
        const order = { passed: 2, unobservable: 1, failed: 0, unsupported: 0 };
        for (const [id, status] of Object.entries(less)) {
          if (status === 'failed') continue;
          if (whole[id] === 'failed') expect(order[status]).toBeLessThan(2);
        }
      }),
    );
  });

  it('orderOf contradicts itself nowhere', () => {
    const step = fc.record({
      ref: fc.record({ file: fc.constantFrom('a', 'b'), line: fc.integer({ min: 1, max: 4 }) }),
      at: fc.option(fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', 'not a time'), {
        nil: null,
      }),
    });
    fc.assert(
      fc.property(step, step, (a, b) => {
        const back = { before: 'after', after: 'before', unknown: 'unknown' } as const;
        expect(orderOf(b, a)).toBe(back[orderOf(a, b)]);
      }),
    );
  });
});
