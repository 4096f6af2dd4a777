import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LedgerLock } from '../../../records/ledger.ts';
import { holder, takeLock } from '../../../runner/ledger/lock.ts';
import { removeLeftovers } from '../../../runner/ledger/storage.ts';
import { temporaryFolder } from '../../helpers/temp.ts';

const folder = temporaryFolder();
let made = 0;
const fresh = () => join(folder, `lock-${made++}`);
const soon = () => ({ deadline: performance.now() + 150, random: Math.random, interrupt: null });
const later = () => ({ ...soon(), deadline: performance.now() + 20_000 });

/** The lock that this process would write. */
async function mine(): Promise<LedgerLock> {
  const path = fresh();
  const release = await takeLock(path, soon());
  const lock = LedgerLock.parse(JSON.parse(readFileSync(path, 'utf8')));
  await release?.();
  return lock;
}

/** Id of a process that has ended. */
async function endedPid(): Promise<number> {
  const child = spawn('true');
  await new Promise((resolve) => child.on('close', resolve));
  return child.pid ?? 0;
}

describe('takeLock', () => {
  it('names its holder and is given back without a trace', async () => {
    const path = fresh();
    const release = await takeLock(path, soon());
    expect(await holder(path)).toContain(`process ${process.pid} on ${hostname()}`);
    expect(await takeLock(path, soon())).toBeNull();
    await release?.();
    expect(existsSync(path)).toBe(false);
    expect(await holder(path)).toBeNull();
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each<[string, (lock: LedgerLock) => Promise<Partial<LedgerLock>>, boolean]>([
    ['a process that ended', async () => ({ pid: await endedPid() }), true],
    ['an older boot', () => Promise.resolve({ bootId: '00000000-0000-0000-0000-000000000000' }), true],
    ['an earlier process with the same id', () => Promise.resolve({ startedAt: '1' }), true],
    ['a process that runs', () => Promise.resolve({}), false],
    ['another machine', async () => ({ host: 'elsewhere', pid: await endedPid() }), false],
    ['another container', async () => ({ space: 'pid:[1]', pid: await endedPid() }), false],
  ])('held by %s', async (_, change, isFree) => {
    const path = fresh();
    const lock = await mine();
    writeFileSync(path, JSON.stringify({ ...lock, ...(await change(lock)) }));
    const release = await takeLock(path, soon());
    expect(release !== null).toBe(isFree);
    await release?.();
  });

  it('does not take a killed process that nobody has waited for to be alive', async () => {
    const path = fresh();
    // The shell gives way to a program that waits for nobody before its child ends, so the child stays a zombie.
    const shell = spawn('sh', ['-c', 'sleep 2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = await new Promise<number>((resolve) =>
      shell.stdout.on('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
    );
    const state = () => readFileSync(`/proc/${pid}/stat`, 'utf8');
    for (let waited = 0; waited < 200 && !state().includes(' Z '); waited++) await sleep(50);
    expect(state()).toContain(' Z ');
    writeFileSync(path, JSON.stringify({ ...(await mine()), pid }));
    const release = await takeLock(path, soon());
    shell.kill('SIGKILL');
    expect(release).not.toBeNull();
    await release?.();
  });

  it.each(['', '{', '{"pid":1}'])('waits for a lock file that says %j', async (text) => {
    const path = fresh();
    writeFileSync(path, text);
    expect(await takeLock(path, soon())).toBeNull();
    expect(await holder(path)).toContain('unreadable lock file');
  });

  it('ends its wait when it is interrupted', async () => {
    const path = fresh();
    const release = await takeLock(path, soon());
    const interrupt = new AbortController();
    setTimeout(() => interrupt.abort(), 30);
    expect(await takeLock(path, { ...later(), interrupt: interrupt.signal })).toBeNull();
    await release?.();
  });

  it('has one holder at a time, also when all find the same stale lock', async () => {
    const path = fresh();
    const pid = await endedPid();
    const stale = JSON.stringify({ ...(await mine()), pid });
    let inside = 0;
    let most = 0;
    const one = async () => {
      const release = await takeLock(path, later());
      most = Math.max(most, ++inside);
      await sleep(1);
      inside--;
      // Half of the holders die with the lock: the next one finds a stale lock again.
      if (Math.random() < 0.5) writeFileSync(path, stale);
      else await release?.();
    };
    writeFileSync(path, stale);
    await Promise.all(Array.from({ length: 30 }, one));
    expect(most).toBe(1);
  });

  it('waits on when a holder takes its temporary file for one that a killed writer left', async () => {
    const held = join(folder, 'swept');
    mkdirSync(held);
    let isDone = false;
    const sweep = async () => {
      while (!isDone) {
        await removeLeftovers(held);
        await new Promise(setImmediate);
      }
    };
    const one = async () => {
      for (let turn = 0; turn < 40; turn++) await (await takeLock(join(held, 'lock'), later()))?.();
    };
    const swept = sweep();
    const taken = await Promise.allSettled(Array.from({ length: 8 }, one));
    isDone = true;
    await swept;
    expect(taken.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
