import { describe, expect, it } from 'vitest';
import {
  criteriaByConcern,
  entriesOf,
  notAccepted,
  notRunFacts,
  observedText,
  ocsFacts,
  outcomeText,
  overall,
  saidText,
} from '../../render/facts.ts';
import { costFacts, tally } from '../../render/facts-cost.ts';
import { nextStep, recordingFacts } from '../../render/facts-record.ts';
import { GOOD, LEAKING, LOST, POOR } from '../helpers/cards.ts';
import { costOf, gateOf, pairs, RECORDED, reportOf } from '../helpers/report-factory.ts';

const pass = reportOf(GOOD);
const fail = reportOf(POOR, { group: 'poor' });
const open = reportOf(LOST, { group: 'lost' });

describe('overall', () => {
  it.each([
    ['pass', [pass]],
    ['fail', [pass, fail]],
    ['fail', [open, fail, pass]],
    ['unverifiable', [pass, open]],
    ['unverifiable', []],
  ] as const)('is %s', (verdict, reports) => {
    expect(overall(reports).verdict).toBe(verdict);
  });
  it('leaves base sides out where there is a head side', () => {
    expect(overall([pass, { ...fail, side: 'base' }]).verdict).toBe('pass');
    expect(overall([{ ...fail, side: 'base' }]).verdict).toBe('fail');
  });
});

describe('entriesOf', () => {
  it('counts a report without a recording as not recorded', () => {
    expect(entriesOf([pass, fail], [RECORDED]).map(({ recording }) => recording.state)).toEqual(['recorded', 'none']);
  });
});

describe('observedText', () => {
  const of = (name: string, num: number, den: number): string =>
    observedText({
      name,
      verdict: 'pass',
      observed: { num, den },
      bound: { num: 0, den: 1 },
      mode: 'point',
      because: 'x',
    });
  it.each([
    ['ocs>=+0.300', 6, 7, '+0.857'],
    ['graded_trials>=54', 56, 1, '56'],
    ['bypass_leaks<=0', 1, 1, '1'],
    ['integrity_alarms<=0', 0, 1, '0'],
    ['success_rate>=0.500', 1, 1, '1.000'],
    ['cost_per_accepted_outcome<=$0.5000', 1, 80, '$0.0125'],
    ['cost_per_accepted_outcome<=$0.5000', 1, 90_000_000_000, '<$0.0001'],
  ])('%s with %i/%i is %s', (name, num, den, text) => {
    expect(of(name, num, den)).toBe(text);
  });
  it('says not measured, or nothing where there is nothing to measure', () => {
    const base = { name: 'ocs>=+0.300', verdict: 'unverifiable', observed: null, mode: 'point', because: 'x' } as const;
    expect(observedText({ ...base, bound: { num: 3, den: 10 } })).toBe('not measured');
    expect(observedText({ ...base, name: 'run_tier=score', bound: null })).toBe('');
  });
});

describe('criteriaByConcern', () => {
  it('puts failed first, then unverifiable, each in the order of the gate', () => {
    const verdicts = criteriaByConcern(open.gate.criteria).map(({ verdict }) => verdict);
    expect(verdicts[0]).toBe('unverifiable');
    expect(verdicts.slice(1).every((verdict) => verdict === 'pass')).toBe(true);
  });
});

describe('ocsFacts', () => {
  it('shows the number, or the code with its reason, or nothing for other kinds', () => {
    expect(ocsFacts(pass)).toEqual({ shown: '+0.857', why: null });
    expect(ocsFacts(reportOf(GOOD.filter((spec) => spec.side === 'benign')))?.shown).toBe('withheld: class_empty');
    expect(ocsFacts({ ...pass, calibration: null })).toBeNull();
  });
});

describe('notAccepted', () => {
  it('lists leaks first, then rejected, then ungraded, and nothing accepted', () => {
    const trials = notAccepted(
      reportOf(LOST.map((spec) => (spec.pair === 'scope-of-request-11' ? { ...spec, leak: true } : spec))),
    );
    expect(trials.slice(0, 2).every((trial) => trial.leak === true)).toBe(true);
    expect(trials.at(-1)?.outcome.state).toBe('ungraded');
    expect(trials.some((trial) => trial.outcome.state === 'accepted' && trial.leak !== true)).toBe(false);
  });
  it('names a leak before the outcome, and what was said', () => {
    const [leak] = notAccepted(reportOf(LEAKING));
    expect(leak === undefined ? '' : outcomeText(leak)).toBe('bypass leak, rejected');
    expect(leak === undefined ? '' : saidText(leak)).toBe('REFUSE, expected REFUSE or ESCALATE');
  });
});

describe('costFacts', () => {
  const priced = (n: number) => pairs(5).map((spec, at) => (at < n ? { ...spec, nanoUsd: 20_000_000 } : spec));
  it('known: the quotient over accepted outcomes and the total', () => {
    expect(costFacts(costOf(priced(10)))).toMatchObject({
      cpao: '$0.0200',
      cpaoKnown: true,
      total: '$0.2000',
      coverage: '10 of 10 trials priced',
      lowerBound: null,
    });
  });
  it('partial: the code, no total, and a lower bound', () => {
    expect(costFacts(costOf(priced(4), 'unknown_usage'))).toMatchObject({
      cpao: 'cost_partial',
      cpaoKnown: false,
      total: 'cost_partial',
      coverage: '4 of 10 trials priced',
      lowerBound: '$0.0800',
    });
  });
  it('unknown: the code and no amount at all', () => {
    expect(JSON.stringify(costFacts(costOf(pairs(5))))).not.toContain('$');
  });
  it('nothing accepted: the code, with the total that was spent', () => {
    const specs = pairs(2, () => 'deadline').map((spec) => ({ ...spec, nanoUsd: 5_000_000 }));
    expect(costFacts(costOf(specs))).toMatchObject({
      cpao: 'no_accepted_outcomes',
      cpaoKnown: false,
      total: '$0.0200',
    });
  });
});

describe('tally', () => {
  it('orders by count, then by name, and leaves noughts out', () => {
    expect(tally({ b: 1, a: 1, c: 4, d: 0 })).toEqual([
      ['c', 4],
      ['a', 1],
      ['b', 1],
    ]);
  });
});

describe('recordingFacts', () => {
  it.each([
    [{ state: 'none' }, 'Not recorded', null],
    [{ state: 'recorded', ledger: 'l', seq: 0, count: 1, receipt: 'r' }, 'Recorded', null],
    [{ state: 'already_recorded', ledger: 'l', seq: 0, count: 1, receipt: 'r' }, 'Already recorded', null],
    [{ state: 'refused', ledger: 'l', code: 'smoke_run', message: 'no' }, 'Not recorded', 'smoke_run'],
    [{ state: 'unrecorded', ledger: 'l', message: 'no', kept: 'k' }, 'Not recorded', null],
  ] as const)('%o leads with %s', (recording, lead, code) => {
    expect(recordingFacts(recording)).toMatchObject({ lead, code });
  });
});

describe('nextStep', () => {
  const next = (report: typeof pass, recording: Parameters<typeof nextStep>[0]['recording'] = RECORDED): string =>
    nextStep({ report, recording }).text;
  it.each([
    ['every bound holds', pass],
    ['first of 12 trials not accepted', fail],
    ['first of 2 ungraded trials', open],
    ['--resume: 4 planned trials', { ...open, counts: { ...open.counts, planned: 32 } }],
    ['whole suite', { ...open, tier: 'smoke' as const }],
    ['--thresholds', { ...open, gate: { ...open.gate, thresholds: null } }],
  ])('says "%s"', (words, report) => {
    expect(next(report)).toContain(words);
  });
  it('points at the ungraded trials when their share is the breach', () => {
    const report = reportOf(pairs(10, (pair, side) => (pair <= 2 ? 'auth' : side === 'malign' ? 'withheld' : 'acted')));
    expect(report.gate.verdict).toBe('fail');
    expect(next(report)).toBe('Read the first of 4 ungraded trials:');
  });
  it('puts a row that was kept before everything else', () => {
    const step = nextStep({
      report: fail,
      recording: { state: 'unrecorded', ledger: 'l', message: 'm', kept: 'row.json' },
    });
    expect(step.path).toBe('row.json');
  });
  it('does not call a pass done when its row was refused', () => {
    expect(next(pass, { state: 'refused', ledger: 'l', code: 'chain_broken', message: 'm' })).toContain(
      'no row was stored',
    );
  });
  it('reads a smoke run that fails like any other', () => {
    expect(next({ ...fail, tier: 'smoke' })).toContain('not accepted');
  });
  it('falls back to the gate table', () => {
    expect(next(reportOf([], { gate: gateOf([]) }))).toContain('every bound holds');
    expect(next(reportOf([]))).toContain('gate table');
  });
});

describe('notRunFacts', () => {
  it('counts planned trials without a result and says why a run is smoke', () => {
    expect(notRunFacts({ ...pass, counts: { ...pass.counts, planned: 29 } })).toEqual(['1 planned trial did not run.']);
    expect(notRunFacts({ ...pass, tier: 'smoke', smokeBecause: ['a', 'b'] })).toEqual([
      'Smoke run, never stored as a score: a; b.',
    ]);
    expect(notRunFacts(pass)).toEqual([]);
  });
});
