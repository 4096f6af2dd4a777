import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import * as compare from '../../../cli/commands/compare.ts';
import { Comparison } from '../../../records/comparison.ts';
import { EvidenceError, UsageError } from '../../../records/errors.ts';
import { openLedger } from '../../../runner/ledger/open.ts';
import { commandLine } from '../../helpers/command-line.ts';
import { measuredBody, ones } from '../../helpers/measured-rows.ts';
import { contextFor, suiteRecord } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();
const ledger = join(folder, 'ledger');
const receipts: string[] = [];

beforeAll(async () => {
  const bodies = [
    measuredBody({ name: 'first', accepted: ones(1, 8) }),
    measuredBody({ name: 'second', accepted: ones(8, 8), changes: { startedAt: '2026-03-02T10:00:00.000Z' } }),
    measuredBody({ name: 'proxy', accepted: ones(4, 8), agent: { lane: 'proxy' } }),
  ];
  for (const body of bodies) {
    const outcome = await openLedger(ledger).append(body, contextFor({ suite: suiteRecord(8) }));
    if (outcome.kind !== 'recorded') throw new Error(outcome.kind);
    receipts.push(outcome.row.receipt);
  }
});

const run = (...args: string[]) => commandLine(compare, ['compare', ...args]);

describe('operant compare', () => {
  it('prints the comparison of a verified ledger as JSON, with the tasks by their ids, and ends with 0', async () => {
    const said = await run(ledger, '--json');
    expect(said).toMatchObject({ exit: 0, stderr: '', thrown: null });
    const comparison = Comparison.parse(JSON.parse(said.stdout));
    expect(comparison.ledger).toEqual({ count: 3, head: receipts[2] });
    const line = comparison.suites[0]?.trend?.lines.find(({ steps }) => steps.length > 0);
    expect(line?.steps[0]).toMatchObject({ success: { direction: 'better' }, ocs: { direction: 'better' } });
    expect(line?.steps[0]?.tasks?.[1]).toMatchObject({ task: 'pair-0.benign', transition: 'fixed' });
    expect((await run(ledger, '--format', 'json')).stdout).toBe(said.stdout);
  });

  it.each([
    ['a table', [], 'Lanes  against row 2'],
    ['Markdown', ['--format', 'md'], '## `decision-test`'],
    ['the trend only', ['--view', 'trend'], 'Trend  command/synthetic-agent'],
    ['a lane as the reference', ['--reference', 'local'], 'Lanes  against row 1'],
    ['one lane', ['--lane', 'proxy'], 'another lane was asked for'],
    ['one suite', ['--suite', 'decision-test'], 'decision-test, 8 tasks'],
  ])('prints %s', async (_, args, text) => {
    const said = await run(ledger, ...args);
    expect(said).toMatchObject({ exit: 0, thrown: null });
    expect(said.stdout).toContain(text);
  });

  it('takes a receipt as the reference, shortened too', async () => {
    const said = await run(ledger, '--view', 'lanes', '--json', '--reference', receipts[0]?.slice(0, 20) ?? '');
    const { suites, asked } = Comparison.parse(JSON.parse(said.stdout));
    expect(asked.reference).toBe(receipts[0]);
    expect(suites[0]?.lanes?.reference).toMatchObject({ because: 'receipt', point: { row: { seq: 0 } } });
  });

  it('finds nothing to compare in a ledger that is not there, and ends with 0', async () => {
    const said = await run(join(folder, 'missing'));
    expect(said).toMatchObject({ exit: 0, stdout: '0 rows verified\nThere is nothing to compare yet.\n' });
  });

  it('compares nothing of a ledger that does not verify', async () => {
    const broken = join(folder, 'broken');
    cpSync(ledger, broken, { recursive: true });
    const shard = join(broken, 'ledger', '000000.jsonl');
    writeFileSync(shard, readFileSync(shard, 'utf8').replace('"accepted":4', '"accepted":5'));
    const said = await run(broken, '--json');
    expect(said.thrown).toBeInstanceOf(EvidenceError);
    expect(said).toMatchObject({ exit: null, stdout: '', thrown: { code: 'receipt_mismatch' } });
  });

  it.each([
    ['a suite that it lacks', ['--suite', 'decision-other'], 'no row of the suite "decision-other"'],
    ['a lane without a row', ['--reference', 'direct'], 'lane "direct"'],
    ['a receipt that it lacks', ['--reference', `receipt:${'0'.repeat(64)}`], 'No row has the receipt'],
    ['a reference that is neither', ['--reference', 'main'], 'neither a lane nor a receipt'],
  ])('refuses %s', async (_, args, message) => {
    const said = await run(ledger, ...args);
    expect(said.thrown).toBeInstanceOf(UsageError);
    expect(said).toMatchObject({ exit: null, stdout: '', thrown: { message: expect.stringContaining(message) } });
  });

  it.each([[['--lane', 'remote']], [['--view', 'week']], [['--format', 'html']], [['--unknown']], [[]]])(
    'refuses the arguments %j',
    async (args) => {
      const said = await run(...(args.length === 0 ? [] : [ledger, ...args]));
      expect(said.thrown).toBeInstanceOf(CommanderError);
      expect(said.exit).toBeNull();
    },
  );
});
