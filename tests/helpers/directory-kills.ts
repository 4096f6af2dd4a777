/** Kills writers of a ledger in a folder at each step of an append. */
import { mkdirSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '../../runner/ledger/open.ts';
import { bigFiles, writeFiles } from './big-ledger.ts';
import { inLayer, type Layer } from './layers.ts';
import { bodyFor, contextFor } from './rows.ts';
import { temporaryFolder } from './temp.ts';
import { buildWriter, startWriter, type Writer } from './writers.ts';

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

/** The steps after which the append is decided, the rows are there, and the ledger says so. */
const QUICK_POINTS = [
  'the lock is taken',
  'the decision is in place',
  'the shard is in place',
  'the checkpoint is in place',
];

/** Kills the writer at the first event of that name in a folder; whether that was before its end. */
async function killAt(writer: Writer, path: string, name: RegExp): Promise<boolean> {
  const watcher = watch(path, (_, file) => {
    if (file !== null && name.test(file)) writer.child.kill('SIGKILL');
  });
  await writer.ended;
  watcher.close();
  return writer.child.signalCode === 'SIGKILL';
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

/** The tests of one layer. */
export function testDirectoryKills(layer: Layer): void {
  const folder = temporaryFolder();
  const points = inLayer(layer, POINTS, ([name]) => name, QUICK_POINTS);
  let program = '';
  let made = 0;
  let killed = 0;

  describe('DirectoryLedger: a writer killed with SIGKILL', () => {
    const path = join(folder, 'points');

    beforeAll(() => {
      program = buildWriter(folder);
      writeFiles(path, bigFiles(3));
      mkdirSync(join(path, 'badges'));
    });

    it.each(points)('when %s, leaves the old ledger or the new one', async (_, sub, name) => {
      const before = (await openLedger(path).read()).count;
      const row = `kill-${made}-0`;
      const writer = startWriter(program, path, `kill-${made++}`, { count: 1 });
      if (await killAt(writer, join(path, sub), name)) killed++;
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

    it('was killed before its end often enough, or this has shown nothing', () => {
      expect(killed).toBeGreaterThanOrEqual(layer === 'slow' ? points.length / 2 : 1);
    });
  });
}
