/** Captures of Copilot that others made, in the folder `copilot`; see captures.ts. */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/copilot/index.ts';
import {
  capturesIn,
  type Explained,
  endOf,
  inputOf,
  phasesOf,
  plannedAnswers,
  readCapture,
  testAtHand,
  unexplained,
} from '../captures.ts';

const LOGS = { under: 'copilot/session-state', into: 'sessions' };

/** The end that belongs to a capture. */
const ENDS: Readonly<Record<string, string>> = {
  'auth-error': 'auth',
  'rate-limit': 'rate_limit',
  'server-error': 'provider',
  'mid-stream-cut': 'provider',
  'in-band-failure': 'provider',
  'connection-refused': 'provider',
  'timeout-kill': 'deadline',
  'timeout-kill-in-tool': 'deadline',
  'timeout-sigkill': 'deadline',
  'empty-answer': 'cli_error',
};

const FAILS = /^(auth-error|rate-limit|server-error|mid-stream-cut|in-band-failure|connection-refused|timeout-kill)$/;

const EXPLAINED: Explained = [
  [(_, name) => FAILS.test(name), /requests were begun and \d+ have a record/],
  [(meta, name) => meta.timed_out && name === 'timeout-sigkill', /stops before the session was shut down/],
];

const captures = capturesIn(/^copilot$/);

describe('captures', () => {
  testAtHand(captures);

  test.each(captures)('$name decodes without an unexplained problem, to the facts of its meta file', (one) => {
    const { meta, stdout, found } = readCapture(harness, one, LOGS);
    expect(unexplained(found, meta, one.name, EXPLAINED)).toEqual([]);
    expect(endOf(found)).toBe(ENDS[one.name] ?? 'success');
    expect(stdout).toHaveLength(meta.stdout_lines);
    expect(found.usage.requests).toHaveLength(plannedAnswers(meta));
    expect(found.usage.requests.every(({ reportedNanoUsd }) => reportedNanoUsd === null)).toBe(true);
    if (typeof meta.result_txt === 'string') {
      const edit = expect.objectContaining({ kind: 'edit', path: '/workspace/result.txt', change: 'add' });
      expect(found.trace.observations).toContainEqual(edit);
    }
    if (one.name === 'subagents') {
      expect(phasesOf(found)).toEqual(['returned', 'returned', 'returned', 'started', 'started', 'started']);
      expect(inputOf(found)).toBe(9000);
    }
    if (one.name === 'read-big') {
      const read = expect.objectContaining({ kind: 'read', path: '/workspace/BIG.md', content: '', cut: true });
      expect(found.trace.observations).toContainEqual(read);
    }
  });
});
