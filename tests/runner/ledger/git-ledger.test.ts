import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
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

/** Puts an executable hook into a repository. */
function hook(repository: string, name: string, script: string): void {
  const path = join(repository, 'hooks', name);
  mkdirSync(join(repository, 'hooks'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

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
        .map((line) => line.replace(/\/[0-9a-f]{2}$/, '/XX')),
    ).toEqual([
      'M\tHEAD.json',
      'A\tbadges/decision-test.json',
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

describe('GitLedger: tampering on the branch', () => {
  const sound = bigFiles(120);
  it.each<[string, (files: Map<string, string>) => void, string, number | null]>([
    [
      'an edited row of the last shard',
      (files) =>
        files.set(
          'ledger/000001.jsonl',
          files.get('ledger/000001.jsonl')?.replace('"toolCalls":7', '"toolCalls":8') ?? '',
        ),
      'receipt_mismatch',
      100,
    ],
    [
      'a cut last shard',
      (files) => files.set('ledger/000001.jsonl', files.get('ledger/000001.jsonl')?.replace(/[^\n]*\n$/, '') ?? ''),
      'count_mismatch',
      null,
    ],
    [
      'a torn last shard',
      (files) => files.set('ledger/000001.jsonl', files.get('ledger/000001.jsonl')?.slice(0, -9) ?? ''),
      'torn_tail',
      119,
    ],
    [
      'a newer schema',
      (files) =>
        files.set(
          'ledger/000001.jsonl',
          files.get('ledger/000001.jsonl')?.replace('operant.row/v1', 'operant.row/v2') ?? '',
        ),
      'unknown_schema',
      100,
    ],
    ['a foreign shard', (files) => files.set('ledger/000001.jsonl', 'not rows\n'), 'not_canonical', 100],
    ['no head', (files) => files.delete('HEAD.json'), 'head_mismatch', null],
    ['a missing shard', (files) => files.delete('ledger/000000.jsonl'), 'chain_broken', 0],
  ])('%s is named, and no row goes on top', async (_, tamper, code, row) => {
    const files = new Map(sound);
    tamper(files);
    const path = fresh();
    commitFiles(path, files);
    expect(await open(path).verify()).toMatchObject({ ok: false, code, row });
    const outcome = await open(path).append(bodyFor('a'), contextFor());
    expect(outcome).toMatchObject({
      kind: 'refused',
      refusal: { code: 'chain_broken', message: expect.stringContaining(code) },
    });
    expect(history(path)).toHaveLength(1);
  });
});

describe('GitLedger: remotes that say no', () => {
  it('does not try again against a protected branch, and tells the words of the hook', async () => {
    const path = fresh();
    await open(path).append(bodyFor('a'), contextFor());
    hook(path, 'pre-receive', 'echo "branch is protected by policy 7" >&2; exit 1');
    const started = performance.now();
    const outcome = await open(path).append(bodyFor('b'), contextFor());
    expect(outcome).toMatchObject({
      kind: 'unrecorded',
      code: 'remote_refused',
      message: expect.stringContaining('policy 7'),
    });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await open(path).verify()).toMatchObject({ ok: true, count: 1 });
  });

  it('does not push into a branch that its owner has checked out', async () => {
    const path = join(folder, 'checked-out');
    gitIn(folder, 'init', '--quiet', '--initial-branch=bench-results', path);
    gitIn(path, 'commit', '--quiet', '--allow-empty', '-m', 'mine');
    const before = gitIn(path, 'rev-parse', 'HEAD');
    expect(await open(path).append(bodyFor('a'), contextFor())).toMatchObject({ kind: 'refused' });
    gitIn(path, 'checkout', '--quiet', '-b', 'other');
    gitIn(path, 'update-ref', '-d', 'refs/heads/bench-results');
    gitIn(path, 'checkout', '--quiet', '--orphan', 'bench-results');
    expect(await open(path).append(bodyFor('a'), contextFor())).toMatchObject({
      kind: 'unrecorded',
      code: 'remote_refused',
    });
    expect(gitIn(path, 'rev-parse', 'other')).toBe(before);
  });

  it('spends its budget on a writer that is always faster, and says so', async () => {
    const path = fresh();
    await open(path).append(bodyFor('first'), contextFor());
    // Whoever pushes finds that the branch has moved meanwhile.
    hook(path, 'update', 'echo "cannot lock ref" >&2; exit 1');
    const ledger = openLedger(`git:${path}`, { budgetMs: 1_500 });
    const started = performance.now();
    const outcome = await ledger.append(bodyFor('second'), contextFor());
    expect(outcome).toMatchObject({
      kind: 'unrecorded',
      code: 'contended',
      next: expect.stringContaining('operant report'),
    });
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  it('says that git is missing', async () => {
    const outcome = await open(fresh(), { PATH: '/nonexistent' }).append(bodyFor('a'), contextFor());
    expect(outcome).toMatchObject({ kind: 'unrecorded', code: 'git_missing' });
  });

  it('ends when it is interrupted', async () => {
    const interrupt = new AbortController();
    interrupt.abort();
    const ledger = openLedger(`git:${fresh()}`, { interrupt: interrupt.signal });
    expect((await ledger.append(bodyFor('a'), contextFor())).kind).toBe('unrecorded');
  });
});

describe('GitLedger: the repository of its user', () => {
  const home = join(folder, 'home');
  const work = join(folder, 'work');
  const traps = join(folder, 'traps');

  beforeAll(() => {
    mkdirSync(home);
    mkdirSync(traps);
    // Hooks and programs that leave a mark when they run.
    for (const name of ['pre-push', 'post-commit', 'pre-commit', 'post-checkout', 'post-rewrite', 'commit-msg']) {
      writeFileSync(join(traps, name), `#!/bin/sh\ntouch ${join(folder, 'trapped')}-${name}\n`, { mode: 0o755 });
    }
    const config = `[core]\n\thooksPath = ${traps}\n\tfsmonitor = ${join(traps, 'pre-push')}\n[url "/nonexistent/"]\n\tinsteadOf = ${folder}/\n[user]\n\tname = Somebody\n[init]\n\ttemplateDir = ${traps}\n`;
    writeFileSync(join(home, '.gitconfig'), config);
    gitIn(folder, 'init', '--quiet', '--initial-branch=main', work);
    writeFileSync(join(work, 'committed.txt'), 'one\n');
    gitIn(work, 'add', '.');
    gitIn(work, 'commit', '--quiet', '-m', 'one');
    writeFileSync(join(work, 'committed.txt'), 'two\n');
    gitIn(work, 'stash', '--quiet');
    writeFileSync(join(work, 'committed.txt'), 'three\n');
    writeFileSync(join(work, 'staged.txt'), 'staged\n');
    gitIn(work, 'add', 'staged.txt');
    writeFileSync(join(work, 'untracked.txt'), 'untracked\n');
    gitIn(work, 'config', 'core.hooksPath', traps);
  });

  /** All that a ledger must not touch, and when it was last written. */
  function state(): unknown {
    const files = ['HEAD', 'index', 'config', 'refs/stash', 'logs/HEAD', 'logs/refs/stash', 'refs/heads/main'];
    return {
      git: files.map((name) => [
        name,
        readFileSync(join(work, '.git', name), 'base64'),
        statSync(join(work, '.git', name)).mtimeMs,
      ]),
      tree: readdirSync(work)
        .filter((name) => name !== '.git')
        .map((name) => [name, statSync(join(work, name)).mtimeMs, readFileSync(join(work, name), 'utf8')]),
      others: ['MERGE_HEAD', 'FETCH_HEAD', 'ORIG_HEAD', 'shallow'].map((name) => existsSync(join(work, '.git', name))),
    };
  }

  it('is untouched by an append, a reading and a refusal, even as the remote and as the current folder', async () => {
    const before = state();
    const inherited = {
      HOME: home,
      GIT_DIR: join(work, '.git'),
      GIT_INDEX_FILE: join(work, '.git/index'),
      GIT_WORK_TREE: work,
    };
    const ledger = open(work, inherited);
    const cwd = process.cwd();
    process.chdir(work);
    try {
      expect(await ledger.append(bodyFor('a'), contextFor())).toMatchObject({ kind: 'recorded' });
      expect(await ledger.append(bodyFor('b'), contextFor())).toMatchObject({ kind: 'recorded' });
      expect(await ledger.append(bodyFor('b', { thresholds: null, gate: null }), contextFor())).toMatchObject({
        kind: 'refused',
      });
      expect(await ledger.verify({ rows: true })).toMatchObject({ ok: true, count: 2 });
    } finally {
      process.chdir(cwd);
    }
    expect(state()).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('trapped'))).toEqual([]);
    expect(gitIn(work, 'log', '-1', '--format=%an <%ae>', 'bench-results')).toBe('Operant <operant@localhost>');
  });
});
