import { describe, expect, it } from 'vitest';
import type { DelegateObservation } from '../../records/observation.ts';
import { delegateLives } from '../../scorers/delegates.ts';

function seen(
  line: number,
  phase: 'started' | 'returned',
  rest: Partial<DelegateObservation> = {},
): DelegateObservation {
  const nothing = { prompt: null, result: null, model: null, at: null };
  const ref = { file: 'stdout.raw', line };
  return { kind: 'delegate', ref, thread: 'root', phase, delegate: 'a', ...nothing, ...rest };
}

describe('delegateLives', () => {
  it('puts a start and a return together', () => {
    const lives = delegateLives([
      seen(3, 'started', { at: 'T1', model: 'm' }),
      seen(9, 'returned', { result: 'done', at: 'T2' }),
    ]);
    expect(lives).toEqual([
      {
        delegate: 'a',
        parent: 'root',
        started: { file: 'stdout.raw', line: 3 },
        startedAt: 'T1',
        returned: { file: 'stdout.raw', line: 9 },
        returnedAt: 'T2',
        model: 'm',
        result: 'done',
      },
    ]);
  });

  it('leaves open what was not seen', () => {
    expect(delegateLives([seen(3, 'started')])[0]).toMatchObject({ returned: null, returnedAt: null, result: null });
    expect(delegateLives([seen(3, 'returned')])[0]).toMatchObject({ started: null, parent: null, startedAt: null });
    expect(delegateLives([])).toEqual([]);
  });

  it('ends a life at the first return, and keeps what was returned last', () => {
    const lives = delegateLives([
      seen(1, 'started'),
      seen(2, 'returned', { result: 'first' }),
      seen(3, 'returned', { result: 'second' }),
      seen(4, 'returned'),
    ]);
    expect(lives[0]).toMatchObject({ returned: { line: 2 }, result: 'second' });
  });

  it('starts once, and keeps the order of first lines', () => {
    const lives = delegateLives([
      seen(1, 'started', { delegate: 'b' }),
      seen(2, 'started', { delegate: 'a' }),
      seen(3, 'started', { delegate: 'b', model: 'late' }),
    ]);
    expect(lives.map(({ delegate, started, model }) => [delegate, started?.line, model])).toEqual([
      ['b', 1, 'late'],
      ['a', 2, null],
    ]);
  });
});
