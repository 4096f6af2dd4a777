/** No way round the type checker: no any, no `!`, no cast but `as const`, no suppression. */
import * as ts from 'typescript';
import type { Finding } from '../finding.ts';
import { findingAt, findingAtOffset, nodesOf, type Source } from './source.ts';

/** Comments that switch a checker off. */
const SUPPRESSION =
  /@ts-(?:ignore|expect-error|nocheck)\b|\b(?:biome|eslint|prettier)-(?:ignore|disable)|\b(?:v8|c8|istanbul) ignore\b/;

/** Every escape from the type checker in a file. */
export function typeEscapes(source: Source): readonly Finding[] {
  const findings: Finding[] = [];
  for (const node of nodesOf(source.tree)) {
    const words = escapeOf(node, source.tree);
    if (words !== null) findings.push(findingAt(source, node, words));
  }
  return [...findings, ...suppressions(source)];
}

function escapeOf(node: ts.Node, tree: ts.SourceFile): Record<'rule' | 'expected' | 'found', string> | null {
  if (node.kind === ts.SyntaxKind.AnyKeyword) {
    return { rule: 'no-any', expected: 'a type, or unknown with a schema', found: 'any' };
  }
  if (ts.isNonNullExpression(node) || isDefinite(node)) {
    return { rule: 'no-non-null', expected: 'a check for the missing case', found: `! in ${oneLine(node, tree)}` };
  }
  if (ts.isTypeAssertionExpression(node) || (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type))) {
    return { rule: 'no-cast', expected: 'no cast but `as const`', found: `a cast to ${oneLine(node.type, tree)}` };
  }
  return null;
}

function isDefinite(node: ts.Node): boolean {
  return (ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node)) && node.exclamationToken !== undefined;
}

function suppressions(source: Source): readonly Finding[] {
  return commentsOf(source.tree).flatMap(({ pos, end }) => {
    const found = SUPPRESSION.exec(source.tree.text.slice(pos, end));
    if (found === null) return [];
    const words = { rule: 'no-suppression', expected: 'code that every checker accepts', found: found[0] };
    return [findingAtOffset(source, pos + found.index, words)];
  });
}

/** The comments of a file, each once: what stands before any of its tokens. */
function commentsOf(tree: ts.SourceFile): readonly ts.CommentRange[] {
  const comments = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(tree.text, node.pos) ?? []) comments.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(tree.text, node.end) ?? []) comments.set(range.pos, range);
    for (const child of node.getChildren(tree)) visit(child);
  };
  visit(tree);
  return [...comments.values()];
}

function oneLine(node: ts.Node, tree: ts.SourceFile): string {
  return node.getText(tree).replaceAll(/\s+/g, ' ').slice(0, 40);
}
