import { describe, expect, it } from 'vitest';
import { conformanceFacts, requiredOf } from '../../render/facts-conformance.ts';
import { FOLLOWED, layersOf, STRAYED } from '../helpers/workflow-reports.ts';

describe('conformanceFacts', () => {
  it('adds up over the layers, unsupported checks apart', () => {
    const totals = { passed: 30, failed: 4, unobservable: 6, unsupported: 3 };
    expect(conformanceFacts({ conformance: STRAYED })).toMatchObject({ totals, required: 40, missing: 0 });
    expect(requiredOf(totals)).toBe(40);
  });

  it('is null outside workflow suites, also in a report that was written before there were any', () => {
    expect(conformanceFacts({ conformance: null })).toBeNull();
    expect(conformanceFacts({})).toBeNull();
  });

  it('counts passed of those passed, failed and undecided, and names every layer in order', () => {
    const facts = conformanceFacts({ conformance: STRAYED });
    expect(facts).toMatchObject({ shown: '30 of 40', headline: 'required checks passed 30 of 40' });
    expect(facts?.layers.map(({ layer }) => layer)).toEqual([
      'loading',
      'delegation',
      'verification',
      'outcome',
      'boundary',
    ]);
    expect(facts?.layers[1]).toMatchObject({ passed: 3, failed: 0, unobservable: 3, unsupported: 2 });
  });

  it('has nothing to add where all was decided', () => {
    expect(conformanceFacts({ conformance: FOLLOWED })?.notes).toEqual([]);
  });

  it('I5: bounds what cannot be decided, and keeps unsupported checks out of the count', () => {
    expect(conformanceFacts({ conformance: STRAYED })?.notes).toEqual([
      '6 required checks cannot be decided from the evidence: at worst 30 of 40 passed, at best 36 of 40.',
      '3 required checks are unsupported: this harness never shows them (2 delegation, 1 verification); they stand outside the pass rule.',
    ]);
    expect(conformanceFacts({ conformance: layersOf({ loading: { unsupported: 1 } }) })?.notes).toEqual([
      '1 required check is unsupported: this harness never shows it (1 loading); it stands outside the pass rule.',
    ]);
  });

  it.each([
    [1, '1 planned trial left no result, so its checks are not known.'],
    [3, '3 planned trials left no result, so their checks are not known.'],
  ])('says that %i trials are missing', (missing, note) => {
    expect(conformanceFacts({ conformance: { ...FOLLOWED, missing } })?.notes).toEqual([note]);
  });

  it('I2: nothing of nothing is no result', () => {
    const facts = conformanceFacts({ conformance: layersOf({}) });
    expect(facts).toMatchObject({ shown: 'none', headline: 'no required check could be put to these trials' });
  });
});
