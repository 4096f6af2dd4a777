import { describe, expect, test } from 'vitest';
import { endedBadly, stoppedFromOutside } from '../../../harnesses/shared/exit.ts';
import type { ExitFacts } from '../../../records/harness.ts';
import { ENDED_WELL } from '../fixtures.ts';

describe('stoppedFromOutside', () => {
  const all: Partial<ExitFacts> = { interrupted: true, overflow: true, timedOut: true, spawnError: 'ENOENT' };
  test.each<[string, Partial<ExitFacts>]>([
    ['interrupted', all],
    ['overflow', { ...all, interrupted: false }],
    ['deadline', { ...all, interrupted: false, overflow: false }],
    ['environment', { spawnError: 'ENOENT' }],
  ])('names %s first when it holds before the rest', (cause, facts) => {
    expect(stoppedFromOutside({ ...ENDED_WELL, ...facts })?.cause).toBe(cause);
  });

  test('is null for a program that ended by itself, however it ended', () => {
    expect(stoppedFromOutside({ ...ENDED_WELL, exitCode: 70 })).toBeNull();
    expect(stoppedFromOutside({ ...ENDED_WELL, exitCode: null, signal: 'SIGKILL' })).toBeNull();
  });
});

describe('endedBadly', () => {
  test.each<[string, Partial<ExitFacts>, RegExp]>([
    ['a signal', { exitCode: null, signal: 'SIGSEGV' }, /SIGSEGV/],
    ['an exit code', { exitCode: 9 }, /code 9/],
    ['no exit code at all', { exitCode: null }, /no exit code/],
  ])('calls %s cli_error and names it', (_, facts, detail) => {
    const why = endedBadly({ ...ENDED_WELL, ...facts });
    expect(why?.cause).toBe('cli_error');
    expect(why?.detail).toMatch(detail);
  });

  test('is null for exit code 0', () => {
    expect(endedBadly(ENDED_WELL)).toBeNull();
  });
});
