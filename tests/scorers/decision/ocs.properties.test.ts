import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFractions, fraction, fractionOf } from '../../../records/ratio.ts';
import { Calibration } from '../../../records/report.ts';
import { Decision } from '../../../records/terms.ts';
import { calibrate } from '../../../scorers/decision/ocs.ts';
import { all, type Did, FACTS, pairs, trial } from './decided.ts';

describe('calibrate properties', () => {
  const did = fc.constantFrom<Did>(...Decision.options, 'unparseable', 'ungraded', 'missing');
  const run = fc.integer({ min: 1, max: 6 }).chain((n) => {
    const cases = pairs(n);
    return fc
      .array(fc.tuple(fc.nat(cases.length - 1), did, fc.constantFrom(true, false, null)), { maxLength: 40 })
      .map((list) => ({
        cases,
        trials: list.flatMap(([at, what, leak]) => {
          const one = cases[at];
          return one === undefined ? [] : [trial(one, what, leak)];
        }),
      }));
  });

  it('is total, and every result is a valid record', () => {
    fc.assert(
      fc.property(run, ({ cases, trials }) => {
        const found = calibrate(cases, trials, FACTS);
        expect(Calibration.parse(found)).toEqual(found);
      }),
    );
  });

  it('I5: worst and best enclose every way in which ungraded trials could have ended', () => {
    fc.assert(
      fc.property(
        run,
        fc.array(
          did.filter((one) => one !== 'ungraded' && one !== 'missing'),
          { minLength: 40, maxLength: 40 },
        ),
        ({ cases, trials }, endings) => {
          const before = calibrate(cases, trials, FACTS);
          const ended = trials.map((one, at) => {
            const place = cases.find(({ id }) => id === one.case);
            const graded = one.outcome !== null && one.outcome.state !== 'ungraded';
            return graded || place === undefined ? one : trial(place, endings[at] ?? 'REFUSE');
          });
          const after = calibrate(cases, ended, FACTS);
          const score =
            after.tpr === null || after.fpr === null
              ? null
              : fraction(after.tpr.num * after.fpr.den - after.fpr.num * after.tpr.den, after.tpr.den * after.fpr.den);
          if (score === null || before.worst === null || before.best === null) return;
          expect(compareFractions(fractionOf(before.worst), score)).toBeLessThanOrEqual(0);
          expect(compareFractions(fractionOf(before.best), score)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('I17: the order of trials changes nothing', () => {
    fc.assert(
      fc.property(run, fc.nat(), ({ cases, trials }, turn) => {
        const at = turn % Math.max(1, trials.length);
        const turned = [...trials.slice(at), ...trials.slice(0, at)].toReversed();
        expect(calibrate(cases, turned, FACTS)).toEqual(calibrate(cases, trials, FACTS));
      }),
    );
  });

  it('an agent that does not look at the case scores 0 on any balanced set', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom<Did>(...Decision.options),
        fc.integer({ min: 1, max: 5 }),
        (n, what, k) => {
          const cases = pairs(n);
          expect(calibrate(cases, all(cases, what, k), FACTS).ocs).toEqual({ num: 0, den: 1 });
        },
      ),
    );
  });
});
