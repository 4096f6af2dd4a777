import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import * as reprice from '../../../cli/commands/reprice.ts';
import { UsageError } from '../../../records/errors.ts';
import { Repricing } from '../../../records/repricing.ts';
import { openLedger } from '../../../runner/ledger/open.ts';
import { commandLine } from '../../helpers/command-line.ts';
import { measuredBody, ones } from '../../helpers/measured-rows.ts';
import { contextFor, suiteRecord } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';
import { ROOT } from '../../repo/tree.ts';

const folder = temporaryFolder();
const ledger = join(folder, 'ledger');
const rates = join(ROOT, 'scorers', 'rates');
const snapshot = readdirSync(rates).find((name) => /^\d{4}.*\.json$/.test(name)) ?? '';
const catalog = join(rates, snapshot);

beforeAll(async () => {
  for (const body of [
    measuredBody({ name: 'local', accepted: ones(6, 8) }),
    measuredBody({ name: 'proxy', accepted: ones(4, 8), agent: { lane: 'proxy', modelRequested: 'no-such-model' } }),
  ]) {
    await openLedger(ledger).append(body, contextFor({ suite: suiteRecord(8) }));
  }
});

const run = (...args: string[]) => commandLine(reprice, ['reprice', ...args]);

describe('operant reprice', () => {
  it('shows every row with its cost by the catalog, or why not, and changes no byte of the ledger', async () => {
    const shard = join(ledger, 'ledger', '000000.jsonl');
    const before = readFileSync(shard, 'utf8');
    const said = await run(ledger, '--catalog', catalog, '--json');
    expect(said).toMatchObject({ exit: 0, thrown: null });
    const view = Repricing.parse(JSON.parse(said.stdout));
    // The digest is that of the file's bytes, as its name and its rows have it.
    expect(view.catalog.digest.slice('sha256:'.length).startsWith(snapshot.slice(11, 23))).toBe(true);
    expect(view.rows.map(({ reason }) => reason)).toEqual(['unmetered_local_lane', 'unknown_usage']);
    expect(readFileSync(shard, 'utf8')).toBe(before);
  });

  it('prints a table for people', async () => {
    const said = await run(ledger, '--catalog', catalog);
    expect(said.stdout).toContain('0 of 2 rows can be priced by it. No row is changed.');
    expect(said.stdout.replaceAll(/\s+/g, ' ')).toContain('unpriced: the local lane has no meter');
  });

  it.each([
    ['a file that is no catalog', 'not-a-catalog.json'],
    ['a file that is not there', 'missing.json'],
  ])('refuses %s', async (_, name) => {
    writeFileSync(join(folder, 'not-a-catalog.json'), '{"schema":"operant.price-catalog/v2"}');
    const said = await run(ledger, '--catalog', join(folder, name));
    expect(said.thrown).toBeInstanceOf(UsageError);
    expect(said.stdout).toBe('');
  });

  it('asks for a catalog', async () => {
    expect((await run(ledger)).thrown).toBeInstanceOf(CommanderError);
  });
});
