/** Floors 1 and 2 are pure: no clock, no randomness, no environment, no locale, no console, no network. */
import * as ts from 'typescript';
import type { Finding } from '../finding.ts';
import { findingAt, nodesOf, type Source } from './source.ts';

/** Global objects and functions that a pure function cannot use. */
const GLOBALS = new Set([
  ...['process', 'console', 'fetch', 'globalThis', 'require', 'performance', 'crypto', 'navigator', 'Intl'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'WebSocket', 'Worker'],
]);

/** Members that read the clock, randomness, the time zone or the locale. */
const MEMBERS = new Set(['Date.now', 'Math.random']);
const LOCAL_METHODS =
  /^(?:localeCompare|toLocale\w*|toDateString|toTimeString|getTimezoneOffset|(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds))$/;

/** Everything in a file that makes its result depend on more than its arguments. */
export function impurities(source: Source): readonly Finding[] {
  const declared = namesDeclared(source);
  const findings: Finding[] = [];
  for (const node of nodesOf(source.tree)) {
    const found = impurityOf(node, declared) ?? pathImport(node);
    if (found !== null) {
      const expected = 'a pure function (time, randomness and environment arrive as arguments)';
      findings.push(findingAt(source, node, { rule: 'pure', expected, found }));
    }
  }
  return findings;
}

function impurityOf(node: ts.Node, declared: ReadonlySet<string>): string | null {
  if (ts.isNewExpression(node) && isDate(node.expression)) {
    return (node.arguments?.length ?? 0) === 0 ? 'new Date() without an argument' : null;
  }
  if (ts.isCallExpression(node) && isDate(node.expression)) return 'Date()';
  if (ts.isPropertyAccessExpression(node)) return memberOf(node);
  if (ts.isIdentifier(node) && GLOBALS.has(node.text) && !declared.has(node.text) && isValue(node)) return node.text;
  return null;
}

function memberOf(node: ts.PropertyAccessExpression): string | null {
  const name = `${node.expression.getText()}.${node.name.text}`;
  if (MEMBERS.has(name)) return name;
  return LOCAL_METHODS.test(node.name.text) ? `.${node.name.text}, which depends on time zone or locale` : null;
}

function pathImport(node: ts.Node): string | null {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return null;
  if (!/^(?:node:)?path$/.test(node.moduleSpecifier.text)) return null;
  const bindings = node.importClause?.namedBindings;
  const names = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
  const onlyPosix =
    names.length > 0 && names.every(({ name, propertyName }) => (propertyName ?? name).text === 'posix');
  return onlyPosix ? null : 'node:path without its posix part, which differs between systems';
}

function isDate(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && node.text === 'Date';
}

/** False for names that only look like the global: members, keys, labels, declarations and types. */
function isValue(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isTypeNode(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  return !('name' in parent && parent.name === node) || ts.isShorthandPropertyAssignment(parent);
}

/** Names that the file itself declares or imports: they hide the global of that name. */
function namesDeclared(source: Source): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodesOf(source.tree)) {
    const isDeclaration =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isImportSpecifier(node) ||
      ts.isNamespaceImport(node) ||
      ts.isImportClause(node);
    if (isDeclaration && node.name !== undefined && ts.isIdentifier(node.name)) names.add(node.name.text);
  }
  return names;
}
