import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Report } from '../../records/report.ts';
import type { TrialResult } from '../../records/trial.ts';
import { buildReport, type ReportInput } from '../../scorers/report.ts';
import { type Ending, evidenceOf, inputOf, priced, resultOf, resultsOf, suiteOf } from './group.ts';

const suite = suiteOf(3);
const [malign] = suite.cases;
if (malign === undefined) throw new Error('The suite has cases');

const GATE = { verdict: 'unverifiable', because: 'none', thresholds: null, criteria: [] } as const;

function reportOf(results: readonly TrialResult[], rest: Partial<ReportInput> = {}) {
  const report = buildReport(inputOf(suite, results, rest));
  expect(Report.parse({ ...report, gate: GATE })).toEqual({ ...report, gate: GATE });
  return report;
}

/** Results of every ending, repeated and lost executions included. */
const anyResults = fc
  .uniqueArray(
    fc.tuple(
      fc.nat(5),
      fc.constantFrom<Ending>('right', 'wrong', 'unparseable', 'leak', 'cheat', 'deadline', 'interrupted'),
      fc.integer({ min: 1, max: 3 }),
      fc.option(fc.integer({ min: 1, max: 1e6 })),
    ),
    { maxLength: 14, selector: ([at, , execution]) => `${at} ${execution}` },
  )
  .map((list) =>
    list.flatMap(([at, ending, execution, cost]) => {
      const one = suite.cases[at];
      return one === undefined
        ? []
        : [resultOf(one, ending, { execution, ...(cost === null ? {} : { cost: priced(cost) }) })];
    }),
  );

describe('buildReport properties', () => {
  it('is total: every report passes its schema', () => {
    fc.assert(
      fc.property(anyResults, (results) => {
        reportOf(results);
      }),
    );
  });

  it('I17: a thousand shuffles give the same bytes', () => {
    const results = [
      ...resultsOf(suite, (_, at) => (at === 1 ? 'wrong' : at === 4 ? 'deadline' : 'right')),
      resultOf(malign, 'interrupted', { execution: 1, cost: priced(3) }),
      resultOf(malign, 'right', { execution: 2, cost: priced(5) }),
    ];
    const evidence = evidenceOf(results);
    const bytes = JSON.stringify(buildReport(inputOf(suite, results)));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(results, { minLength: results.length }),
        fc.shuffledSubarray(evidence, { minLength: evidence.length }),
        (shuffled, indexes) => JSON.stringify(buildReport(inputOf(suite, shuffled, { evidence: indexes }))) === bytes,
      ),
      { numRuns: 1000 },
    );
  });

  it('I1: dropping a result never makes the cost smaller and known, nor a leak impossible', () => {
    fc.assert(
      fc.property(anyResults, fc.nat(), (results, pick) => {
        fc.pre(results.length > 0);
        const left = results.filter((_, at) => at !== pick % results.length);
        const [before, after] = [
          reportOf(results, { evidence: evidenceOf(results) }),
          reportOf(left, { evidence: evidenceOf(results) }),
        ];
        if (after.cost.nanoUsd !== null)
          expect(after.cost.nanoUsd).toBeGreaterThanOrEqual(before.cost.nanoUsd ?? Number.POSITIVE_INFINITY);
        expect((after.calibration?.leaks ?? 0) + (after.calibration?.leaksUnknown ?? 0)).toBeGreaterThanOrEqual(
          before.calibration?.leaks ?? 0,
        );
      }),
      { numRuns: 150 },
    );
  });
});

const SCRIPT = `
import { inputOf, resultsOf, suiteOf } from './tests/scorers/group.ts';
import { buildReport } from './scorers/report.ts';
const suite = suiteOf(3);
process.stdout.write(JSON.stringify(buildReport(inputOf(suite, resultsOf(suite)))));
`;

describe('buildReport on other machines', () => {
  it.each([
    ['UTC', 'C'],
    ['America/St_Johns', 'tr_TR.UTF-8'],
    ['Pacific/Kiritimati', 'de_DE.UTF-8'],
  ])('I17: in %s with the locale %s gives the same bytes', (zone, locale) => {
    const environment = { ...process.env, TZ: zone, LANG: locale, LC_ALL: locale };
    const options = ['--import', 'tsx', '--input-type=module', '--eval', SCRIPT];
    const found = execFileSync(process.execPath, options, { env: environment, encoding: 'utf8' });
    expect(found).toBe(JSON.stringify(buildReport(inputOf(suite, resultsOf(suite)))));
  });
});
