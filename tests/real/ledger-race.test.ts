/**
 * Many writers of one branch, each a process of its own, over a real `git http-backend` on loopback with a protected
 * branch. Nothing may be lost: a row stands, or its writer said that it does not. Nothing may stand twice.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '../../runner/ledger/open.ts';
import { bareRepository, bigExecution, bigFiles, commitFiles } from '../helpers/big-ledger.ts';
import { history } from '../helpers/git-facts.ts';
import { type Fault, serveGit } from '../helpers/git-http.ts';
import { bodyFor, contextFor } from '../helpers/rows.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { buildWriter, startWriter } from '../helpers/writers.ts';

const folder = temporaryFolder();
const FAULTS: readonly Fault[] = ['error', 'cut-before', 'cut-after'];
let program = '';
let made = 0;

beforeAll(() => {
  program = buildWriter(folder);
});

/** A bare repository whose branch can only be moved forward, as behind a branch protection rule. */
function protectedRepository(): { readonly name: string; readonly path: string } {
  const name = `race-${made++}.git`;
  const path = bareRepository(join(folder, name));
  const hook = join(path, 'hooks/pre-receive');
  const script = `#!/bin/sh
while read old new ref; do
  case "$ref" in refs/heads/bench-results) ;; *) echo "only the results branch" >&2; exit 1;; esac
  case "$new" in *[!0]*) ;; *) echo "no deletion" >&2; exit 1;; esac
  case "$old" in *[!0]*) [ "$(git merge-base "$old" "$new")" = "$old" ] || { echo "(non-fast-forward)" >&2; exit 1; };; esac
done
`;
  writeFileSync(hook, script);
  chmodSync(hook, 0o755);
  return { name, path };
}

describe('GitLedger: writers that race', () => {
  it.each([
    { writers: 8, rows: 10, faulty: false, budgetMs: 90_000 },
    { writers: 8, rows: 10, faulty: true, budgetMs: 90_000 },
    { writers: 32, rows: 5, faulty: false, budgetMs: 300_000 },
    { writers: 32, rows: 5, faulty: true, budgetMs: 300_000 },
  ])('$writers writers of $rows rows (20 % faults: $faulty) lose nothing and repeat nothing', async (plan) => {
    const { name, path } = protectedRepository();
    let requests = 0;
    const fault = (): Fault =>
      plan.faulty && Math.random() < 0.2 ? (FAULTS[requests++ % FAULTS.length] ?? 'none') : 'none';
    const server = await serveGit(folder, { fault });
    const started = Array.from({ length: plan.writers }, (_, writer) =>
      startWriter(program, `git:${server.url(name)}`, `w${writer}`, { count: plan.rows, budgetMs: plan.budgetMs }),
    );
    await Promise.all(started.map(({ ended }) => ended));
    await server.close();
    const told = started.flatMap(({ lines }) =>
      lines.filter((line) => line !== 'ready').map((line) => line.split(' ')),
    );
    expect(told).toHaveLength(plan.writers * plan.rows);
    const stands = told
      .filter(([kind]) => kind === 'recorded' || kind === 'already_recorded')
      .map(([, row]) => `run-${row}`);
    const unrecorded = told.filter(([kind]) => kind === 'unrecorded').map(([, row]) => `run-${row}`);
    expect(stands.length + unrecorded.length).toBe(told.length);
    const { rows } = await openLedger(`git:${path}`).read();
    const found = rows.map((row) => row.runId);
    expect(new Set(found).size).toBe(found.length);
    // A row that is told to stand does; one that is told not to may have arrived after its writer gave up.
    expect(stands.filter((row) => !found.includes(row))).toEqual([]);
    expect(found.filter((row) => !stands.includes(row) && !unrecorded.includes(row))).toEqual([]);
    if (!plan.faulty) expect(unrecorded).toEqual([]);
    expect(await openLedger(`git:${path}`).verify({ rows: true, expectCount: found.length })).toMatchObject({
      ok: true,
    });
    expect(history(path).map(({ parents }) => parents)).toEqual([0, ...found.slice(1).map(() => 1)]);
  });
});

describe('GitLedger: a ledger of 100,000 rows', () => {
  it('finds a duplicate 90,000 rows back, appends, and verifies whole', async () => {
    const path = bareRepository(join(folder, 'large.git'));
    commitFiles(path, bigFiles(100_000, 2));
    const ledger = openLedger(`git:${path}`);
    const again = bodyFor('big', { executionDigest: bigExecution(9_999) });
    expect(await ledger.append(again, contextFor())).toMatchObject({
      kind: 'already_recorded',
      row: { seq: 9_999 },
      count: 100_000,
    });
    expect(await ledger.append(bodyFor('new'), contextFor())).toMatchObject({ kind: 'recorded', count: 100_001 });
    expect(await ledger.verify({ expectCount: 100_001 })).toMatchObject({ ok: true });
  });
});
