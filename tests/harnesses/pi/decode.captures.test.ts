/** Captures of pi that others made, in the folder `pi`; see captures.ts. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { harness } from '../../../harnesses/pi/index.ts';
import {
  capturesIn,
  type Explained,
  endOf,
  logsOf,
  plannedAnswers,
  readCapture,
  testAtHand,
  unexplained,
} from '../captures.ts';

/** The end that belongs to a capture. */
const ENDS: Readonly<Record<string, string>> = {
  'auth-error': 'auth',
  'server-error': 'provider',
  'mid-stream-cut': 'provider',
  'connection-refused': 'provider',
  'timeout-kill': 'deadline',
  'empty-answer': 'cli_error',
};

const EXPLAINED: Explained = [[(meta) => meta.timed_out, /stops while the agent was at work/]];

const Entry = z.object({ type: z.string(), message: z.unknown().optional() });

/** Messages of the lines of a type, as written. */
const messages = (lines: readonly string[], type: string): string[] =>
  lines.flatMap((line) => {
    const entry = Entry.parse(JSON.parse(line));
    return entry.type === type ? [JSON.stringify(entry.message)] : [];
  });

const captures = capturesIn(/^pi$/);

describe('captures', () => {
  testAtHand(captures);

  test.each(captures)('$name decodes without an unexplained problem, to the facts of its meta file', (one) => {
    const { meta, stdout, found } = readCapture(harness, one, null);
    expect(unexplained(found, meta, one.name, EXPLAINED)).toEqual([]);
    expect(endOf(found)).toBe(ENDS[one.name] ?? 'success');
    expect(stdout).toHaveLength(meta.stdout_lines);
    expect(found.usage.requests).toHaveLength(plannedAnswers(meta));
    if (typeof meta.result_txt === 'string') {
      expect(found.trace.observations).toContainEqual(expect.objectContaining({ kind: 'edit', path: 'result.txt' }));
    }
    if (one.name === 'read-big') {
      const read = expect.objectContaining({ kind: 'read', path: 'BIG.md', cut: true });
      expect(found.trace.observations).toContainEqual(read);
    }
  });

  test.each(captures)('$name: the session log, which is not kept, holds the messages of standard output', (one) => {
    const { stdout } = readCapture(harness, one, null);
    const logs = logsOf(one, { under: 'pi', into: '' });
    expect(logs).toHaveLength(1);
    for (const { lines } of logs) expect(messages(lines, 'message')).toEqual(messages(stdout, 'message_end'));
  });
});
