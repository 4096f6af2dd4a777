/**
 * Reading YAML that people write: strict, bounded, every problem with its line and column (design §10).
 * The text may come from a pull request, so size and nesting are capped before the parser sees it (I14).
 */
import { closest, distance } from 'fastest-levenshtein';
import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import * as z from 'zod';
import type { Problem } from './errors.ts';

/** Largest file that is read, in UTF-16 units of text. */
export const MAX_YAML = 64 * 1024;
const MAX_NESTING = 64;

export type YamlResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

interface Place {
  readonly line: number | null;
  readonly column: number | null;
}

/** The nearest known word, or null when none is near: at most a third of the letters differ. */
export function didYouMean(word: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const nearest = closest(word, [...known]);
  return distance(word, nearest) <= Math.max(1, Math.floor(word.length / 3)) ? nearest : null;
}

/** Parses one YAML document against a schema. Problems are all reported at once, in file order. */
export function parseYaml<T>(schema: z.ZodType<T>, text: string, file: string): YamlResult<T> {
  const early = refuseBySize(text);
  if (early !== null) return { ok: false, problems: [{ file, ...early }] };
  const counter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: counter,
    version: '1.2',
    schema: 'core',
    strict: true,
    // Checked below: the parser's own check takes seconds on wide maps.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    customTags: [],
  });
  const at = (offset: number): Place => {
    const { line, col } = counter.linePos(offset);
    return { line, column: col };
  };
  const problems: Problem[] = [...document.errors, ...document.warnings].map((error) => ({
    file,
    ...at(error.pos[0]),
    message: error.message,
  }));
  problems.push(...refusedFeatures(document.contents, file, at));
  if (problems.length > 0) return { ok: false, problems: inOrder(problems) };
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issues = parsed.error.issues.flatMap((issue) =>
    fromIssue(issue, value, schema, (path) => place(document.contents, path, at)),
  );
  return { ok: false, problems: inOrder(issues.map((issue) => ({ file, ...issue }))) };
}

function refuseBySize(text: string): (Place & { message: string }) | null {
  if (text.length > MAX_YAML) {
    return {
      line: null,
      column: null,
      message: `Expected at most 64 KiB of YAML, found ${Math.ceil(text.length / 1024)} KiB`,
    };
  }
  let depth = 0;
  for (const [index, line] of text.split('\n').entries()) {
    for (const char of line) {
      if (char === '[' || char === '{') depth++;
      else if (char === ']' || char === '}') depth = Math.max(0, depth - 1);
    }
    const lead = /^[ \t]*((?:[-?:] +)*)/.exec(line)?.[1] ?? '';
    if (
      depth > MAX_NESTING ||
      lead.split(' ').filter((part) => part !== '').length > MAX_NESTING ||
      /^ {400}/.test(line)
    ) {
      return { line: index + 1, column: 1, message: `Expected nesting of at most ${MAX_NESTING} levels, found more` };
    }
  }
  return null;
}

function refusedFeatures(contents: Node | null, file: string, at: (offset: number) => Place): Problem[] {
  const problems: Problem[] = [];
  const add = (node: Node, message: string) => problems.push({ file, ...at(node.range?.[0] ?? 0), message });
  if (contents === null) return [{ file, line: 1, column: 1, message: 'Expected a mapping, found an empty file' }];
  visit(contents, {
    Node: (_key, node) => {
      if (isAlias(node)) {
        add(node, `Expected plain values, found the alias *${node.source}; write the value out`);
        return;
      }
      if (node.anchor !== undefined)
        add(node, `Expected plain values, found the anchor &${node.anchor}; write the value out`);
      if (node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:'))
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
    else if (seen.has(name)) add(key, `Expected each key once, found "${name}" again`);
    else seen.add(name);
  }
}

/** The place of a path in the document, or of its nearest existing ancestor. */
function place(contents: Node | null, path: readonly PropertyKey[], at: (offset: number) => Place): Place {
  let node: unknown = contents;
  let offset = isNode(contents) ? (contents.range?.[0] ?? 0) : 0;
  for (const part of path) {
    let next: unknown = null;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(part));
      if (isPair(pair) && isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
      next = pair?.value ?? null;
    } else if (isSeq(node)) {
      next = node.items[Number(part)] ?? null;
    }
    if (!isNode(next)) break;
    if (!isMap(next) && !isSeq(next)) offset = next.range?.[0] ?? offset;
    node = next;
  }
  return at(offset);
}

type Issue = z.core.$ZodIssue;

function fromIssue(
  issue: Issue,
  value: unknown,
  schema: z.ZodType,
  where: (path: readonly PropertyKey[]) => Place,
): (Place & { message: string })[] {
  const found = describe(lookUp(value, issue.path));
  const name = issue.path.length === 0 ? 'the document' : issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, issue.path);
    return issue.keys.map((key) => {
      const near = didYouMean(key, known);
      const hint = near === null ? `known keys: ${known.join(', ')}` : `did you mean "${near}"?`;
      return { ...where([...issue.path, key]), message: `Unknown key "${key}"; ${hint}` };
    });
  }
  if (issue.code === 'invalid_value') {
    const options = issue.values.map(String);
    const text = lookUp(value, issue.path);
    const near = typeof text === 'string' ? didYouMean(text, options) : null;
    const hint = near === null ? '' : `; did you mean "${near}"?`;
    return [{ ...where(issue.path), message: `${name}: expected ${options.join(' or ')}, found ${found}${hint}` }];
  }
  if (issue.code === 'invalid_type') {
    return [{ ...where(issue.path), message: `${name}: expected ${issue.expected}, found ${found}` }];
  }
  return [{ ...where(issue.path), message: `${name}: ${issue.message}, found ${found}` }];
}

function lookUp(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = new Map<string, unknown>(Object.entries(current)).get(String(part));
  }
  return current;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'a mapping';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Keys that the schema knows at a path, read from its JSON Schema. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const root: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  const follow = (node: unknown): unknown => {
    const reference = lookUp(node, ['$ref']);
    return typeof reference === 'string' ? lookUp(root, reference.replace(/^#\/?/, '').split('/')) : node;
  };
  let node = follow(root);
  for (const part of path) {
    const properties = lookUp(node, ['properties', String(part)]);
    node = follow(properties ?? lookUp(node, ['items']) ?? lookUp(node, ['additionalProperties']));
  }
  const properties = lookUp(node, ['properties']);
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

function inOrder(problems: Problem[]): Problem[] {
  return problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}
