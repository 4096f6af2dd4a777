/** A parsed source file, and the walk over it that every shape rule shares. */
import * as ts from 'typescript';
import type { Finding } from '../finding.ts';

/** One TypeScript file of the repository. */
export interface Source {
  /** Path from the root, with forward slashes. */
  readonly path: string;
  readonly tree: ts.SourceFile;
}

/** Parses a file; no types are resolved, so it is quick. */
export function parseSource(path: string, text: string): Source {
  return { path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS) };
}

/** Every node of the file, parents first. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  for (const child of children) yield* nodesOf(child);
}

/** A finding at a node. */
export function findingAt(
  source: Source,
  node: ts.Node,
  words: Readonly<Record<'rule' | 'expected' | 'found', string>>,
): Finding {
  return findingAtOffset(source, node.getStart(source.tree), words);
}

/** A finding at an offset of the file's text. */
export function findingAtOffset(
  source: Source,
  offset: number,
  words: Readonly<Record<'rule' | 'expected' | 'found', string>>,
): Finding {
  const { line, character } = source.tree.getLineAndCharacterOfPosition(offset);
  return { file: source.path, line: line + 1, column: character + 1, ...words };
}
