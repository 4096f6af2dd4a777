import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '../../../runner/ledger/open.ts';
import { testDirectoryKills } from '../../helpers/directory-kills.ts';
import { bodyFor, contextFor } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';
import { buildWriter, startWriter } from '../../helpers/writers.ts';

const folder = temporaryFolder();
let program = '';

beforeAll(() => {
  program = buildWriter(folder);
});

testDirectoryKills('slow');

describe('DirectoryLedger: a writer killed with SIGKILL', () => {
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
