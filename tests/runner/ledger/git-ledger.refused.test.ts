import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../runner/ledger/open.ts';
import { bareRepository } from '../../helpers/big-ledger.ts';
import { gitIn } from '../../helpers/git-facts.ts';
import { bodyFor, contextFor } from '../../helpers/rows.ts';
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
