import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cause, CheckStatus } from '../../records/terms.ts';
import type { Check } from '../../records/trial.ts';
import { decideOutcome, INTEGRITY_CHECK } from '../../scorers/outcome.ts';

function check(status: Check['status'], required = true, id: string = status): Check {
  return { id, layer: 'outcome', status, required, because: `it is ${status}`, refs: [] };
}

const P = check('passed');
const F = check('failed');
const O = check('unobservable');
const S = check('unsupported');

describe('decideOutcome', () => {
  it.each([
    ['all passed', [P, P], 'accepted'],
    ['one failed among passed', [P, F, P], 'rejected'],
    ['failed outranks unobservable', [O, F], 'rejected'],
    ['one unobservable', [P, O], 'incomplete'],
    ['unsupported stands outside', [P, S], 'accepted'],
    ['only unsupported', [S], 'incomplete'],
    ['nothing', [], 'incomplete'],
    ['only optional checks', [check('passed', false)], 'incomplete'],
    ['an optional failure', [P, check('failed', false)], 'accepted'],
    ['an optional unobservable', [P, check('unobservable', false)], 'accepted'],
  ])('%s', (_, checks, expected) => {
    const outcome = decideOutcome(checks, null);
    expect(outcome.state === 'ungraded' ? outcome.cause : outcome.state).toBe(expected);
  });

  it('names the checks that failed, and those that could not be judged', () => {
    expect(decideOutcome([check('failed', true, 'one'), P, check('failed', true, 'two')], null)).toEqual({
      state: 'rejected',
      failed: ['one', 'two'],
    });
    expect(decideOutcome([O, P], null)).toEqual({
      state: 'ungraded',
      cause: 'incomplete',
      detail: 'unobservable: it is unobservable',
    });
  });

  it.each(Cause.options.filter((cause) => cause !== 'integrity'))('blocked by %s outranks every check', (cause) => {
    for (const checks of [[], [P], [F], [O, S]]) {
      expect(decideOutcome(checks, { cause, detail: 'why' })).toEqual({ state: 'ungraded', cause, detail: 'why' });
    }
  });

  it('a proven cheat is rejected, not blocked', () => {
    const blocked = { cause: 'integrity', detail: 'the answers were read' } as const;
    expect(decideOutcome([P], blocked)).toEqual({ state: 'rejected', failed: [INTEGRITY_CHECK] });
    expect(decideOutcome([F], blocked)).toEqual({ state: 'rejected', failed: [INTEGRITY_CHECK, 'failed'] });
  });

  const checks = fc.array(
    fc
      .record({ status: fc.constantFrom(...CheckStatus.options), required: fc.boolean() })
      .map(({ status, required }) => check(status, required)),
  );

  it('is total, and accepts only when a required check passed and none is open or failed', () => {
    fc.assert(
      fc.property(checks, (all) => {
        const required = all.filter((one) => one.required && one.status !== 'unsupported');
        const accepted = required.length > 0 && required.every((one) => one.status === 'passed');
        expect(decideOutcome(all, null).state === 'accepted').toBe(accepted);
      }),
    );
  });

  it('I1: making a check unobservable never accepts', () => {
    fc.assert(
      fc.property(checks, fc.nat(), (all, at) => {
        const less = all.map((one, place) => (place === at % all.length ? check('unobservable', one.required) : one));
        if (decideOutcome(all, null).state !== 'accepted' && all.some((one) => one.required)) {
          const before = all[at % all.length];
          if (before?.required === true) expect(decideOutcome(less, null).state).not.toBe('accepted');
        }
      }),
    );
  });
});
