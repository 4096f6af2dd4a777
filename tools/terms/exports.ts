/** Names of exports must use the words of the glossary. */
import * as ts from 'typescript';
import type { Finding } from '../finding.ts';
import { findingAt, type Source } from '../shape/source.ts';
import { wrongWordsIn } from './words.ts';

/** Exported names that say a word which the glossary replaces. */
export function wrongExports(source: Source): readonly Finding[] {
  return source.tree.statements.flatMap(exportedNames).flatMap((name) => {
    const wrong = wrongWordsIn(name.text, 'exports');
    if (wrong === null) return [];
    const words = { rule: 'glossary', expected: `the word "${wrong.use}"`, found: name.text };
    return [findingAt(source, name, words)];
  });
}

function exportedNames(statement: ts.Statement): readonly ts.Identifier[] {
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause;
    if (clause === undefined || !ts.isNamedExports(clause)) return [];
    return clause.elements.flatMap(({ name }) => (ts.isIdentifier(name) ? [name] : []));
  }
  if (!ts.canHaveModifiers(statement)) return [];
  const exported = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
  return exported ? declaredNames(statement) : [];
}

function declaredNames(statement: ts.Statement): readonly ts.Identifier[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name] : []));
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name] : [];
}
