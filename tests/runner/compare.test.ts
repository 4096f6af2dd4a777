import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../records/errors.ts';
import { compareLedger } from '../../runner/compare.ts';
import type { Context } from '../../runner/context.ts';
import { openLedger } from '../../runner/ledger/open.ts';
import { measuredBody, ones } from '../helpers/measured-rows.ts';
import { contextFor, digestFor, suiteRecord } from '../helpers/rows.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { ROOT } from '../repo/tree.ts';

const folder = temporaryFolder();
const context: Context = {
  dataDir: join(folder, 'no-data'),
  cwd: ROOT,
  env: {},
  harnesses: new Map(),
  version: '0.0.0',
  evaluator: `sha256:${'0'.repeat(64)}`,
  now: () => 0,
  random: (digits) => '0'.repeat(digits),
  progress: () => undefined,
  interrupt: new AbortController().signal,
};
const everything = { suite: null, lane: null, reference: null, view: 'all' as const };

describe('compareLedger', () => {
  const file = join(folder, 'rows.jsonl');
  const receipts: string[] = [];

  beforeAll(async () => {
    for (const [name, passing] of [
      ['a', 1],
      ['b', 8],
    ] as const) {
      const body = measuredBody({ name, accepted: ones(passing, 8) });
      const outcome = await openLedger(file).append(body, contextFor({ suite: suiteRecord(8) }));
      if (outcome.kind === 'recorded') receipts.push(outcome.row.receipt);
    }
  });

  it('knows no classes in a ledger of one file, and says so instead of a direction of OCS', async () => {
    const { suites } = await compareLedger(context, file, everything);
    const step = suites[0]?.trend?.lines[0]?.steps[0];
    expect(step).toMatchObject({
      success: { direction: 'better' },
      ocs: { direction: 'unknown', reason: 'classes_unknown', from: { num: -3, den: 4 }, to: { num: 1, den: 1 } },
    });
    expect(step?.tasks?.[0]?.task).toBeNull();
  });

  it('refuses a reference row of another suite than the one that is asked for', async () => {
    const other = measuredBody({ name: 'c', accepted: ones(8, 8) });
    const suite = { ...other.suite, id: 'decision-other', digest: digestFor('other') };
    const record = { ...suiteRecord(8), id: suite.id, digest: suite.digest };
    const outcome = await openLedger(file).append({ ...other, suite }, contextFor({ suite: record }));
    expect(outcome.kind).toBe('recorded');
    const asked = compareLedger(context, file, {
      ...everything,
      suite: 'decision-other',
      reference: receipts[0] ?? '',
    });
    await expect(asked).rejects.toThrow(UsageError);
    await expect(asked).rejects.toThrow('The reference row is of the suite "decision-test"');
  });
});
