import { describe, expect, it } from 'vitest';
import { digestOf } from '../../records/digest.ts';
import { executionsOf } from '../../scorers/executions.ts';
import { caseOf, evidenceOf, resultOf, runOf, suiteOf } from './group.ts';

const one = caseOf(1, 'malign');
const planned = runOf(suiteOf(1)).plan.trials;
const first = resultOf(one, 'interrupted');
const second = resultOf(one, 'right', { execution: 2 });

describe('executionsOf', () => {
  it('lets the execution decide that was not interrupted, and keeps the others', () => {
    const [trial] = executionsOf(planned, [second, first], evidenceOf([first, second])).trials;
    expect(trial).toMatchObject({ executions: 2, lost: 0, results: [first, second], deciding: second });
  });

  it('keeps the order of the plan, and trials without a result', () => {
    const found = executionsOf(planned, [], []);
    expect(found.trials.map((trial) => [trial.planned.trialId, trial.deciding, trial.executions])).toEqual(
      planned.map((trial) => [trial.trialId, null, 0]),
    );
    expect(found.foreign).toEqual([]);
  });

  it('counts an execution that left no result: by the gap, and by its evidence index', () => {
    expect(executionsOf(planned, [second], []).trials[0]).toMatchObject({ executions: 2, lost: 1, deciding: null });
    expect(executionsOf(planned, [first], evidenceOf([first, second])).trials[0]).toMatchObject({
      executions: 2,
      lost: 1,
      deciding: null,
    });
  });

  it('lets no second try replace a finished execution', () => {
    const wrong = resultOf(one, 'wrong');
    const [retried] = executionsOf(planned, [second, wrong], evidenceOf([wrong, second])).trials;
    expect(retried).toMatchObject({ executions: 2, lost: 0, deciding: wrong });
    const worse = resultOf(one, 'wrong', { execution: 2 });
    const [repeated] = executionsOf(planned, [resultOf(one, 'right'), worse], []).trials;
    expect(repeated?.deciding).toEqual(worse);
  });

  it('leaves out results of another task and of no planned trial', () => {
    const other = resultOf(one, 'right', { taskDigest: digestOf('another') });
    const stray = resultOf(one, 'right', { trialId: 'stray' });
    const found = executionsOf(planned, [stray, other], []);
    expect(found.foreign).toEqual([other.trialId, 'stray'].sort());
    expect(found.trials[0]).toMatchObject({ deciding: null, executions: 1, lost: 1 });
  });

  it('of two results for one execution takes the less favourable, in either order', () => {
    const wrong = resultOf(one, 'wrong');
    const right = resultOf(one, 'right');
    for (const results of [
      [wrong, right],
      [right, wrong],
    ]) {
      expect(executionsOf(planned, results, []).trials[0]?.deciding).toEqual(wrong);
    }
  });
});
