/** Sizes: lines of files and of functions. */
import * as ts from 'typescript';
import type { Finding } from '../finding.ts';
import { findingAt, findingAtOffset, nodesOf, type Source } from './source.ts';

/** The longest file, in lines. */
export const MAX_FILE = 250;
/** The longest test file: a table of cases may be long where code may not. */
export const MAX_TEST_FILE = 450;
/** The longest function, in lines from its first to its last. */
export const MAX_FUNCTION = 60;
/** Nine functions of ten are at most this long, over the whole source. */
export const P90_FUNCTION = 30;

/** Lines of a file; a last line feed starts no line. */
export function fileLines(source: Source): number {
  return source.tree.text.replace(/\n$/, '').split('\n').length;
}

/** The lines of every function with a body in braces. A function inside another counts in both. */
export function functionLines(source: Source): readonly number[] {
  return functionsOf(source).map(({ lines }) => lines);
}

/** Files and functions that are too long. Test files have no bound on functions: a `describe` is one. */
export function tooLong(source: Source, isTest: boolean): readonly Finding[] {
  const lines = fileLines(source);
  const most = isTest ? MAX_TEST_FILE : MAX_FILE;
  const findings: Finding[] = [];
  if (lines > most) {
    const words = { rule: 'file-length', expected: `at most ${most} lines`, found: `${lines}` };
    findings.push(findingAtOffset(source, 0, words));
  }
  if (isTest) return findings;
  for (const { node, lines: length } of functionsOf(source)) {
    if (length <= MAX_FUNCTION) continue;
    const words = { rule: 'function-length', expected: `at most ${MAX_FUNCTION} lines`, found: `${length}` };
    findings.push(findingAt(source, node, words));
  }
  return findings;
}

/** The nearest-rank percentile (0 to 100) of some numbers; null when there are none. */
export function percentile(values: readonly number[], percent: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null;
}

function functionsOf(source: Source): readonly { readonly node: ts.Node; readonly lines: number }[] {
  const found: { node: ts.Node; lines: number }[] = [];
  for (const node of nodesOf(source.tree)) {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) continue;
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) continue;
    const first = source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree)).line;
    const last = source.tree.getLineAndCharacterOfPosition(node.end).line;
    found.push({ node, lines: last - first + 1 });
  }
  return found;
}
