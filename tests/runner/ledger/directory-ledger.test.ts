import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../runner/ledger/open.ts';
import { bigExecution, bigFiles, writeFiles } from '../../helpers/big-ledger.ts';
import { bodyFor, contextFor, digestFor } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';
import { buildWriter } from '../../helpers/writers.ts';

const folder = temporaryFolder();
let made = 0;
const fresh = () => join(folder, `ledger-${made++}`);

/** All files of a directory with their text. */
function textsOf(path: string): Record<string, string> {
  const names = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map((entry) => [
      join(entry.parentPath, entry.name).slice(path.length + 1),
      readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    ]),
  );
}

describe('DirectoryLedger', () => {
  it('is empty while it does not exist, and reading makes nothing', async () => {
    const path = fresh();
    const ledger = openLedger(path);
    expect(await ledger.verify()).toEqual({ ok: true, count: 0, head: null });
    expect(await ledger.read()).toEqual({ rows: [], count: 0, head: null });
    expect(await ledger.verify({ expectCount: 1 })).toMatchObject({ ok: false, code: 'count_mismatch' });
    expect(existsSync(path)).toBe(false);
  });

  it('records rows one after another and reads them back', async () => {
    const ledger = openLedger(fresh());
    const bodies = ['a', 'b', 'c'].map((name) => bodyFor(name));
    for (const [seq, body] of bodies.entries()) {
      expect(await ledger.append(body, contextFor())).toMatchObject({
        kind: 'recorded',
        count: seq + 1,
        row: { ...body, seq },
      });
    }
    const { rows, head } = await ledger.read();
    expect(rows.map((row) => row.runId)).toEqual(['run-a', 'run-b', 'run-c']);
    expect(await ledger.verify({ rows: true, expectHead: head, expectCount: 3 })).toEqual({ ok: true, count: 3, head });
  });

  it('leaves no lock, no pending append and no temporary file', async () => {
    const path = fresh();
    await openLedger(path).append(bodyFor('a'), contextFor());
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

  it('draws the badge of the last row, which says what its JSON says', async () => {
    const path = fresh();
    await openLedger(path).append(bodyFor('a'), contextFor());
    expect(readdirSync(join(path, 'badges')).sort()).toEqual(['decision-test.json', 'decision-test.svg']);
    const { label, message } = JSON.parse(readFileSync(join(path, 'badges', 'decision-test.json'), 'utf8'));
    const picture = readFileSync(join(path, 'badges', 'decision-test.svg'), 'utf8');
    expect(picture).toMatch(/^<svg /);
    expect(picture).toContain(`<title>${label}: ${message}</title>`);
    expect(picture).not.toMatch(/(?:href|src)="https?:/);
  });

  it('takes a second try for recorded and refuses another grading of one execution', async () => {
    const path = fresh();
    const ledger = openLedger(path);
    const first = await ledger.append(bodyFor('a'), contextFor());
    await ledger.append(bodyFor('b'), contextFor());
    const before = textsOf(path);
    const again = await ledger.append(bodyFor('a', { recordedAt: '2026-04-01T00:00:00.000Z' }), contextFor());
    expect(again).toMatchObject({ kind: 'already_recorded', count: 2 });
    expect(again).toMatchObject({ row: first.kind === 'recorded' ? first.row : null });
    const other = bodyFor('a', { thresholds: { id: 'decision-test', digest: digestFor('new floors') } });
    expect(await ledger.append(other, contextFor())).toMatchObject({
      kind: 'refused',
      refusal: { code: 'duplicate_job' },
    });
    expect(textsOf(path)).toEqual(before);
  });

  it.each([
    ['unclassified_run', bodyFor('x'), contextFor({ runClass: 'unclassified' })],
    ['smoke_run', bodyFor('x'), contextFor({ runClass: 'smoke' })],
    ['self_reported_run', bodyFor('x', { origin: 'fork_pull_request' }), contextFor()],
    ['chain_broken', bodyFor('x'), contextFor({ seen: { count: 3, head: `receipt:${'0'.repeat(64)}` } })],
  ])('refuses with %s and begins nothing', async (code, body, context) => {
    const path = fresh();
    expect(await openLedger(path).append(body, context)).toMatchObject({ kind: 'refused', refusal: { code } });
    expect(existsSync(join(path, 'HEAD.json'))).toBe(false);
  });

  it('does not take a row that would spoil it for ever', async () => {
    const path = fresh();
    const body = bodyFor('a', { runId: 'no spaces please' });
    expect(await openLedger(path).append(body, contextFor())).toMatchObject({
      kind: 'unrecorded',
      code: 'malformed_row',
      message: expect.stringContaining('runId'),
    });
    const context = contextFor({ suite: { ...contextFor().suite, digest: digestFor('other') } });
    expect(await openLedger(path).append(bodyFor('a'), context)).toMatchObject({ code: 'malformed_row' });
    expect(existsSync(path)).toBe(false);
  });

  it('begins a second shard after 100 rows and appends from the last one', async () => {
    const path = fresh();
    writeFiles(path, bigFiles(99));
    const ledger = openLedger(path);
    for (const name of ['a', 'b', 'c']) await ledger.append(bodyFor(name), contextFor());
    expect(readdirSync(join(path, 'ledger'))).toEqual(['000000.jsonl', '000001.jsonl']);
    expect(await ledger.verify({ rows: true })).toMatchObject({ ok: true, count: 102 });
    const again = bodyFor('big', { executionDigest: bigExecution(3) });
    expect(await ledger.append(again, contextFor())).toMatchObject({ kind: 'already_recorded', row: { seq: 3 } });
  });

  it('serves many writers of one process at once', async () => {
    const path = fresh();
    const writers = Array.from({ length: 4 }, (_, writer) => async () => {
      const ledger = openLedger(path);
      for (let row = 0; row < 5; row++) await ledger.append(bodyFor(`${writer}-${row}`), contextFor());
    });
    await Promise.all(writers.map((write) => write()));
    expect(await openLedger(path).verify({ rows: true })).toMatchObject({ ok: true, count: 20 });
  });

  it('is unrecorded when the folder cannot be written to', async () => {
    const path = join(folder, 'a-file');
    writeFileSync(path, '');
    const outcome = await openLedger(join(path, 'ledger')).append(bodyFor('a'), contextFor());
    expect(outcome).toMatchObject({ kind: 'unrecorded', code: 'storage' });
  });

  it.each([
    ['directory', 'full', 'HEAD.json'],
    ['file', 'full.jsonl', ''],
  ])('keeps the old ledger when the disk is full: %s', async (_, name, inner) => {
    const path = join(folder, name);
    for (let seq = 0; seq < 10; seq++) await openLedger(path).append(bodyFor(`${seq}`), contextFor());
    const before = readFileSync(join(path, inner));
    // A limit of 8 KB a file stands for the full disk: the write fails in the middle.
    const script = `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`;
    const args = ['-c', script, process.execPath, buildWriter(folder), path, 'late', '0', '1', '5000'];
    const told = spawnSync('bash', args, { encoding: 'utf8' }).stdout;
    expect(told).toContain('unrecorded late-0 storage');
    expect(readFileSync(join(path, inner))).toEqual(before);
    expect(await openLedger(path).verify({ rows: true })).toMatchObject({ ok: true, count: 10 });
    expect(await openLedger(path).append(bodyFor('late-0'), contextFor())).toMatchObject({
      kind: 'recorded',
      count: 11,
    });
  });

  it('says that it cannot read what it may not read', async () => {
    const path = fresh();
    await openLedger(path).append(bodyFor('a'), contextFor());
    renameSync(join(path, 'ledger/000000.jsonl'), join(path, 'kept'));
    mkdirSync(join(path, 'ledger/000000.jsonl'));
    writeFileSync(join(path, 'ledger/000000.jsonl/x'), '');
    await expect(openLedger(path).verify()).rejects.toMatchObject({ name: 'EvidenceError', code: 'unreadable' });
    chmodSync(path, 0o700);
  });

  it('is no ledger where other files lie', async () => {
    const path = fresh();
    mkdirSync(path);
    writeFileSync(join(path, 'notes.txt'), 'mine');
    await expect(openLedger(path).read()).rejects.toMatchObject({ name: 'EvidenceError', code: 'foreign' });
    expect(await openLedger(path).append(bodyFor('a'), contextFor())).toMatchObject({
      kind: 'refused',
      refusal: { code: 'chain_broken' },
    });
    expect(readdirSync(path)).toEqual(['notes.txt']);
  });
});
