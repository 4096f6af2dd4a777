import { describe, expect, it } from 'vitest';
import { EvidenceError, formatProblem, UsageError } from '../../records/errors.ts';

describe('formatProblem', () => {
  it.each([
    [{ file: 'a.yaml', line: 3, column: 7, message: 'wrong' }, 'a.yaml:3:7: wrong'],
    [{ file: 'a.yaml', line: 3, column: null, message: 'wrong' }, 'a.yaml:3: wrong'],
    [{ file: 'a.yaml', line: null, column: null, message: 'wrong' }, 'a.yaml: wrong'],
  ])('%j is %s', (problem, text) => {
    expect(formatProblem(problem)).toBe(text);
  });
});

describe('UsageError', () => {
  it('has no next step and no problems unless they are given', () => {
    const error = new UsageError('no');
    expect([error.message, error.next, error.problems]).toEqual(['no', null, []]);
  });

  it('keeps the next step and the problems', () => {
    const problem = { file: 'a', line: 1, column: 1, message: 'm' };
    const error = new UsageError('no', 'do this', [problem]);
    expect([error.next, error.problems]).toEqual(['do this', [problem]]);
  });

  it('is told from an error of evidence', () => {
    expect(new UsageError('no')).not.toBeInstanceOf(EvidenceError);
    expect(new UsageError('no').name).toBe('UsageError');
  });
});

describe('EvidenceError', () => {
  it('carries its code beside its sentence', () => {
    const error = new EvidenceError('missing', 'nothing is there', 'look elsewhere');
    expect([error.name, error.code, error.message, error.next]).toEqual([
      'EvidenceError',
      'missing',
      'nothing is there',
      'look elsewhere',
    ]);
  });
});
