import { describe, expect, it } from 'vitest';
import type { RowTask } from '../../../records/row-parts.ts';
import { type RunTasks, stateOf, type TaskState, taskStrips } from '../../../render/dashboard/tasks.ts';
import { suiteRecord } from '../../helpers/rows.ts';

const task = (accepted: number, rejected: number, ungraded: number): RowTask => ({
  n: accepted + rejected + ungraded,
  accepted,
  rejected,
  ungraded,
  nanoUsd: null,
  withheld: null,
});

describe('stateOf()', () => {
  it.each<[number, number, number, TaskState]>([
    [0, 0, 0, 'none'],
    [1, 0, 0, 'accepted'],
    [3, 0, 0, 'accepted'],
    [0, 1, 0, 'rejected'],
    [0, 0, 1, 'ungraded'],
    [0, 0, 3, 'ungraded'],
    [2, 1, 0, 'mixed'],
    [2, 0, 1, 'mixed'],
    [0, 2, 1, 'mixed'],
    [1, 1, 1, 'mixed'],
  ])('of %i accepted, %i rejected, %i ungraded is %s', (accepted, rejected, ungraded, state) => {
    expect(stateOf(task(accepted, rejected, ungraded))).toBe(state);
  });
});

describe('taskStrips()', () => {
  const suite = suiteRecord(2);
  const run = (seq: number, tasks: readonly RowTask[], suiteDigest: string = suite.digest): RunTasks => ({
    seq,
    startedAt: '2026-03-01T10:00:00.000Z',
    suiteDigest,
    tasks,
  });

  it('names tasks by the record of the suite, and says which of them moved', () => {
    const strips = taskStrips([run(0, [task(1, 0, 0), task(0, 1, 0)]), run(1, [task(1, 0, 0), task(1, 0, 0)])], suite);
    expect(strips.map(({ name, moved }) => [name, moved])).toEqual([
      ['pair-0.malign', false],
      ['pair-0.benign', true],
    ]);
    expect(strips[1]?.cells).toEqual([
      { state: 'rejected', text: '0/1' },
      { state: 'accepted', text: '1/1' },
    ]);
  });

  it('numbers the tasks of a suite that the ledger has no record of, or of another size', () => {
    const runs = [run(0, [task(1, 0, 0), task(1, 0, 0), task(1, 0, 0)])];
    expect(taskStrips(runs, null).map(({ name }) => name)).toEqual(['task 1', 'task 2', 'task 3']);
    expect(taskStrips(runs, suite).map(({ name }) => name)).toEqual(['task 1', 'task 2', 'task 3']);
  });

  it('shows nothing of runs whose tasks are others: places mean other tasks there', () => {
    const runs = [run(0, [task(0, 1, 0), task(0, 1, 0)], 'sha256:other'), run(1, [task(1, 0, 0), task(1, 0, 0)])];
    expect(taskStrips(runs, suite).map(({ cells, moved }) => [cells[0]?.state, moved])).toEqual([
      ['none', false],
      ['none', false],
    ]);
  });

  it('is empty without runs', () => {
    expect(taskStrips([], suite)).toEqual([]);
  });
});
