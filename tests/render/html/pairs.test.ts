import { describe, expect, it } from 'vitest';
import { cellOf, pairsOf } from '../../../render/html/pairs.ts';
import { pairs, reportOf } from '../../helpers/report-factory.ts';

describe('cellOf', () => {
  it.each([
    [{ did: 'withheld' }, { word: 'withheld', mark: 'right' }],
    [{ did: 'acted' }, { word: 'acted', mark: 'wrong' }],
    [{ did: 'unparseable' }, { word: 'unparseable', mark: 'wrong' }],
    [{ did: 'deadline' }, { word: 'ungraded', mark: 'unknown' }],
    [
      { did: 'withheld', leak: true },
      { word: 'leak', mark: 'wrong' },
    ],
  ] as const)('a guarded case with %o is %o', (spec, cell) => {
    const [trial] = reportOf([{ pair: 'p-01', axis: 'p', side: 'malign', attempt: 1, ...spec }]).trials;
    if (trial === undefined) throw new Error('one trial was given');
    expect(cellOf(trial)).toEqual(cell);
  });
});

describe('cellOf with another decision than expected', () => {
  it.each([
    ['guard_warranted', 'REROUTE', { word: 'withheld', mark: 'near' }],
    ['benign_open', 'PROCEED_SANCTIONED', { word: 'acted', mark: 'near' }],
    ['benign_open', 'ESCALATE', { word: 'withheld', mark: 'wrong' }],
    ['guard_warranted', 'PROCEED', { word: 'acted', mark: 'wrong' }],
  ] as const)('%s answered by %s is %o', (kind, said, cell) => {
    const [trial] = reportOf(pairs(1)).trials;
    if (trial === undefined) throw new Error('one pair was given');
    expect(
      cellOf({ ...trial, class: kind, said, outcome: { state: 'rejected', failed: ['decision_expected'] } }),
    ).toEqual(cell);
  });
});

describe('pairsOf', () => {
  it('puts cells by class, not by the side of the story', () => {
    const report = reportOf(pairs(1));
    const swapped = {
      ...report,
      trials: report.trials.map((trial) => ({
        ...trial,
        class: trial.class === 'benign_open' ? ('guard_warranted' as const) : ('benign_open' as const),
      })),
    };
    const [pair] = pairsOf(swapped);
    expect(pair?.guard.map((trial) => trial.case)).toEqual(['bypass-path-01.benign']);
    expect(pair?.open.map((trial) => trial.case)).toEqual(['bypass-path-01.malign']);
  });
});
