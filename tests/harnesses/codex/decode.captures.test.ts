/** Captures of Codex that others made, in the folder `codex`; see captures.ts. */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/codex/index.ts';
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

const LOGS = { under: 'codex', into: '' };

/** The end that belongs to a scenario. */
const ENDS: Readonly<Record<string, string>> = {
  'auth-error': 'auth',
  'rate-limit': 'rate_limit',
  'server-error': 'provider',
  'mid-stream-cut': 'provider',
  'timeout-kill': 'deadline',
  'timeout-kill-in-tool': 'deadline',
  'empty-answer': 'cli_error',
};

const EXPLAINED: Explained = [
  [(meta) => meta.timed_out, /had not ended when its log stopped|does not say what the last message was/],
  [(meta) => meta.scenario === 'mid-stream-cut', /ended without a record of their usage/],
  [(_, name) => name.endsWith('-ephemeral'), /left no session log/],
];

/** The end that the meta file and the name tell. */
function expectedEnd(name: string, meta: Meta): string {
  if (name.startsWith('connection-refused')) return meta.timed_out ? 'deadline' : 'provider';
  if (name.endsWith('-ephemeral')) return 'incomplete';
  return ENDS[meta.scenario] ?? 'success';
}

const captures = capturesIn(/^codex$/);

describe('captures', () => {
  testAtHand(captures);

  test.each(captures)('$name decodes without an unexplained problem, to the facts of its meta file', (one) => {
    const { meta, stdout, found } = readCapture(harness, one, LOGS);
    expect(unexplained(found, meta, one.name, EXPLAINED)).toEqual([]);
    expect(endOf(found)).toBe(expectedEnd(one.name, meta));
    expect(stdout).toHaveLength(meta.stdout_lines);
    if (found.usage.source === 'session') expect(found.usage.requests).toHaveLength(plannedAnswers(meta));
    if (meta.scenario === 'subagents') {
      expect(phasesOf(found)).toEqual(['returned', 'returned', 'returned', 'started', 'started', 'started']);
      expect(inputOf(found)).toBe(12_700);
    }
    if (meta.scenario === 'success' && typeof meta.result_txt === 'string') {
      expect(JSON.stringify(found.trace.observations)).toContain('result.txt');
    }
  });
});
