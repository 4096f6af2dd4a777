/** Captures of the Gemini CLI that others made, in the folder `gemini`; see captures.ts. */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/gemini/index.ts';
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

const LOGS = { under: 'gemini/tmp', into: 'chats' };

/** The end that belongs to a capture. */
const ENDS: Readonly<Record<string, string>> = {
  'auth-error': 'auth',
  'mid-stream-cut': 'provider',
  'timeout-kill': 'deadline',
  'connection-refused': 'deadline',
  'empty-answer': 'cli_error',
};

const EXPLAINED: Explained = [
  [(meta) => meta.timed_out, /lacks its last line|had not ended when its log stopped/],
  [(meta) => ['auth-error', 'mid-stream-cut'].includes(meta.scenario), /had not ended when its log stopped/],
];

const captures = capturesIn(/^gemini$/);

describe('captures', () => {
  testAtHand(captures);

  test.each(captures)('$name decodes without an unexplained problem, to the facts of its meta file', (one) => {
    const { meta, stdout, found } = readCapture(harness, one, LOGS);
    expect(unexplained(found, meta, one.name, EXPLAINED)).toEqual([]);
    expect(endOf(found)).toBe(ENDS[one.name] ?? 'success');
    expect(stdout).toHaveLength(meta.stdout_lines);
    expect(found.usage.requests).toHaveLength(plannedAnswers(meta));
    if (meta.scenario === 'subagents') {
      expect(phasesOf(found)).toEqual(['returned', 'returned', 'returned', 'started', 'started', 'started']);
      expect(inputOf(found)).toBe(9000);
    }
    if (typeof meta.result_txt === 'string') {
      expect(found.trace.observations).toContainEqual(expect.objectContaining({ kind: 'edit', change: 'add' }));
    }
  });
});
