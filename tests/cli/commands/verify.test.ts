import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
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

  it('says when the ledger has only grown since the head that is trusted', async () => {
    const [first = ''] = readFileSync(join(ledger, 'ledger', '000000.jsonl'), 'utf8').split('\n');
    const { receipt } = JSON.parse(first);
    const said = await run([ledger, '--expect-head', receipt]);
    expect(said.exit).toBe(2);
    expect(said.stdout).toMatch(
      /that is the receipt of row 0, nothing up to it was changed, and 1 rows were added after it/,
    );
    const other = await run([ledger, '--expect-head', `receipt:${'0'.repeat(64)}`]);
    expect(other.stdout).not.toMatch(/receipt of row/);
  });

  it('is not "ok" to a machine where there is no row', async () => {
    const said = await run([join(folder, 'nowhere'), '--json']);
    expect([said.exit, JSON.parse(said.stdout)]).toMatchObject([2, { ok: false, code: 'no_rows', count: 0 }]);
    const expected = await run([join(folder, 'nowhere'), '--json', '--expect-count', '0']);
    expect([expected.exit, JSON.parse(expected.stdout)]).toMatchObject([0, { ok: true, count: 0 }]);
  });

  it('names the row and the line of the first fault', async () => {
    const copy = join(folder, 'copy.jsonl');
    const text = readFileSync(join(ledger, 'ledger', '000000.jsonl'), 'utf8');
    writeFileSync(copy, text.replace('"wallMs":', '"wallMs":1'));
    expect((await run([copy])).stdout).toMatch(/ at row 0 \(.*copy\.jsonl:1\): /);
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

describe('operant verify with signed checkpoints', () => {
  const key = join(folder, 'key');
  const other = join(folder, 'other');
  const allowed = join(folder, 'allowed-signers');
  const saved = join(folder, 'saved');
  const signer = ['--allowed-signers', allowed, '--signer', 'results@example.test'];

  beforeAll(() => {
    for (const path of [key, other])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', path]);
    writeFileSync(allowed, `results@example.test ${readFileSync(`${key}.pub`, 'utf8')}`);
  });

  it('signs what verified, and takes it for an anchor', async () => {
    expect(await run([ledger, '--save-checkpoint', saved, '--sign', key])).toMatchObject({ exit: 0 });
    expect(readFileSync(saved, 'utf8')).toBe(readFileSync(join(ledger, 'checkpoint'), 'utf8'));
    const said = await run([ledger, '--checkpoint', saved, ...signer]);
    expect(said).toMatchObject({ exit: 0 });
    expect(said.stdout).not.toContain('Only --expect-head');
  });

  it('says who did not sign', async () => {
    await run([ledger, '--save-checkpoint', saved, '--sign', other]);
    const { thrown } = await run([ledger, '--checkpoint', saved, ...signer]);
    expect(thrown).toMatchObject({ name: 'EvidenceError', code: 'signature_mismatch' });
    expect(String(thrown)).toMatch(/saved is not signed by results@example\.test: \S/);
  });

  it('does not take the signature of another checkpoint', async () => {
    await run([ledger, '--save-checkpoint', saved, '--sign', key]);
    copyFileSync(older, saved);
    const said = await run([ledger, '--checkpoint', saved, ...signer]);
    expect(said.thrown).toMatchObject({ code: 'signature_mismatch' });
  });

  it('says why it cannot sign, and leaves nothing half', async () => {
    const place = join(folder, 'unsigned');
    const missing = await run([ledger, '--save-checkpoint', place, '--sign', join(folder, 'no-key')]);
    expect(missing.thrown).toMatchObject({ code: 'not_signed' });
    expect(existsSync(place)).toBe(false);
  });

  it('writes no checkpoint of a ledger that does not verify', async () => {
    const place = join(folder, 'unverified');
    expect(await run([ledger, '--expect-count', '3', '--save-checkpoint', place])).toMatchObject({ exit: 2 });
    expect(existsSync(place)).toBe(false);
  });

  it.each([
    ['a signer without a checkpoint', () => signer],
    ['keys without a signer', () => ['--checkpoint', older, '--allowed-signers', allowed]],
    ['a signer without keys', () => ['--checkpoint', older, '--signer', 'results@example.test']],
    ['a checkpoint without a signature', () => ['--checkpoint', older, ...signer]],
    [
      'keys that are not there',
      () => ['--checkpoint', saved, '--allowed-signers', join(folder, 'no'), '--signer', 'x'],
    ],
    ['a key without a checkpoint to sign', () => ['--sign', key]],
    ['a place that cannot be written', () => ['--save-checkpoint', join(folder, 'no', 'such', 'folder')]],
  ])('refuses %s as a usage error', async (_what, args) => {
    expect((await run([ledger, ...args()])).thrown).toBeInstanceOf(UsageError);
  });
});
