import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectFinal, collectNative, FINAL_FILE } from '../../runner/collect.ts';
import { walk } from '../../runner/native-files.ts';
import { OUTPUT_CAP, runTool } from '../../runner/process.ts';
import { temporaryFolder } from '../repo/tree.ts';
import { write } from './setup.ts';

const SOURCES = [
  { under: 'sessions', suffix: '.jsonl', into: 'sessions' },
  { under: 'logs/deep', suffix: '.log', into: 'logs' },
];

function folders() {
  const root = temporaryFolder();
  const [home, trial] = [join(root, 'home'), join(root, 'trial')];
  mkdirSync(home);
  mkdirSync(trial);
  return { root, home, trial };
}

describe('collectNative', () => {
  it('takes the files of each source by their ending, at the same paths', () => {
    const { home, trial } = folders();
    write(home, {
      'sessions/2026/01/a.jsonl': 'A\n',
      'sessions/b.jsonl': 'B\n',
      'sessions/b.txt': 'no',
      'logs/deep/x.log': 'X\n',
      'logs/y.log': 'no',
      'auth.json': 'secret',
    });
    expect(collectNative(trial, home, SOURCES, null)).toBe(3);
    expect(walk(trial)).toEqual(['native/logs/x.log', 'native/sessions/2026/01/a.jsonl', 'native/sessions/b.jsonl']);
    expect(readFileSync(join(trial, 'native/sessions/b.jsonl'), 'utf8')).toBe('B\n');
    expect(statSync(join(trial, 'native')).mode & 0o077).toBe(0);
  });

  it('takes only what changed since the trial began when the home is shared', () => {
    const { home, trial } = folders();
    write(home, { 'sessions/old.jsonl': '', 'sessions/new.jsonl': '' });
    utimesSync(join(home, 'sessions/old.jsonl'), 1000, 1000);
    utimesSync(join(home, 'sessions/new.jsonl'), 3000, 3000);
    expect(collectNative(trial, home, SOURCES, 2_000_000)).toBe(1);
    expect(walk(trial)).toEqual(['native/sessions/new.jsonl']);
  });

  it('takes nothing through a link, wherever it stands', async () => {
    const { root, home, trial } = folders();
    write(root, { 'other/secret.jsonl': 's', 'other/deep/secret.log': 's' });
    write(home, { 'sessions/own.jsonl': '' });
    symlinkSync(join(root, 'other/secret.jsonl'), join(home, 'sessions/link.jsonl'));
    symlinkSync(join(root, 'other'), join(home, 'sessions/folder'));
    symlinkSync(join(root, 'other'), join(home, 'logs'));
    await runTool(['mkfifo', join(home, 'sessions/fifo.jsonl')], 5000, { PATH: '/usr/bin:/bin' });
    collectNative(trial, home, SOURCES, null);
    expect(walk(trial)).toEqual(['native/sessions/own.jsonl']);
  });

  it('takes nothing when a source itself is a link', () => {
    const { root, home, trial } = folders();
    write(root, { 'other/secret.jsonl': 's' });
    symlinkSync(join(root, 'other'), join(home, 'sessions'));
    expect(collectNative(trial, home, SOURCES, null)).toBe(0);
  });

  it('takes what it finds below a home that is reached by a link', () => {
    const { root, home, trial } = folders();
    write(home, { 'sessions/own.jsonl': '' });
    symlinkSync('home', join(root, 'alias'));
    expect(collectNative(trial, join(root, 'alias'), SOURCES, null)).toBe(1);
  });

  it('takes at most 1 GiB', () => {
    const { home, trial } = folders();
    write(home, { 'sessions/big.jsonl': '' });
    truncateSync(join(home, 'sessions/big.jsonl'), 2 * 1024 ** 3);
    collectNative(trial, home, SOURCES, null);
    expect(walk(trial)).toEqual([]);
  });

  it.each([
    [{ files: 2, bytes: 100 }, ['a', 'b']],
    [{ files: 9, bytes: 8 }, ['a', 'b']],
    [{ files: 9, bytes: 9 }, ['a', 'b', 'c']],
  ])('stops at its most: %j', (most, taken) => {
    const { home, trial } = folders();
    write(home, { 'sessions/a.jsonl': 'aaa', 'sessions/b.jsonl': 'bbb', 'sessions/c.jsonl': 'ccc' });
    collectNative(trial, home, SOURCES, null, most);
    expect(walk(trial)).toEqual(taken.map((name) => `native/sessions/${name}.jsonl`));
  });
});

describe('collectFinal', () => {
  it('takes the final message', () => {
    const { home, trial } = folders();
    write(home, { [FINAL_FILE]: 'done\n' });
    collectFinal(trial, home);
    expect(readFileSync(join(trial, FINAL_FILE), 'utf8')).toBe('done\n');
  });

  it.each<[string, (home: string, root: string) => unknown]>([
    ['nothing', () => undefined],
    ['a folder', (home) => mkdirSync(join(home, FINAL_FILE))],
    [
      'a link to a file of somebody else',
      (home, root) => {
        write(root, { secret: 's' });
        symlinkSync(join(root, 'secret'), join(home, FINAL_FILE));
      },
    ],
    ['a link to an endless file', (home) => symlinkSync('/dev/zero', join(home, FINAL_FILE))],
    ['a FIFO', (home) => runTool(['mkfifo', join(home, FINAL_FILE)], 5000, { PATH: '/usr/bin:/bin' })],
    [
      'more than the output cap',
      (home) => {
        write(home, { [FINAL_FILE]: '' });
        truncateSync(join(home, FINAL_FILE), OUTPUT_CAP + 1);
      },
    ],
  ])('takes %s for no message', async (_, plant) => {
    const { root, home, trial } = folders();
    await plant(home, root);
    collectFinal(trial, home);
    expect(existsSync(join(trial, FINAL_FILE))).toBe(false);
  });
});
