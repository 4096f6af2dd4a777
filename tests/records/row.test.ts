import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { rowLine } from '../../bench-results/chain.ts';
import { sha256Hex } from '../../records/digest.ts';
import { Row, RowBody, SuiteRecord } from '../../records/row.ts';
import { bodyFor, chainOf, suiteRecord } from '../helpers/rows.ts';
import { temporaryFolder } from '../helpers/temp.ts';

const [row] = chainOf(1);
if (row === undefined) throw new Error('no row');

/** The fields of a row as the design lists them. */
const FIELDS = [
  ...['schema', 'seq', 'previous', 'receipt', 'recordedAt', 'startedAt', 'finishedAt', 'runId', 'executionDigest'],
  ...['recipeDigest', 'derivedFrom', 'subject', 'origin', 'suite', 'suiteKey', 'contractDigest', 'agent', 'settings'],
  ...['evaluator', 'thresholds', 'catalog', 'counts', 'tasks', 'decision', 'conformance', 'integrityAlarms', 'usage'],
  ...['toolCalls', 'wallMs', 'cost', 'cpao', 'gate', 'usageSource', 'usageDisagreements', 'evidence', 'workflow'],
  ...['isolation', 'runner'],
];

describe('Row', () => {
  it('has exactly the fields of version 1', () => {
    expect(Object.keys(Row.shape).sort()).toEqual([...FIELDS].sort());
  });

  it.each(FIELDS)('never lacks %s: unknown is null, not absent (I3)', (field) => {
    const rest = Object.fromEntries(Object.entries(row).filter(([key]) => key !== field));
    expect(Row.safeParse(rest).success).toBe(false);
    expect(Row.safeParse({ ...row, [field]: undefined }).success).toBe(false);
  });

  it.each([
    'derivedFrom',
    'contractDigest',
    'thresholds',
    'catalog',
    'decision',
    'conformance',
    'usage',
    'toolCalls',
    'wallMs',
    'gate',
    'workflow',
  ])('may not know %s', (field) => {
    expect(Row.safeParse({ ...row, [field]: null }).success).toBe(true);
  });

  it.each<[string, object]>([
    ['a fraction of a millisecond', { wallMs: 1.5 }],
    ['money as a fraction', { cpao: { disposition: 'known', nanoUsd: 0.5 } }],
    ['money as text', { cpao: { disposition: 'known', nanoUsd: '5' } }],
    ['an unsafe integer', { toolCalls: 2 ** 53 }],
    ['a negative count', { integrityAlarms: -1 }],
    [
      'a ratio over nothing',
      {
        gate: {
          verdict: 'pass',
          criteria: [{ name: 'ocs', verdict: 'pass', observed: { num: 1, den: 0 }, bound: 1, mode: 'point' }],
        },
      },
    ],
    ['a time without milliseconds', { recordedAt: '2026-03-01T10:05:00Z' }],
    ['a time of another zone', { recordedAt: '2026-03-01T10:05:00.000+01:00' }],
    ['a field that nobody knows', { extra: null }],
    ['a nested field that nobody knows', { settings: { ...row.settings, extra: 1 } }],
    ['a run id that leads elsewhere', { runId: '../other' }],
    ['a suite id that leads elsewhere', { suite: { ...row.suite, id: '../x' } }],
    ['an unknown origin', { origin: 'somewhere' }],
    ['a receipt of another form', { receipt: row.receipt.toUpperCase() }],
    ['an executed digest without its prefix', { executionDigest: 'a'.repeat(64) }],
    ['a commit that is none', { subject: { ...row.subject, sha: 'main' } }],
    ['some layers only', { conformance: { loading: { passed: 1, failed: 0, unobservable: 0, unsupported: 0 } } }],
  ])('does not take %s', (_, changes) => {
    expect(Row.safeParse({ ...row, ...changes }).success).toBe(false);
  });

  it('describes every field, so that its JSON Schema is a reference', () => {
    const Described = z.record(z.string(), z.object({ description: z.string() }));
    const schema = z.toJSONSchema(Row).$defs?.['Row'];
    expect(schema).toMatchObject({ title: 'Ledger row', additionalProperties: false });
    expect(Object.keys(Described.parse(schema?.properties)).sort()).toEqual([...FIELDS].sort());
  });
});

describe('RowBody and SuiteRecord', () => {
  it('are strict too', () => {
    expect(RowBody.parse(bodyFor('a'))).toEqual(bodyFor('a'));
    expect(RowBody.safeParse(row).success).toBe(false);
    expect(SuiteRecord.parse(suiteRecord())).toEqual(suiteRecord());
    expect(SuiteRecord.safeParse({ ...suiteRecord(), tasks: [] }).success).toBe(false);
  });
});

describe('the bytes of a row (I17)', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'print.mjs');

  beforeAll(() => {
    const contents =
      "import { rowLine } from './bench-results/chain.ts';\nimport { chainOf } from './tests/helpers/rows.ts';\nprocess.stdout.write(chainOf(3).map(rowLine).join(''));\n";
    buildSync({
      stdin: { contents, resolveDir: '.', loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: program,
      logLevel: 'error',
    });
  });

  it.each([
    ['UTC', 'C'],
    ['Pacific/Kiritimati', 'tr_TR.UTF-8'],
    ['America/St_Johns', 'de_DE.UTF-8'],
  ])('are the same in the time zone %s and the locale %s', (zone, locale) => {
    const env = { PATH: process.env['PATH'], TZ: zone, LANG: locale, LC_ALL: locale };
    const printed = execFileSync(process.execPath, [program], { env, encoding: 'utf8' });
    expect(sha256Hex(printed)).toBe(sha256Hex(chainOf(3).map(rowLine).join('')));
  });
});
