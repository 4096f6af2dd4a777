import { describe, expect, it } from 'vitest';
import { EXIT, exitOfVerdict, exitWithRecording } from '../../records/exit-codes.ts';
import { Verdict } from '../../records/terms.ts';

describe('EXIT', () => {
  it('is the published table', () => {
    expect(EXIT).toEqual({
      pass: 0,
      fail: 1,
      unverifiable: 2,
      unrecorded: 3,
      usage: 64,
      internal: 70,
      interrupted: 130,
    });
  });

  it('gives no two things one code, so that no error looks like a verdict', () => {
    const codes = Object.values(EXIT);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe('exitOfVerdict', () => {
  it.each([
    ['pass', 0],
    ['fail', 1],
    ['unverifiable', 2],
  ] as const)('%s is %i', (verdict, code) => {
    expect(exitOfVerdict(verdict)).toBe(code);
  });
});

describe('exitWithRecording', () => {
  it.each(Verdict.options)('%s stands when the row was recorded', (verdict) => {
    expect(exitWithRecording(verdict, true)).toBe(exitOfVerdict(verdict));
  });

  it('replaces only 0 by 3 when the row was not recorded', () => {
    expect(Verdict.options.map((verdict) => exitWithRecording(verdict, false))).toEqual([3, 1, 2]);
  });
});
