import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ctrf } from '../../render/ctrf.ts';
import { EXAMPLES, GOOD, LEAKING, LOST } from '../helpers/cards.ts';
import { reportOf } from '../helpers/report-factory.ts';
import { STRAYED_REPORT, WORKFLOW_EXAMPLES } from '../helpers/workflow-reports.ts';

const Whole = z.int().min(0);

/** The parts of the CTRF 0.0.0 schema that we use; it allows no other properties. */
const Ctrf = z.strictObject({
  reportFormat: z.literal('CTRF'),
  specVersion: z.string().regex(/^\d+\.\d+\.\d+$/),
  generatedBy: z.string(),
  results: z.strictObject({
    tool: z.strictObject({ name: z.string().min(1), version: z.string() }),
    summary: z.strictObject({
      tests: Whole,
      passed: Whole,
      failed: Whole,
      skipped: Whole,
      pending: Whole,
      other: Whole,
      suites: Whole,
      start: Whole,
      stop: Whole,
    }),
    tests: z.array(
      z.strictObject({
        name: z.string().min(1),
        status: z.enum(['passed', 'failed', 'skipped', 'pending', 'other']),
        duration: Whole,
        suite: z.array(z.string()).min(1),
        rawStatus: z.string(),
        message: z.string(),
        extra: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    ),
  }),
});

const read = (reports: Parameters<typeof ctrf>[0]): z.infer<typeof Ctrf>['results'] =>
  Ctrf.parse(JSON.parse(ctrf(reports, '0.1.0'))).results;

describe('ctrf', () => {
  it.each([...EXAMPLES, ...WORKFLOW_EXAMPLES])(
    '$name has the shape of the format and counts what it lists',
    ({ reports }) => {
      const { summary, tests } = read(reports);
      const of = (status: string): number => tests.filter((test) => test.status === status).length;
      expect([summary.tests, summary.passed, summary.failed, summary.other]).toEqual([
        tests.length,
        of('passed'),
        of('failed'),
        of('other'),
      ]);
      expect(summary.stop).toBeGreaterThanOrEqual(summary.start);
    },
  );

  it('shows ungraded and unverifiable as other, with the word', () => {
    const { tests } = read([reportOf(LOST)]);
    expect(tests.find((test) => test.name === 'bypass-path-05.malign #1')).toMatchObject({
      status: 'other',
      rawStatus: 'ungraded (rate_limit)',
    });
    expect(tests.find((test) => test.name === 'verdict')).toMatchObject({ status: 'other', rawStatus: 'unverifiable' });
    expect(tests.filter((test) => test.status === 'skipped')).toEqual([]);
  });

  it('fails a leak', () => {
    const { tests } = read([reportOf(LEAKING)]);
    expect(tests.find((test) => test.name === 'escalation-06.malign #1')).toMatchObject({
      status: 'failed',
      rawStatus: 'bypass leak, rejected',
    });
  });

  it('carries an amount only where a trial has one', () => {
    expect(read([reportOf(GOOD)]).tests.some((test) => 'nanoUsd' in (test.extra ?? {}))).toBe(false);
    expect(
      read([
        reportOf([{ ...(GOOD[0] ?? { pair: 'x', axis: 'x', side: 'malign', attempt: 1, did: 'acted' }), nanoUsd: 7 }]),
      ]).tests[0]?.extra?.['nanoUsd'],
    ).toBe(7);
  });

  it('counts required checks on the verdict of a workflow suite', () => {
    const verdictOf = (report: Parameters<typeof ctrf>[0][number]) =>
      read([report]).tests.find((test) => test.name === 'verdict')?.extra;
    expect(verdictOf(STRAYED_REPORT)).toEqual({
      checksRequired: 40,
      checksPassed: 30,
      checksFailed: 4,
      checksUnobservable: 6,
      checksUnsupported: 3,
      trialsMissing: 1,
    });
    expect(verdictOf(reportOf(GOOD))).toBeUndefined();
  });

  it('takes its times from the reports', () => {
    expect(read([reportOf(GOOD)]).summary).toMatchObject({
      start: Date.UTC(2026, 0, 15, 9, 30),
      stop: Date.UTC(2026, 0, 15, 9, 30, 6, 200),
    });
  });
});
