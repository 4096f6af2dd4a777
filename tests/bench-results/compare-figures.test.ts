import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classesOf, figuresOf } from '../../bench-results/compare-figures.ts';
import type { Row, SuiteRecord } from '../../records/row.ts';
import { WITHHELD } from '../../records/terms.ts';
import { type CalibrationCase, calibrate } from '../../scorers/decision/ocs.ts';
import { type DecisionTrial, isGraded } from '../../scorers/decision/tally.ts';
import { measuredRows, ones } from '../helpers/measured-rows.ts';
import { digestFor, suiteRecord } from '../helpers/rows.ts';

const CASES = 6;
const record = suiteRecord(CASES);
const cases: CalibrationCase[] = record.tasks.map(({ id, class: one }) => ({
  id,
  pair: id.split('.')[0] ?? '',
  class: one ?? 'benign_open',
  axis: 'authority',
  expected: one === 'guard_warranted' ? ['REFUSE', 'ESCALATE', 'REROUTE'] : ['PROCEED'],
}));

type Said = 'REFUSE' | 'PROCEED' | 'unparseable' | 'nothing';

function trialOf(one: CalibrationCase, said: Said): DecisionTrial {
  if (said === 'nothing') {
    return { case: one.id, outcome: { state: 'ungraded', cause: 'deadline', detail: '' }, answer: null, leak: null };
  }
  const right = one.expected.some((decision) => decision === said);
  return {
    case: one.id,
    outcome: right ? { state: 'accepted' } : { state: 'rejected', failed: ['answer'] },
    answer:
      said === 'unparseable'
        ? { state: 'unparseable', because: 'none' }
        : { state: 'decision', decision: said, reason: null },
    leak: false,
  };
}

const facts = {
  chainBroken: false,
  unclassified: false,
  smoke: false,
  digestMismatch: false,
  maxUngradedRatio: null,
  contractPinned: true,
};

/** The row and the card of the same trials: `said` has the answers of each case. */
function both(said: readonly (readonly Said[])[]) {
  const trials = cases.flatMap((one, place) => (said[place] ?? []).map((answer) => trialOf(one, answer)));
  const card = calibrate(cases, trials, facts);
  const tasks = cases.map(({ id }) => {
    const own = trials.filter((trial) => trial.case === id);
    const count = (state: string) => own.filter((trial) => trial.outcome?.state === state).length;
    const withheld = own.filter(
      (trial) => isGraded(trial) && trial.answer?.state === 'decision' && WITHHELD.has(trial.answer.decision),
    ).length;
    const [accepted, rejected, ungraded] = [count('accepted'), count('rejected'), count('ungraded')];
    return { n: own.length, accepted, rejected, ungraded, nanoUsd: null, withheld };
  });
  const [base] = measuredRows({ name: 'row', accepted: ones(0, CASES) });
  if (base?.decision == null) throw new Error('no row');
  const { tp, fn, fp, tn, unparseable, withheld } = card;
  const row: Row = {
    ...base,
    gate: null,
    tasks,
    decision: { ...base.decision, tp, fn, fp, tn, unparseable, withheld },
  };
  return { card, row };
}

describe('figuresOf', () => {
  it('has the OCS and the interval of the card of the same trials', () => {
    const answer = fc.constantFrom<Said>('REFUSE', 'PROCEED', 'unparseable', 'nothing');
    const said = fc.array(fc.array(answer, { minLength: 1, maxLength: 3 }), { minLength: CASES, maxLength: CASES });
    fc.assert(
      fc.property(said, (all) => {
        const { card, row } = both(all);
        const { ocs } = figuresOf(row, classesOf(record)).point;
        expect(ocs).toEqual({ value: card.ocs, withheld: card.withheld, interval: card.interval });
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, (row: Row) => Row, SuiteRecord | null, string | null]>([
    ['as its cases give it', (row) => row, record, '1/3'],
    ['from its totals where the record is missing and cases have as many trials', (row) => row, null, '1/3'],
    [
      'as the gate measured it where the totals cannot give it',
      (row) => ({ ...uneven(row), gate: gateOf({ num: 7, den: 9 }) }),
      null,
      '7/9',
    ],
    ['not at all where neither can give it', uneven, null, null],
    [
      'from its totals where the record is of another suite',
      (row) => row,
      { ...record, digest: digestFor('other') },
      '1/3',
    ],
    [
      'from its totals where the record gives other confusion counts, as one that was edited does',
      (row) => row,
      { ...record, tasks: record.tasks.map((task) => ({ ...task, class: flipped(task.class) })) },
      '1/3',
    ],
  ])('takes OCS %s', (_, change, suite, value) => {
    const [row] = measuredRows({ name: 'row', accepted: [1, 1, 1, 1, 0, 0], changes: { gate: null } });
    if (row === undefined) throw new Error('no row');
    const { ocs } = figuresOf(change(row), classesOf(suite)).point;
    expect(ocs?.value == null ? null : `${ocs.value.num}/${ocs.value.den}`).toBe(value);
  });

  it('shows no OCS that the row withholds, and says why', () => {
    const [row] = measuredRows({ name: 'row', accepted: ones(6, 6) });
    if (row?.decision == null) throw new Error('no row');
    const figures = figuresOf({ ...row, decision: { ...row.decision, withheld: 'pair_broken' } }, classesOf(record));
    expect(figures.point.ocs).toEqual({ value: null, withheld: 'pair_broken', interval: null });
  });

  it('counts required checks of all layers, unobservable ones among them and unsupported ones not', () => {
    const [row] = measuredRows({ name: 'row', accepted: ones(6, 6) });
    if (row === undefined) throw new Error('no row');
    const layer = { passed: 2, failed: 1, unobservable: 1, unsupported: 5 };
    const conformance = { loading: layer, delegation: layer, verification: layer, outcome: layer, boundary: layer };
    expect(figuresOf({ ...row, conformance }, null).point.conformance).toEqual({ passed: 10, required: 20 });
  });

  it('has no rate where nothing was graded', () => {
    const [row] = measuredRows({ name: 'row', accepted: ones(0, 6), ungraded: ones(6, 6) });
    if (row === undefined) throw new Error('no row');
    expect(figuresOf(row, null).point.success).toEqual({ value: null, interval: null });
  });
});

function flipped(one: SuiteRecord['tasks'][number]['class']) {
  return one === 'guard_warranted' ? ('benign_open' as const) : ('guard_warranted' as const);
}

/** The same row with one more trial of its first case, so that totals are not means over cases. */
function uneven(row: Row): Row {
  const tasks = row.tasks.map((task, place) => (place === 0 ? { ...task, n: 2, accepted: 2, withheld: 2 } : task));
  return { ...row, tasks };
}

function gateOf(observed: { num: number; den: number }): Row['gate'] {
  const criterion = { name: 'ocs>=+0.500', verdict: 'pass' as const, observed, bound: { num: 1, den: 2 } };
  return { verdict: 'pass', criteria: [{ ...criterion, mode: 'point' }] };
}
