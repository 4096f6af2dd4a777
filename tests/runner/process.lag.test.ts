import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProcess } from '../../runner/process.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'process-lag-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Keeps the event loop busy, as a machine with too much work does. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('runProcess on a busy machine', () => {
  it('keeps an answer although the event loop comes to it long after the program ended', async () => {
    const stdoutPath = join(folder, 'stdout.raw');
    const running = runProcess({
      // The sleeper holds the pipe open, so that its end cannot announce that everything was read.
      argv: ['sh', '-c', 'setsid sleep 2 & printf answer'],
      cwd: folder,
      env: { PATH: '/usr/bin:/bin' },
      stdin: null,
      stdoutPath,
      stderrPath: join(folder, 'stderr.raw'),
      deadlineMs: 20_000,
      capBytes: 1_000_000,
      interrupt: new AbortController().signal,
    });
    const lag = setInterval(() => block(450), 1);
    const { exit } = await running;
    clearInterval(lag);
    expect(exit).toMatchObject({ exitCode: 0, timedOut: false });
    expect(readFileSync(stdoutPath, 'utf8')).toBe('answer');
  });
});
