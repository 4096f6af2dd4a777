import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as verify from '../../../cli/commands/verify.ts';
import { UsageError } from '../../../records/errors.ts';
import { openLedger } from '../../../runner/ledger/open.ts';
import { commandLine } from '../../helpers/command-line.ts';
import { measuredBody, ones } from '../../helpers/measured-rows.ts';
import { contextFor, suiteRecord } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();
const ledger = join(folder, 'ledger');
const older = join(folder, 'older-checkpoint');
let head = '';

beforeAll(async () => {
  const context = contextFor({ suite: suiteRecord(8) });
  await openLedger(ledger).append(measuredBody({ name: 'a', accepted: ones(8, 8) }), context);
  copyFileSync(join(ledger, 'checkpoint'), older);
  const second = await openLedger(ledger).append(measuredBody({ name: 'b', accepted: ones(6, 8) }), context);
  head = second.kind === 'recorded' ? second.head : '';
});

const run = (args: readonly string[]) => commandLine(verify, ['verify', ...args]);

describe('operant verify', () => {
  it('says what a chain without an anchor cannot show', async () => {
    const said = await run([ledger]);
    expect(said.exit).toBe(0);
    expect(said.stdout).toContain(`2 rows verify, head ${head}`);
    expect(said.stdout).toContain('Only --expect-head, --expect-count or --checkpoint can show');
  });

  it.each([
    ['the head', () => ['--expect-head', head]],
    ['the count', () => ['--expect-count', '2']],
    ['an older checkpoint', () => ['--checkpoint', older]],
  ])('holds the ledger against %s', async (_what, anchor) => {
    const said = await run([ledger, ...anchor()]);
    expect(said.exit).toBe(0);
    expect(said.stdout).not.toContain('Only --expect-head');
  });

  it.each([
    ['another head', () => ['--expect-head', `receipt:${'0'.repeat(64)}`], 'head_mismatch'],
    ['another count', () => ['--expect-count', '3'], 'count_mismatch'],
  ])('exits with 2 on %s', async (_what, anchor, code) => {
    const said = await run([ledger, ...anchor()]);
    expect(said.exit).toBe(2);
    expect(said.stdout).toContain(code);
  });

  it('never shows a place without a ledger as verified', async () => {
    const said = await run([join(folder, 'nowhere')]);
    expect(said.exit).toBe(2);
    expect(said.stdout).toContain('no rows');
    expect(said.stdout).not.toContain('✔');
  });

  it('accepts an empty place when none is what was expected', async () => {
    expect((await run([join(folder, 'nowhere'), '--expect-count', '0'])).exit).toBe(0);
  });

  it('refuses what is no receipt and no checkpoint', async () => {
    const file = join(folder, 'text');
    writeFileSync(file, 'hello\n');
    expect((await run([ledger, '--expect-head', 'abc'])).thrown).toBeInstanceOf(UsageError);
    expect((await run([ledger, '--checkpoint', file])).thrown).toBeInstanceOf(UsageError);
    expect((await run([ledger, '--checkpoint', join(folder, 'missing')])).thrown).toBeInstanceOf(UsageError);
  });
});
