import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as badge from '../../../cli/commands/badge.ts';
import { EvidenceError, UsageError } from '../../../records/errors.ts';
import { openLedger } from '../../../runner/ledger/open.ts';
import { commandLine } from '../../helpers/command-line.ts';
import { measuredBody, ones } from '../../helpers/measured-rows.ts';
import { contextFor, suiteRecord } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();
const ledger = join(folder, 'one');
const two = join(folder, 'two');
const ended = Date.parse('2026-03-01T10:04:59.250Z');
const day = 86_400_000;

beforeAll(async () => {
  const suite = suiteRecord(8);
  const body = measuredBody({ name: 'a', accepted: ones(8, 8) });
  await openLedger(ledger).append(body, contextFor({ suite }));
  await openLedger(two).append(body, contextFor({ suite }));
  const other = measuredBody({
    name: 'b',
    accepted: ones(6, 8),
    costs: ones(8, 8).map((one) => one * 30_000_000),
    changes: { decision: null, suite: { ...body.suite, id: 'delivery', kind: 'owned' } },
  });
  await openLedger(two).append(other, contextFor({ suite: { ...suite, id: 'delivery', kind: 'owned' } }));
});

const run = (args: readonly string[], now = ended) => commandLine(badge, ['badge', ...args], { now });

describe('operant badge', () => {
  it('prints what shields.io reads, as canonical JSON', async () => {
    const said = await run([ledger, '--format', 'json']);
    expect(said).toMatchObject({ exit: 0, thrown: null });
    expect(said.stdout).toBe(
      '{"cacheSeconds":3600,"color":"brightgreen","label":"decision-test","message":"pass · OCS +1.000 · n=8","schemaVersion":1}\n',
    );
    expect((await run([ledger, '--json'])).stdout).toBe(said.stdout);
  });

  it('prints a picture', async () => {
    const said = await run([ledger, '--format', 'svg']);
    expect(said.stdout).toMatch(/^<svg .*<title>decision-test: pass · OCS \+1\.000 · n=8<\/title>.*<\/svg>\n$/s);
  });

  it.each([
    ['after the default of thirty days', [], 31, 'stale · pass · OCS +1.000 · n=8'],
    ['after its own age', ['--max-age', '2'], 3, 'stale · pass · OCS +1.000 · n=8'],
    ['not before', ['--max-age', '90'], 89, 'pass · OCS +1.000 · n=8'],
  ])('is stale %s', async (_, args, days, message) => {
    const said = await run([ledger, '--json', ...args], ended + days * day);
    expect(JSON.parse(said.stdout)).toMatchObject({ message });
  });

  it('prints the line for a README, and says the badge on standard error', async () => {
    const said = await run([two]);
    expect(said.stdout).toBe(
      '![Operant decision-test](badges/decision-test.svg)\n![Operant delivery](badges/delivery.svg)\n',
    );
    expect(said.stderr).toContain('delivery: pass · CPAO $0.0400 · n=8');
    expect(said.exit).toBe(0);
  });

  it('asks which suite where one badge is wanted of several, and takes it', async () => {
    const said = await run([two, '--json']);
    expect(said.thrown).toBeInstanceOf(UsageError);
    expect(said).toMatchObject({ stdout: '', thrown: { next: expect.stringContaining('decision-test, delivery') } });
    expect((await run([two, '--json', '--suite', 'delivery'])).stdout).toContain('CPAO $0.0400');
    expect((await run([two, '--suite', 'nope'])).thrown).toBeInstanceOf(UsageError);
  });

  it('is grey, without a number, and an error where the ledger does not verify', async () => {
    const broken = join(folder, 'broken');
    cpSync(ledger, broken, { recursive: true });
    const shard = join(broken, 'ledger', '000000.jsonl');
    writeFileSync(shard, readFileSync(shard, 'utf8').replace('"toolCalls":7', '"toolCalls":8'));
    const said = await run([broken, '--json', '--suite', 'decision-test']);
    expect(said.thrown).toBeInstanceOf(EvidenceError);
    expect(JSON.parse(said.stdout)).toMatchObject({
      label: 'decision-test',
      message: 'unverifiable · the ledger does not verify',
      color: 'lightgrey',
    });
  });

  it('is grey for a suite without a result, and needs its name in an empty ledger', async () => {
    const said = await run([join(folder, 'missing'), '--json', '--suite', 'decision-core']);
    expect(said.exit).toBe(0);
    expect(JSON.parse(said.stdout)).toMatchObject({ message: 'unverifiable · no result yet', color: 'lightgrey' });
    expect((await run([join(folder, 'missing')])).thrown).toBeInstanceOf(UsageError);
  });
});
