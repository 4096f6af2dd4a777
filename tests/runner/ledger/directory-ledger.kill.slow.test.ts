import { mkdirSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '../../../runner/ledger/open.ts';
import { bigFiles, writeFiles } from '../../helpers/big-ledger.ts';
import { bodyFor, contextFor } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';
import { buildWriter, startWriter, type Writer } from '../../helpers/writers.ts';

const folder = temporaryFolder();
let program = '';
let made = 0;
let killed = 0;

beforeAll(() => {
  program = buildWriter(folder);
});

/** Files that a writer touches, in the order in which it does; a writer is killed when it touches one of them. */
const POINTS = [
  ['the lock is made beside', '', /^\.\.lock\..*\.tmp$/],
  ['the lock is taken', '', /^\.lock$/],
  ['the decision is written beside', '', /^\.pending\.json\..*\.tmp$/],
  ['the decision is in place', '', /^pending\.json$/],
  ['the shard is written beside', 'ledger', /^\.000000\.jsonl\..*\.tmp$/],
  ['the shard is in place', 'ledger', /^000000\.jsonl$/],
  ['the index is written beside', 'executions', /\.tmp$/],
  ['the index is in place', 'executions', /^[0-9a-f]{2}$/],
  ['the badge is written beside', 'badges', /\.tmp$/],
  ['the badge is in place', 'badges', /^decision-test\.json$/],
  ['the checkpoint is written beside', '', /^\.checkpoint\..*\.tmp$/],
  ['the checkpoint is in place', '', /^checkpoint$/],
  ['the head is written beside', '', /^\.HEAD\.json\..*\.tmp$/],
  ['the head is in place', '', /^HEAD\.json$/],
] as const;

/** Kills the writer at the first event of that name in a folder. */
async function killAt(writer: Writer, path: string, name: RegExp): Promise<void> {
  const watcher = watch(path, (_, file) => {
    if (file !== null && name.test(file)) writer.child.kill('SIGKILL');
  });
  await writer.ended;
  watcher.close();
  if (writer.child.signalCode === 'SIGKILL') killed++;
}

/** What has to hold after a kill, and that the same writer comes to its end afterwards. */
async function holds(name: string, before: number, row: string): Promise<void> {
  const ledger = openLedger(name, { budgetMs: 5_000 });
  const found = await ledger.verify({ rows: true });
  if (!found.ok) throw new Error(`${found.code}: ${found.message}`);
  expect([before, before + 1]).toContain(found.count);
  const again = await ledger.append(bodyFor(row), contextFor());
  expect(again.kind).toBe(found.count === before ? 'recorded' : 'already_recorded');
  expect(await ledger.verify({ rows: true, expectCount: before + 1 })).toMatchObject({ ok: true });
}

describe('DirectoryLedger: a writer killed with SIGKILL', () => {
  const path = join(folder, 'points');

  beforeAll(() => {
    writeFiles(path, bigFiles(3));
    mkdirSync(join(path, 'badges'));
  });

  it.each(POINTS)('when %s, leaves the old ledger or the new one', async (_, sub, name) => {
    const before = (await openLedger(path).read()).count;
    const row = `kill-${made}-0`;
    const writer = startWriter(program, path, `kill-${made++}`, { count: 1 });
    await killAt(writer, join(path, sub), name);
    await holds(path, before, row);
    expect(readdirSync(path).sort()).toEqual([
      'HEAD.json',
      'README.md',
      'badges',
      'checkpoint',
      'executions',
      'ledger',
      'suites',
    ]);
  });

  it('was killed before its end most of the time, or this has shown nothing', () => {
    expect(killed).toBeGreaterThanOrEqual(POINTS.length / 2);
  });

  it('at any moment, many times over, loses no row and repeats none', async () => {
    const random = join(folder, 'random');
    let told = 0;
    for (let round = 0; round < 8; round++) {
      const writer = startWriter(program, random, `round-${round}`, { count: 50 });
      while (writer.lines.length === 0 && writer.child.exitCode === null) await sleep(2);
      await sleep(Math.random() * 120);
      writer.child.kill('SIGKILL');
      await writer.ended;
      told += writer.lines.filter((line) => line.startsWith('recorded')).length;
    }
    const { rows } = await openLedger(random).read();
    // A row may stand although its writer could not say so any more: at most one for each kill.
    expect(rows.length).toBeGreaterThanOrEqual(told);
    expect(rows.length).toBeLessThanOrEqual(told + 8);
    expect(new Set(rows.map((row) => row.runId)).size).toBe(rows.length);
    expect(await openLedger(random).append(bodyFor('last'), contextFor())).toMatchObject({
      kind: 'recorded',
      count: rows.length + 1,
    });
  });
});

describe('FileLedger: a writer killed with SIGKILL', () => {
  it('at any moment leaves the old file or the new one', async () => {
    const path = join(folder, 'random.jsonl');
    let told = 0;
    for (let round = 0; round < 6; round++) {
      const writer = startWriter(program, path, `round-${round}`, { count: 80 });
      while (writer.lines.length === 0 && writer.child.exitCode === null) await sleep(2);
      await sleep(Math.random() * 80);
      writer.child.kill('SIGKILL');
      await writer.ended;
      told += writer.lines.filter((line) => line.startsWith('recorded')).length;
      expect(await openLedger(path).verify({ rows: true })).toMatchObject({ ok: true });
    }
    const { rows } = await openLedger(path).read();
    expect(rows.length).toBeGreaterThanOrEqual(told);
    expect(rows.length).toBeLessThanOrEqual(told + 6);
    expect(await openLedger(path).append(bodyFor('last'), contextFor())).toMatchObject({ kind: 'recorded' });
    expect(readdirSync(folder).filter((name) => name.includes('.tmp') || name.endsWith('.lock'))).toEqual([]);
  });
});
