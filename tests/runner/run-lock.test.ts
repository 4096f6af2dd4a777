import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { executeRun } from '../../runner/pipeline.ts';
import { lockRun, RUN_LOCK } from '../../runner/run-lock.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { contextOf, plantSuite, REFUSES, requestFor, until } from './setup.ts';

const HERE = temporaryFolder();

describe('lockRun', () => {
  it('refuses a second holder with exit 64 and says who has it', async () => {
    const release = await lockRun(contextOf(HERE), HERE);
    const second = lockRun(contextOf(HERE), HERE);
    await expect(second).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(`${process.pid}`),
    });
    await release();
    expect(existsSync(join(HERE, RUN_LOCK))).toBe(false);
    await (await lockRun(contextOf(HERE), HERE))();
  });

  it('takes the lock of a process that was killed', async () => {
    const release = await lockRun(contextOf(HERE), HERE);
    const lock = Object(JSON.parse(readFileSync(join(HERE, RUN_LOCK), 'utf8')));
    await release();
    const { pid } = spawnSync('true');
    writeFileSync(join(HERE, RUN_LOCK), JSON.stringify({ ...lock, pid, nonce: crypto.randomUUID() }));
    await (await lockRun(contextOf(HERE), HERE))();
    expect(existsSync(join(HERE, RUN_LOCK))).toBe(false);
  });
});

describe('executeRun', () => {
  it('leaves a run alone that another process works on', async () => {
    const root = join(HERE, 'both');
    mkdirSync(root);
    const suite = plantSuite(root);
    const slow = ['sh', '-c', `cat >/dev/null; sleep 0.5; echo '${REFUSES}'`];
    const first = executeRun(contextOf(root), requestFor(suite, slow, { concurrency: 1 }));
    const runs = join(root, 'runs');
    const folder = () => (existsSync(runs) ? join(runs, readdirSync(runs)[0] ?? '') : '');
    await until(() => existsSync(join(folder(), RUN_LOCK)) && existsSync(join(folder(), 'summary.json')));
    const again = executeRun(contextOf(root), { ...requestFor('', []), suite: null, resume: folder() });
    await expect(again).rejects.toMatchObject({ name: 'UsageError' });
    const done = await first;
    expect(done.reports[0]?.counts).toMatchObject({ planned: 4, graded: 4, reexecuted: 0, causes: {} });
    expect(existsSync(join(folder(), RUN_LOCK))).toBe(false);
  });
});
