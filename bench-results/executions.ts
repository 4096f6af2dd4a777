/**
 * The index of executions: `executions/<aa>` holds sorted lines `digest seq`, so that a duplicate is found without
 * reading the history.
 */
import { executionsLine } from '../records/ledger.ts';
import type { Digest } from '../records/scalars.ts';

const LINE = /^sha256:[0-9a-f]{64} (?:0|[1-9][0-9]{0,14})$/;

/** The lines of an index file; null when it is none: unsorted, repeated, torn or foreign. */
export function parseExecutions(text: string): string[] | null {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.pop() !== '') return null;
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (!LINE.test(line) || (before !== undefined && digestOf(before) >= digestOf(line))) return null;
  }
  return lines;
}

/** The row that holds an execution; null when none does. */
export function findExecution(lines: readonly string[], executionDigest: Digest): number | null {
  const line = lines.find((item) => digestOf(item) === executionDigest);
  return line === undefined ? null : Number(line.slice(line.indexOf(' ') + 1));
}

/** The text of the index file with one more execution. */
export function withExecution(lines: readonly string[], executionDigest: Digest, seq: number): string {
  return executionsText([...lines, executionsLine(executionDigest, seq)]);
}

/** The text of an index file of these lines. */
export function executionsText(lines: readonly string[]): string {
  return [...lines]
    .sort()
    .map((line) => `${line}\n`)
    .join('');
}

function digestOf(line: string): string {
  return line.slice(0, line.indexOf(' '));
}
