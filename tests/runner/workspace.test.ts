import { chmodSync, existsSync, readFileSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../records/digest.ts';
import { runTool } from '../../runner/process.ts';
import { manifestOf, removeTree, writeFiles } from '../../runner/workspace.ts';
import { temporaryFolder } from '../repo/tree.ts';

const PATH = { PATH: '/usr/bin:/bin' };

/** A folder chain that is deeper than a path can be long. */
const DEEP = `n=$(printf '%0200d' 0); for i in $(seq 1 30); do mkdir $n && cd $n; done; echo x > bottom`;

describe('writeFiles', () => {
  it('writes texts byte for byte, in folders that it makes', () => {
    const root = temporaryFolder();
    writeFiles(root, { 'a.txt': 'ü\r\n', 'b/c/d': '' });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('ü\r\n');
    expect(readFileSync(join(root, 'b/c/d'), 'utf8')).toBe('');
  });
});

describe('manifestOf', () => {
  it('lists every kind of entry with what can be said of it, sorted', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'b.txt': 'text', 'a/inner': '' });
    chmodSync(join(root, 'b.txt'), 0o640);
    chmodSync(join(root, 'a'), 0o750);
    symlinkSync('b.txt', join(root, 'link'));
    symlinkSync('/nowhere/at/all', join(root, 'dangling'));
    await runTool(['mkfifo', '-m', '600', join(root, 'fifo')], 5000, PATH);
    const { entries, ...rest } = manifestOf(root);
    expect(rest).toEqual({ schema: 'operant.manifest/v1', complete: true });
    const none = { size: 0, digest: null, target: null };
    expect(entries.map(({ mode, ...entry }) => ({ ...entry, mode: entry.type === 'link' ? null : mode }))).toEqual([
      { path: 'a', type: 'folder', ...none, mode: 0o750 },
      { path: 'a/inner', type: 'file', ...none, digest: digestOf(''), mode: expect.any(Number) },
      { path: 'b.txt', type: 'file', ...none, size: 4, digest: digestOf('text'), mode: 0o640 },
      { path: 'dangling', type: 'link', ...none, target: '/nowhere/at/all', mode: null },
      { path: 'fifo', type: 'other', ...none, mode: 0o600 },
      { path: 'link', type: 'link', ...none, target: 'b.txt', mode: null },
    ]);
  });

  it('follows no link out of the folder or round in a circle', () => {
    const root = temporaryFolder();
    writeFiles(root, { 'out/secret': 's', 'in/file': '' });
    symlinkSync('../out', join(root, 'in/out'));
    symlinkSync('.', join(root, 'in/loop'));
    expect(manifestOf(join(root, 'in')).entries.map(({ path }) => path)).toEqual(['file', 'loop', 'out']);
  });

  it('lists a file beyond 16 MiB without reading it', () => {
    const root = temporaryFolder();
    writeFiles(root, { big: '', most: '' });
    truncateSync(join(root, 'big'), 5 * 1024 ** 3);
    truncateSync(join(root, 'most'), 16 * 1024 * 1024);
    const { entries, complete } = manifestOf(root);
    expect(entries.map(({ size, digest }) => [size, digest === null])).toEqual([
      [5 * 1024 ** 3, true],
      [16 * 1024 * 1024, false],
    ]);
    expect(complete).toBe(true);
  });

  it('hashes big files within a budget, and small ones always', () => {
    const root = temporaryFolder();
    writeFiles(root, { a: '', b: '', c: '', 'd-small': 'x'.repeat(64 * 1024) });
    for (const name of ['a', 'b', 'c']) truncateSync(join(root, name), 1024 * 1024);
    const hashed = (budget: number) => {
      const { entries, complete } = manifestOf(root, 100, budget);
      return [complete, entries.map(({ digest }) => digest !== null)];
    };
    expect(hashed(3 * 1024 * 1024)).toEqual([true, [true, true, true, true]]);
    expect(hashed(2 * 1024 * 1024 + 5)).toEqual([true, [true, true, false, true]]);
    expect(hashed(0)).toEqual([true, [false, false, false, true]]);
  });

  it('says that it is not complete beyond the most entries, and lists no more', () => {
    const root = temporaryFolder();
    writeFiles(root, { a: '', 'b/c': '', d: '' });
    expect(manifestOf(root, 4)).toEqual(manifestOf(root));
    const cut = manifestOf(root, 3);
    expect([cut.entries.map(({ path }) => path), cut.complete]).toEqual([['a', 'b', 'b/c'], false]);
  });

  it('says that it is not complete when something cannot be looked at', async () => {
    const root = temporaryFolder();
    await runTool(['sh', '-c', `cd '${root}'\n${DEEP}`], 5000, PATH);
    const manifest = manifestOf(root);
    expect(manifest.complete).toBe(false);
    expect(manifest.entries.length).toBeGreaterThan(5);
    await removeTree(root);
    expect(existsSync(root)).toBe(false);
  });

  it('says that it is not complete when a name is no text', async () => {
    const root = temporaryFolder();
    await runTool(['sh', '-c', `cd '${root}' && touch "$(printf 'a\\377')"`], 5000, PATH);
    expect(manifestOf(root)).toMatchObject({ complete: false, entries: [] });
  });

  it('of a folder that is not there is empty and not complete', () => {
    expect(manifestOf(join(temporaryFolder(), 'gone'))).toMatchObject({ complete: false, entries: [] });
  });
});

describe('removeTree', () => {
  it('removes folders that may not be written to', async () => {
    const root = join(temporaryFolder(), 'home');
    writeFiles(root, { 'cache/module/file': 'x' });
    chmodSync(join(root, 'cache/module/file'), 0o444);
    chmodSync(join(root, 'cache/module'), 0o555);
    chmodSync(join(root, 'cache'), 0o555);
    await removeTree(root);
    expect(existsSync(root)).toBe(false);
  });

  it('removes links and leaves what they lead to', async () => {
    const parent = temporaryFolder();
    writeFiles(parent, { 'kept/file': 'x', 'home/a': '' });
    symlinkSync('../kept', join(parent, 'home/link'));
    await removeTree(join(parent, 'home'));
    expect(existsSync(join(parent, 'home'))).toBe(false);
    expect(existsSync(join(parent, 'kept/file'))).toBe(true);
  });

  it('is quiet about a folder that is not there', async () => {
    await expect(removeTree(join(temporaryFolder(), 'gone'))).resolves.toBeUndefined();
  });
});
