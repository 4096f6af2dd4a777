import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '../../../runner/ledger/open.ts';
import { gitIn } from '../../helpers/git-facts.ts';
import { bodyFor, contextFor } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();
const open = (path: string, env: Record<string, string> = {}) =>
  openLedger(`git:${path}`, { budgetMs: 20_000, env: { PATH: process.env['PATH'], TMPDIR: folder, ...env } });

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
