/** Captures of Claude Code that others made, in folders `claude-VERSION`; see captures.ts. */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/claude/index.ts';
import {
  capturesIn,
  type Explained,
  endOf,
  inputOf,
  type Meta,
  phasesOf,
  plannedAnswers,
  readCapture,
  testAtHand,
  unexplained,
} from '../captures.ts';

const LOGS = { under: 'claude', into: '' };

/** The end that belongs to a scenario. */
const ENDS: Readonly<Record<string, string>> = {
  'auth-error': 'auth',
  'rate-limit': 'rate_limit',
  'server-error': 'provider',
  'mid-stream-cut': 'provider',
  'connection-refused': 'provider',
  'timeout-kill': 'deadline',
  'timeout-kill-in-tool': 'deadline',
  'empty-answer': 'cli_error',
};

/** The end that the meta file and the name tell. */
const expectedEnd = (name: string, meta: Meta): string => ENDS[name] ?? ENDS[meta.scenario] ?? 'success';

const EXPLAINED: Explained = [
  [({ timed_out }) => timed_out, /had not ended when standard output stopped/],
  [
    ({ timed_out, scenario }) => timed_out || scenario === 'empty-answer' || scenario === 'mid-stream-cut',
    /does not end with a finished answer/,
  ],
  // The answer that broke was thrown away, and what came next still names it.
  [({ scenario }) => scenario === 'mid-stream-cut', /the record that this line follows is missing/],
];

const captures = capturesIn(/^claude-/);

describe('captures', () => {
  testAtHand(captures);

  test.each(captures)('$name decodes without an unexplained problem, to the facts of its meta file', (one) => {
    const { meta, stdout, found } = readCapture(harness, one, LOGS);
    const { usage, trace } = found;
    expect(unexplained(found, meta, one.name, EXPLAINED)).toEqual([]);
    expect(endOf(found)).toBe(expectedEnd(one.name, meta));
    expect(stdout).toHaveLength(meta.stdout_lines);
    if (usage.coverage === 'complete' && !usage.totals) {
      expect(usage.requests).toHaveLength(plannedAnswers(meta, ['text']));
    }
    if (meta.scenario === 'subagents') {
      expect(phasesOf(found)).toEqual(['returned', 'returned', 'returned', 'started', 'started', 'started']);
      expect(inputOf(found)).toBe(5800 + 3200);
    }
    if (meta.scenario === 'success' && typeof meta.result_txt === 'string') {
      expect(JSON.stringify(trace.observations)).toContain('result.txt');
    }
  });
});
