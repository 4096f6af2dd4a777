/** Kills writers of a ledger on a branch at each step of an append. */
import { existsSync, mkdirSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '../../runner/ledger/open.ts';
import { bareRepository } from './big-ledger.ts';
import { gitIn, history } from './git-facts.ts';
import { inLayer, type Layer } from './layers.ts';
import { bodyFor, contextFor } from './rows.ts';
import { temporaryFolder } from './temp.ts';
import { buildWriter, startWriter, type Writer } from './writers.ts';

const inPrivate = (temporary: string, ...path: string[]) => {
  const [name] = readdirSync(temporary).filter((entry) => entry.startsWith('operant-ledger-'));
  return name === undefined ? null : join(temporary, name, 'repository.git', ...path);
};

/** What happens, the folder in which it is seen, and the name that is seen there. */
type Point = readonly [name: string, place: (temporary: string) => string | null, seen: RegExp];

const points = (remote: string): readonly Point[] => [
  ['its private repository appears', (temporary) => temporary, /^operant-ledger-/],
  ['the tip is fetched', (temporary) => inPrivate(temporary, 'refs/operant'), /^tip/],
  ['its history is cut', (temporary) => inPrivate(temporary), /^shallow/],
  ['objects arrive', (temporary) => inPrivate(temporary, 'objects/pack'), /\.pack$/],
  ['the commit is made', (temporary) => inPrivate(temporary, 'refs/operant'), /^try-0/],
  ['the remote receives objects', () => join(remote, 'objects'), /^(tmp_objdir|incoming|[0-9a-f]{2}$)/],
  ['the branch is locked', () => join(remote, 'refs/heads'), /\.lock$/],
  ['the branch has moved', () => join(remote, 'refs/heads'), /^bench-results$/],
];
const QUICK_POINTS = ['the tip is fetched', 'the commit is made', 'the branch is locked'];

/** The tests of one layer. */
export function testGitKills(layer: Layer): void {
  const folder = temporaryFolder();
  const remote = join(folder, 'results.git');
  const ledger = openLedger(`git:${remote}`, { budgetMs: 20_000 });
  let program = '';
  let made = 0;
  let killed = 0;

  beforeAll(async () => {
    program = buildWriter(folder);
    bareRepository(remote);
    await ledger.append(bodyFor('first'), contextFor());
  });

  /** A writer of one row with a temporary folder of its own. */
  function start(): { readonly writer: Writer; readonly row: string; readonly temporary: string } {
    const prefix = `kill-${made++}`;
    const temporary = join(folder, prefix);
    mkdirSync(temporary);
    return {
      writer: startWriter(program, `git:${remote}`, prefix, { count: 1 }, { TMPDIR: temporary }),
      row: `${prefix}-0`,
      temporary,
    };
  }

  /** Kills the writer at the first event of that name in a folder, which may still have to appear. */
  async function killAt(writer: Writer, place: () => string | null, name: RegExp): Promise<void> {
    for (let path = place(); writer.child.exitCode === null; path = place()) {
      if (path === null || !existsSync(path)) {
        await sleep(1);
        continue;
      }
      const watcher = watch(path, (_, file) => {
        if (file !== null && name.test(file)) writer.child.kill('SIGKILL');
      });
      await writer.ended;
      watcher.close();
      break;
    }
    await writer.ended;
    if (writer.child.signalCode === 'SIGKILL') killed++;
  }

  /** After a kill the branch is the old one or the new one; the same row then comes to stand once. */
  async function holds(before: number, row: string): Promise<void> {
    // A push that was under way may still end after its writer: wait until the branch is at rest.
    for (let tip = ''; tip !== gitIn(remote, 'rev-parse', 'bench-results'); await sleep(150))
      tip = gitIn(remote, 'rev-parse', 'bench-results');
    const found = await ledger.verify({ rows: true });
    if (!found.ok) throw new Error(`${found.code}: ${found.message}`);
    expect([before, before + 1]).toContain(found.count);
    const again = await ledger.append(bodyFor(row), contextFor());
    expect(again.kind).toBe(found.count === before ? 'recorded' : 'already_recorded');
    expect(history(remote)).toHaveLength(before + 1);
    expect(history(remote).filter(({ parents }) => parents !== 1)).toHaveLength(1);
  }

  describe('GitLedger: a writer killed with SIGKILL', () => {
    it.each(inLayer(layer, points(remote), ([name]) => name, QUICK_POINTS))(
      'when %s, leaves the old branch or the new one',
      async (_, place, name) => {
        const before = history(remote).length;
        const { writer, row, temporary } = start();
        await killAt(writer, () => place(temporary), name);
        await holds(before, row);
      },
    );

    it.each(layer === 'slow' ? [0, 1, 2, 3] : [])(
      'at a random moment (%i), leaves the old branch or the new one',
      async () => {
        const before = history(remote).length;
        const { writer, row } = start();
        while (writer.lines.length === 0 && writer.child.exitCode === null) await sleep(2);
        await sleep(Math.random() * 250);
        if (writer.child.kill('SIGKILL')) killed++;
        await writer.ended;
        await holds(before, row);
      },
    );

    it('was killed before its end often enough, or this has shown nothing', async () => {
      expect(killed).toBeGreaterThanOrEqual(layer === 'slow' ? made / 2 : 1);
      expect(await ledger.verify({ rows: true })).toMatchObject({ ok: true, count: made + 1 });
    });
  });
}
