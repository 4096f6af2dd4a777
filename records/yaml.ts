/**
 * Reading YAML that people write: strict, bounded, every problem with its line and column.
 * The text may come from a pull request, so size and nesting are capped before the parser sees it (I14).
 */
import {
  Composer,
  type CST,
  isAlias,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml';
import type * as z from 'zod';
import type { Problem } from './errors.ts';
import { type Place, type PlacedMessage, schemaProblems } from './yaml-issues.ts';
import { MAX_YAML, quickYaml } from './yaml-quick.ts';

const MAX_NESTING = 64;

export type YamlResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Parses one YAML document against a schema. Problems are all reported at once, in file order. */
export function parseYaml<T>(schema: z.ZodType<T>, text: string, file: string): YamlResult<T> {
  const refused = (problems: readonly PlacedMessage[]) => ({
    ok: false as const,
    problems: inOrder(problems.map((problem) => ({ file, ...problem }))),
  });
  if (text.length > MAX_YAML) {
    const message = `Expected at most 64 KiB of YAML, found ${Math.ceil(text.length / 1024)} KiB`;
    return refused([{ line: null, column: null, message }]);
  }
  const quick = quickYaml(schema, text);
  if (quick !== null) return { ok: true, value: quick.value };
  const counter = new LineCounter();
  const at = (offset: number): Place => {
    const { line, col } = counter.linePos(offset);
    return { line, column: col };
  };
  const tokens = tokensOf(text, counter);
  if (typeof tokens === 'number') {
    return refused([{ ...at(tokens), message: `Expected nesting of at most ${MAX_NESTING} levels, found more` }]);
  }
  const [document, second] = compose(tokens, text.length);
  if (document === undefined) return refused([{ line: 1, column: 1, message: EMPTY }]);
  const problems = [
    ...[...document.errors, ...document.warnings].map((error) => ({ ...at(error.pos[0]), message: error.message })),
    ...(second === undefined ? [] : [{ ...at(second.range[0]), message: 'Expected one document, found another' }]),
    ...refusedFeatures(document.contents, at),
  ];
  if (problems.length > 0) return refused(problems);
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  const parsed = schema.safeParse(value, { jitless: true });
  if (parsed.success) return { ok: true, value: parsed.data };
  return refused(schemaProblems(schema, parsed.error.issues, value, document.contents, at));
}

/** Tags that say no more than the value does. */
const PLAIN_TAG = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/;

const EMPTY = 'Expected a mapping, found an empty file';

/** The syntax tree's tokens, or the offset at which it gets too deep: building nodes from them is recursive. */
function tokensOf(text: string, counter: LineCounter): CST.Token[] | number {
  const parser = new Parser(counter.addNewLine);
  const tokens: CST.Token[] = [];
  counter.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    // The stack holds the document, the open collections and at most one scalar.
    if (parser.stack.length > MAX_NESTING + 2) return parser.offset;
  }
  tokens.push(...parser.end());
  return tokens;
}

function compose(tokens: readonly CST.Token[], length: number) {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    strict: true,
    // Checked below: the composer's own check takes seconds on wide maps.
    uniqueKeys: false,
    customTags: [],
  });
  return [...composer.compose(tokens, true, length)];
}

function refusedFeatures(contents: Node | null, at: (offset: number) => Place): PlacedMessage[] {
  const problems: PlacedMessage[] = [];
  const add = (node: Node, message: string) => problems.push({ ...at(node.range?.[0] ?? 0), message });
  if (contents === null) return [{ line: 1, column: 1, message: EMPTY }];
  visit(contents, {
    Node: (_key, node) => {
      if (isAlias(node)) {
        add(node, `Expected plain values, found the alias *${node.source}; write the value out`);
        return;
      }
      if (node.anchor !== undefined)
        add(node, `Expected plain values, found the anchor &${node.anchor}; write the value out`);
      if (node.tag !== undefined && !PLAIN_TAG.test(node.tag))
        add(node, `Expected plain values, found the tag ${node.tag}`);
      if (isMap(node)) repeatedKeys(node, add);
    },
  });
  return problems;
}

function repeatedKeys(map: YAMLMap, add: (node: Node, message: string) => void): void {
  const seen = new Set<string>();
  for (const item of map.items) {
    const name = isScalar(item.key) ? String(item.key.value) : null;
    const key = isNode(item.key) ? item.key : map;
    if (name === null) add(key, 'Expected a plain text key, found a collection');
    else if (name === '__proto__') add(key, 'Expected a plain text key, found "__proto__"');
    else if (seen.has(name)) add(key, `Expected each key once, found "${name}" again`);
    else seen.add(name);
  }
}

function inOrder(problems: Problem[]): Problem[] {
  return problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}
