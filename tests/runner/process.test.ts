/** Real processes: how they end, what they print, what they leave behind. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { GRACE_MS, type ProcessRequest, runProcess, runTool, signalGroup } from '../../runner/process.ts';
import { endAllWith, processesWith } from '../../runner/strays.ts';
import { temporaryFolder } from '../repo/tree.ts';
import { until } from './setup.ts';

const ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
const CLEAN = { signal: null, timedOut: false, overflow: false, interrupted: false, spawnError: null };

let marks = 0;
/** A mark that no other process carries. */
function mark(): string {
  marks++;
  return `mark-${process.pid}-${marks}-${Date.now()}`;
}

/** Runs a shell script and returns how it ended with what it printed. */
async function sh(script: string, changes: Partial<ProcessRequest> = {}) {
  const folder = temporaryFolder();
  const request: ProcessRequest = {
    argv: ['sh', '-c', script],
    cwd: folder,
    env: ENV,
    stdin: null,
    stdoutPath: join(folder, 'stdout.raw'),
    stderrPath: join(folder, 'stderr.raw'),
    deadlineMs: 10_000,
    capBytes: 1024 * 1024,
    interrupt: new AbortController().signal,
    ...changes,
  };
  const { exit, wallMs } = await runProcess(request);
  return { exit, wallMs, folder, stdout: readFileSync(request.stdoutPath), stderr: readFileSync(request.stderrPath) };
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie has ended; it only waits to be counted.
  return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

function pidIn(path: string): number {
  return Number(readFileSync(path, 'utf8'));
}

describe('runProcess', () => {
  it.each([0, 1, 7, 125, 255])('gives the exit code %i', async (code) => {
    expect((await sh(`exit ${code}`)).exit).toEqual({ ...CLEAN, exitCode: code });
  });

  it.each(['TERM', 'KILL', 'SEGV', 'INT'])('gives the signal %s that ended it, and no code', async (signal) => {
    expect((await sh(`kill -${signal} $$; sleep 5`)).exit).toEqual({
      ...CLEAN,
      exitCode: null,
      signal: `SIG${signal}`,
    });
  });

  it('keeps both streams apart and byte for byte, with nothing added', async () => {
    const { stdout, stderr } = await sh("printf 'a\\r\\n\\377\\000b'; printf 'c' >&2");
    expect([...stdout]).toEqual([97, 13, 10, 255, 0, 98]);
    expect(stderr.toString()).toBe('c');
  });

  it('keeps a character whose bytes come in pieces', async () => {
    const { stdout } = await sh("printf '\\360\\237'; sleep 0.1; printf '\\246'; sleep 0.1; printf '\\207'");
    expect(stdout.toString('utf8')).toBe('🦇');
  });

  it('keeps the files readable by their owner only', async () => {
    const { folder } = await sh('echo x');
    expect(statSync(join(folder, 'stdout.raw')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'stderr.raw')).mode & 0o777).toBe(0o600);
  });

  it('hands on its environment and nothing of this process', async () => {
    const { stdout } = await sh('env | sort', { env: { PATH: ENV.PATH, ONLY: 'ü "x"' } });
    const names = stdout
      .toString()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(stdout.toString()).toContain('ONLY=ü "x"\n');
    expect(names.filter((name) => !['', 'ONLY', 'PATH', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? ''))).toEqual(
      [],
    );
  });

  it('hands over arguments as they are: no shell reads them', async () => {
    const argv = ['printf', '%s\n', '$HOME `id` "x" *', '', 'two\nlines', "it's", 'ü🦇'];
    expect((await sh('', { argv })).stdout.toString()).toBe(
      argv
        .slice(2)
        .map((arg) => `${arg}\n`)
        .join(''),
    );
  });

  it('starts in the folder that was said', async () => {
    const { stdout, folder } = await sh('pwd');
    expect(stdout.toString()).toBe(`${folder}\n`);
  });

  describe('standard input', () => {
    it('is the text, then its end', async () => {
      const text = `${'line ü\n'.repeat(20_000)}last`;
      const { stdout } = await sh('cat', { stdin: text });
      expect(stdout.toString()).toBe(text);
    });

    it('is at its end at once when there is none', async () => {
      expect((await sh('cat; echo done')).stdout.toString()).toBe('done\n');
    });

    it('may be ignored, however long it is', async () => {
      const { exit, stdout } = await sh('echo early', { stdin: 'x'.repeat(5_000_000) });
      expect([exit, stdout.toString()]).toEqual([{ ...CLEAN, exitCode: 0 }, 'early\n']);
    });

    it('may be closed by a program that goes on', async () => {
      const { exit, stdout } = await sh('exec 0<&-; sleep 0.2; echo late', { stdin: 'x'.repeat(5_000_000) });
      expect([exit.exitCode, stdout.toString()]).toEqual([0, 'late\n']);
    });
  });

  describe('a program that cannot be started', () => {
    it.each([
      ['is not there', ['no-such-program-here'], /ENOENT/],
      ['is a folder', ['/tmp'], /EACCES/],
      ['is not named', [], /^no program was given$/],
      ['has a NUL in its arguments', ['echo', 'a\0b'], /null bytes/],
    ])('%s', async (_, argv, words) => {
      const { exit } = await sh('', { argv });
      expect(exit).toEqual({ ...CLEAN, exitCode: null, spawnError: expect.stringMatching(words) });
    });

    it('in a folder that is not there', async () => {
      const { exit } = await sh('exit 0', { cwd: '/no/such/folder' });
      expect(exit.spawnError).toMatch(/ENOENT/);
    });
  });

  describe('the deadline', () => {
    it('sends TERM, which a program may answer', async () => {
      const { exit, stdout, wallMs } = await sh("trap 'echo bye; exit 3' TERM; while :; do sleep 0.05; done", {
        deadlineMs: 300,
      });
      expect(exit).toEqual({ ...CLEAN, exitCode: 3, timedOut: true });
      expect(stdout.toString()).toBe('bye\n');
      expect(wallMs).toBeGreaterThanOrEqual(300);
    });

    it('sends KILL to a program that ignores TERM, after the time of grace', async () => {
      const { exit, wallMs } = await sh("trap '' TERM; while :; do sleep 0.05; done", { deadlineMs: 300 });
      expect(exit).toEqual({ ...CLEAN, exitCode: null, signal: 'SIGKILL', timedOut: true });
      expect(wallMs).toBeGreaterThanOrEqual(300 + GRACE_MS - 50);
      expect(wallMs).toBeLessThan(300 + GRACE_MS + 3000);
    });

    it('ends a program that is stopped', async () => {
      const { exit } = await sh('kill -STOP $$', { deadlineMs: 200 });
      expect(exit).toMatchObject({ signal: 'SIGKILL', timedOut: true });
    });

    it('keeps what was printed before it', async () => {
      const { stdout } = await sh('echo first; sleep 30', { deadlineMs: 300 });
      expect(stdout.toString()).toBe('first\n');
    });

    it('is not said of a program that ended in time', async () => {
      const { exit, folder } = await sh('exit 0', { deadlineMs: 150 });
      await sleep(200);
      expect(exit.timedOut).toBe(false);
      expect(existsSync(folder)).toBe(true);
    });
  });

  describe('the group', () => {
    it('is ended with the program: children do not outlive it', async () => {
      const { exit, folder, wallMs } = await sh('sleep 60 & echo $! > child; exit 0');
      expect(exit.exitCode).toBe(0);
      expect(wallMs).toBeLessThan(5000);
      await until(() => !alive(pidIn(join(folder, 'child'))));
    });

    it('is ended at the deadline, grandchildren that ignore TERM included', async () => {
      const { exit, folder } = await sh(
        `sh -c "trap '' TERM; echo \\$\\$ > grandchild; while :; do sleep 0.05; done" & wait`,
        { deadlineMs: 400 },
      );
      expect(exit.timedOut).toBe(true);
      await until(() => !alive(pidIn(join(folder, 'grandchild'))));
    });

    it('does not wait for a process that left it and holds the output open', async () => {
      const marked = mark();
      const { exit, wallMs, stdout } = await sh('setsid sleep 60 & echo answer', { env: { ...ENV, MARKED: marked } });
      expect([exit.exitCode, stdout.toString()]).toEqual([0, 'answer\n']);
      expect(wallMs).toBeLessThan(5000);
      expect(await endAllWith(marked)).toBe(true);
    });
  });

  describe('the output cap', () => {
    it.each([
      [1000, false],
      [1001, true],
    ])('of 1000 bytes with %i written: overflow %s', async (size, overflow) => {
      const { exit, stdout } = await sh(`head -c ${size} /dev/zero; sleep 0.2`, { capBytes: 1000 });
      expect(exit.overflow).toBe(overflow);
      expect(stdout.length).toBe(1000);
      expect(exit.exitCode === 0).toBe(!overflow);
    });

    it('counts both streams together, and keeps exactly the cap', async () => {
      const { exit, stdout, stderr } = await sh(
        'head -c 600 /dev/zero; sleep 0.2; head -c 600 /dev/zero >&2; sleep 5',
        {
          capBytes: 1000,
        },
      );
      expect(exit.overflow).toBe(true);
      expect([stdout.length, stderr.length]).toEqual([600, 400]);
    });

    it('stops an endless printer', async () => {
      const { exit, stdout, wallMs } = await sh("trap '' TERM; yes", { capBytes: 100_000 });
      expect(exit).toMatchObject({ overflow: true, timedOut: false });
      expect(stdout.length).toBe(100_000);
      expect(wallMs).toBeLessThan(8000);
    });
  });

  describe('an interruption', () => {
    it('ends the group and is told', async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 200);
      const { exit, stdout } = await sh('echo first; sleep 30', { interrupt: controller.signal });
      expect(exit).toEqual({ ...CLEAN, exitCode: null, signal: 'SIGTERM', interrupted: true });
      expect(stdout.toString()).toBe('first\n');
    });

    it('before the start starts nothing', async () => {
      const { exit, folder } = await sh('touch started', { interrupt: AbortSignal.abort() });
      expect(exit).toEqual({ ...CLEAN, exitCode: null, interrupted: true });
      expect(existsSync(join(folder, 'started'))).toBe(false);
    });

    it('after the end changes nothing and is no longer listened for', async () => {
      const controller = new AbortController();
      const { exit } = await sh('exit 0', { interrupt: controller.signal });
      controller.abort();
      expect(exit).toEqual({ ...CLEAN, exitCode: 0 });
    });
  });

  it('throws when the output cannot be written, after ending the program', async () => {
    const marked = mark();
    const full = sh('yes', { stdoutPath: '/dev/full', env: { ...ENV, MARKED: marked } });
    await expect(full).rejects.toThrow(/ENOSPC/);
    await until(() => processesWith(marked)?.length === 0);
  });

  it('runs many at the same time without mixing them', async () => {
    const runs = await Promise.all(Array.from({ length: 20 }, (_, n) => sh(`echo ${n}; exit ${n}`)));
    expect(runs.map(({ exit, stdout }) => [exit.exitCode, stdout.toString()])).toEqual(
      Array.from({ length: 20 }, (_, n) => [n, `${n}\n`]),
    );
  });
});

describe('processesWith and endAllWith', () => {
  it('find and end what left its group, and its children', async () => {
    const marked = mark();
    const script = 'setsid sh -c "sleep 60 & sleep 60 & wait" >/dev/null 2>&1 & sleep 0.3; exit 0';
    await sh(script, { env: { ...ENV, MARKED: marked } });
    const found = processesWith(marked) ?? [];
    expect(found.length).toBe(3);
    expect(await endAllWith(marked)).toBe(true);
    expect(processesWith(marked)).toEqual([]);
    expect(found.filter(alive)).toEqual([]);
  });

  it('end what keeps starting others', async () => {
    const marked = mark();
    const script = "setsid sh -c 'while :; do setsid sleep 60 & sleep 0.01; done' >/dev/null 2>&1 & sleep 0.3";
    await sh(script, { env: { ...ENV, MARKED: marked } });
    expect(await endAllWith(marked)).toBe(true);
    await sleep(50);
    expect(processesWith(marked)).toEqual([]);
  });

  it('leave others alone', async () => {
    const marked = mark();
    const other = mark();
    await sh('setsid sleep 60 >/dev/null 2>&1 & sleep 0.1', { env: { ...ENV, MARKED: other } });
    expect(await endAllWith(marked)).toBe(true);
    expect(processesWith(other)?.length).toBe(1);
    expect(await endAllWith(other)).toBe(true);
  });
});

describe('signalGroup', () => {
  it('is quiet about a group that is gone', () => {
    expect(() => signalGroup(2 ** 22 - 1, 'SIGTERM')).not.toThrow();
    expect(() => signalGroup(undefined, 'SIGTERM')).not.toThrow();
  });
});

describe('runTool', () => {
  it.each([
    ['what was printed', ['sh', '-c', 'echo out; echo err >&2; exit 3'], { code: 3, stdout: 'out\n', stderr: 'err\n' }],
    ['no program', [], { code: null, stdout: '', stderr: 'no program was given' }],
    [
      'a program that is not there',
      ['no-such-program-here'],
      { code: null, stdout: '', stderr: expect.stringMatching(/ENOENT/) },
    ],
  ])('gives %s', async (_, argv, result) => {
    expect(await runTool(argv, 5000, ENV)).toEqual(result);
  });

  it('leaves no timer behind that keeps the process waiting', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await runTool(['no-such-program-here'], 60_000, ENV);
    await runTool(['true'], 60_000, ENV);
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it.each([
    ['sleep 30', ['sleep', '30']],
    ['a tool that ignores TERM', ['sh', '-c', "trap '' TERM; while :; do sleep 0.05; done"]],
  ])('ends at its time limit, and says so by a null code: %s', async (_, argv) => {
    const started = performance.now();
    expect((await runTool(argv, 200, ENV)).code).toBeNull();
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
