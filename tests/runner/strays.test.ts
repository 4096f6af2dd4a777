import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { endAllWith, processesWith } from '../../runner/strays.ts';

const folders: string[] = [];

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'strays-'));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A process of another session in a folder, with this environment and nothing else. */
function stray(cwd: string, env: Record<string, string>): number {
  const child = spawn('/bin/sleep', ['30'], { cwd, env, detached: true, stdio: 'ignore' });
  child.unref();
  return child.pid ?? 0;
}

describe('processesWith', () => {
  it('cannot tell where the list of processes is empty or another', () => {
    expect(processesWith('no-such-mark', null, { list: scratch() })).toBeNull();
    expect(processesWith('no-such-mark', null, { list: join(scratch(), 'none') })).toBeNull();
  });
});

describe.runIf(process.platform === 'linux')('endAllWith', () => {
  it('ends a process that carries the mark and leaves others alone', async () => {
    const marked = stray(scratch(), { OPERANT_TRIAL: 'mark-one-7f3a' });
    const other = stray(scratch(), { OPERANT_TRIAL: 'mark-two-7f3a' });
    expect(await endAllWith('mark-one-7f3a')).toBe(true);
    expect(processesWith('mark-two-7f3a')).toEqual([other]);
    expect(marked).toBeGreaterThan(0);
    expect(await endAllWith('mark-two-7f3a')).toBe(true);
  });

  it('ends a process that wiped its environment but still stands in the workspace', async () => {
    const folder = scratch();
    const pid = stray(folder, {});
    expect(processesWith('no-such-mark', folder)).toEqual([pid]);
    expect(await endAllWith('no-such-mark', folder)).toBe(true);
    expect(processesWith('no-such-mark', folder)).toEqual([]);
  });

  it('does not look at a folder that only shares the beginning of its name', async () => {
    const folder = scratch();
    const pid = stray(folder, {});
    expect(processesWith('no-such-mark', folder.slice(0, -1))).toEqual([]);
    expect(await endAllWith('no-such-mark', folder)).toBe(true);
    expect(pid).toBeGreaterThan(0);
  });
});
