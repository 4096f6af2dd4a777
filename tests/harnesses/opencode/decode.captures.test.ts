/**
 * Captures of OpenCode that others made, in the folder `opencode`; see captures.ts. They hold standard output alone, so
 * none may be a success.
 */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/opencode/index.ts';
import { capturesIn, endOf, readCapture, testAtHand } from '../captures.ts';

const captures = capturesIn(/^opencode$/);

describe('captures', () => {
  testAtHand(captures);

  test.each(captures)('$name, without a session log, ends as its meta file says and is no success', (one) => {
    const { meta, found } = readCapture(harness, one, null);
    const expected = meta.timed_out ? 'deadline' : meta.scenario === 'auth-error' ? 'auth' : 'incomplete';
    expect(endOf(found)).toBe(expected);
    expect(found.usage.coverage).toBe('unknown');
    expect(found.trace.problems.map(({ message }) => message)).toContain('the run left no session log');
  });
});
