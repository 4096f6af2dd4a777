import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../runner/ledger/open.ts';
import { bareRepository, bigExecution, bigFiles, commitFiles, gappedFiles } from '../../helpers/big-ledger.ts';
import { gitIn, history } from '../../helpers/git-facts.ts';
import { bodyFor, contextFor, digestFor } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();
let made = 0;
const fresh = () => bareRepository(join(folder, `results-${made++}.git`));
const open = (path: string, env: Record<string, string> = {}) =>
  openLedger(`git:${path}`, { budgetMs: 20_000, env: { PATH: process.env['PATH'], TMPDIR: folder, ...env } });

describe('GitLedger', () => {
  it('is empty while the branch does not exist', async () => {
    const ledger = open(fresh());
    expect(await ledger.verify()).toEqual({ ok: true, count: 0, head: null });
    expect(await ledger.read()).toEqual({ rows: [], count: 0, head: null });
    expect(await ledger.verify({ expectCount: 1 })).toMatchObject({ ok: false, code: 'count_mismatch' });
  });

  it('is an error, and no empty history, when the repository does not exist', async () => {
    const ledger = open(join(folder, 'nowhere.git'));
    await expect(ledger.verify()).rejects.toMatchObject({ name: 'EvidenceError', code: 'unreadable' });
    await expect(ledger.read()).rejects.toMatchObject({ name: 'EvidenceError' });
    expect(await ledger.append(bodyFor('a'), contextFor())).toMatchObject({
      kind: 'unrecorded',
      code: 'remote_refused',
    });
  });

  it('begins as a branch of its own, grows commit by commit, and is read back', async () => {
    const path = fresh();
    commitFiles(path, new Map([['code.txt', 'code']]), 'refs/heads/main');
    const main = gitIn(path, 'rev-parse', 'main');
    const ledger = open(path);
    for (const [seq, name] of ['a', 'b', 'c'].entries()) {
      expect(await ledger.append(bodyFor(name), contextFor())).toMatchObject({ kind: 'recorded', count: seq + 1 });
    }
    expect(history(path).map(({ parents }) => parents)).toEqual([0, 1, 1]);
    expect(gitIn(path, 'rev-parse', 'main')).toBe(main);
    expect(gitIn(path, 'for-each-ref', '--format=%(refname)').split('\n')).toEqual([
      'refs/heads/bench-results',
      'refs/heads/main',
    ]);
    const top = gitIn(path, 'ls-tree', '--name-only', 'bench-results').split('\n');
    expect(top).toEqual(['HEAD.json', 'README.md', 'badges', 'checkpoint', 'executions', 'ledger', 'suites']);
    const { rows, head } = await ledger.read();
    expect(rows.map((row) => row.runId)).toEqual(['run-a', 'run-b', 'run-c']);
    expect(await ledger.verify({ rows: true, expectHead: head, expectCount: 3 })).toEqual({ ok: true, count: 3, head });
    expect(gitIn(path, 'log', '-1', '--format=%s|%an|%ad', '--date=iso-strict', 'bench-results')).toBe(
      'Record row 2: decision-test, pass|Operant|2026-03-01T10:05:00+00:00',
    );
    expect(await ledger.suite(contextFor().suite.digest)).toEqual(contextFor().suite);
    expect(await ledger.suite(digestFor('other'))).toBeNull();
  });

  it('takes a second try for recorded, refuses another grading, and makes no commit for either', async () => {
    const path = fresh();
    const ledger = open(path);
    await ledger.append(bodyFor('a'), contextFor());
    await ledger.append(bodyFor('b'), contextFor());
    expect(await ledger.append(bodyFor('a'), contextFor())).toMatchObject({
      kind: 'already_recorded',
      row: { seq: 0 },
      count: 2,
    });
    const other = bodyFor('a', { thresholds: null, gate: null });
    expect(await ledger.append(other, contextFor())).toMatchObject({
      kind: 'refused',
      refusal: { code: 'duplicate_job' },
    });
    expect(history(path)).toHaveLength(2);
  });

  it('finds a duplicate 90,000 rows back by its index, and appends from the last shard', async () => {
    const path = fresh();
    commitFiles(path, gappedFiles(90_050));
    const ledger = open(path);
    const again = bodyFor('big', { executionDigest: bigExecution(40) });
    expect(await ledger.append(again, contextFor())).toMatchObject({
      kind: 'already_recorded',
      row: { seq: 40 },
      count: 90_050,
    });
    const other = { ...again, thresholds: null, gate: null };
    expect(await ledger.append(other, contextFor())).toMatchObject({
      kind: 'refused',
      refusal: { code: 'duplicate_job' },
    });
    expect(await ledger.append(bodyFor('new'), contextFor())).toMatchObject({ kind: 'recorded', count: 90_051 });
  });

  it('begins a new shard when the last one is full', async () => {
    const path = fresh();
    commitFiles(path, bigFiles(200));
    expect(await open(path).append(bodyFor('new'), contextFor())).toMatchObject({ kind: 'recorded', count: 201 });
    expect(await open(path).verify({ rows: true })).toMatchObject({ ok: true, count: 201 });
    expect(
      gitIn(path, 'diff', '--name-status', 'bench-results~', 'bench-results')
        .split('\n')
        .filter((line) => !line.endsWith('README.md'))
        .map((line) => line.replace(/\/[0-9a-f]{2}$/, '/XX')),
    ).toEqual([
      'M\tHEAD.json',
      'A\tbadges/decision-test.json',
      'A\tbadges/decision-test.svg',
      'M\tcheckpoint',
      expect.stringMatching(/^[AM]\texecutions\/XX$/),
      'A\tledger/000002.jsonl',
    ]);
  });

  it('writes to the branch that it is told', async () => {
    const path = fresh();
    const ledger = openLedger(`git:${path}#results/nightly`);
    expect(await ledger.append(bodyFor('a'), contextFor())).toMatchObject({ kind: 'recorded' });
    expect(gitIn(path, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/results/nightly');
    expect(ledger.describe()).toBe(`refs/heads/results/nightly of ${path}`);
  });

  it('is refused where a branch of that name is something else', async () => {
    const path = fresh();
    commitFiles(
      path,
      new Map([
        ['index.html', '<p>site</p>'],
        ['a/b.txt', 'x'],
      ]),
    );
    await expect(open(path).verify()).rejects.toMatchObject({ name: 'EvidenceError', code: 'foreign' });
    expect(await open(path).append(bodyFor('a'), contextFor())).toMatchObject({
      kind: 'refused',
      refusal: { code: 'chain_broken' },
    });
    expect(history(path)).toHaveLength(1);
  });

  it('is refused where the branch is gone although a card has shown rows', async () => {
    const path = fresh();
    const seen = { count: 3, head: `receipt:${'a'.repeat(64)}` };
    expect(await open(path).append(bodyFor('a'), contextFor({ seen }))).toMatchObject({
      kind: 'refused',
      refusal: { code: 'chain_broken' },
    });
    expect(gitIn(path, 'for-each-ref')).toBe('');
  });

  it('leaves nothing behind in the temporary folder', () => {
    expect(readdirSync(folder).filter((name) => name.startsWith('operant-ledger-'))).toEqual([]);
  });
});
