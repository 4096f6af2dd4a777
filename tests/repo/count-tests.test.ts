import { describe, expect, it } from 'vitest';
import { countTests } from '../../tools/count-tests.ts';

function report(counts: Readonly<Record<string, number>>, success: boolean): string {
  const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  return JSON.stringify({ ...none, ...counts, success, numTotalTests: 99 });
}

describe('countTests()', () => {
  it.each([
    ['a green run', report({ numPassedTests: 5 }, true), { passed: 5, failed: 0, skipped: 0 }],
    ['failed tests', report({ numPassedTests: 5, numFailedTests: 2 }, false), { passed: 5, failed: 2, skipped: 0 }],
    [
      'skipped and planned tests',
      report({ numPendingTests: 3, numTodoTests: 1 }, true),
      { passed: 0, failed: 0, skipped: 4 },
    ],
    ['a file that did not load', report({ numPassedTests: 5 }, false), { passed: 5, failed: 1, skipped: 0 }],
    ['a cut report', '{"success":true,"numPassed', { passed: 0, failed: 1, skipped: 0 }],
    ['another document', '{}', { passed: 0, failed: 1, skipped: 0 }],
    ['no report', null, { passed: 0, failed: 1, skipped: 0 }],
  ])('counts %s', (_name, text, expected) => {
    expect(countTests(text)).toEqual(expected);
  });
});
