/** Problems of a schema as sentences with their place in a YAML document. Linear in the document and the problems. */
import { isMap, isNode, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import * as z from 'zod';
import { didYouMean } from './did-you-mean.ts';

/** A place in a text, 1-based; null when there is none. */
export interface Place {
  readonly line: number | null;
  readonly column: number | null;
}

/** A problem without its file. */
export type PlacedMessage = Place & { readonly message: string };

/** Every issue that the schema has with the value of a document, each with its place. */
export function schemaProblems<T>(
  schema: z.ZodType<T>,
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  contents: Node | null,
  at: (offset: number) => Place,
): PlacedMessage[] {
  const offsetOf = offsetsIn(contents);
  const keysAt = keysOf(schema);
  return issues.flatMap((issue) =>
    sentences(issue, value, keysAt).map(({ path, part, message }) => ({ ...at(offsetOf(path, part)), message })),
  );
}

/** Which half of an entry a problem is about. */
type Part = 'key' | 'value';

interface Sentence {
  readonly path: readonly PropertyKey[];
  readonly part: Part;
  readonly message: string;
}

function sentences(
  issue: z.core.$ZodIssue,
  value: unknown,
  keysAt: (path: readonly PropertyKey[]) => readonly string[],
): Sentence[] {
  const { path } = issue;
  const found = describe(lookUp(value, path));
  const name = path.length === 0 ? 'the document' : path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(path);
    return issue.keys.map((key) => {
      const near = didYouMean(key, known);
      const hint = near === null ? `known keys: ${known.join(', ')}` : `did you mean "${near}"?`;
      return { path: [...path, key], part: 'key', message: `Unknown key "${short(key)}"; ${hint}` };
    });
  }
  if (issue.code === 'invalid_value') {
    const options = issue.values.map(String);
    const text = lookUp(value, path);
    const near = typeof text === 'string' ? didYouMean(text, options) : null;
    const hint = near === null ? '' : `; did you mean "${near}"?`;
    return [{ path, part: 'value', message: `${name}: expected ${options.join(' or ')}, found ${found}${hint}` }];
  }
  const problem = issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message;
  return [{ path, part: 'value', message: `${name}: ${problem}, found ${found}` }];
}

/** The offset of a path in the document, or of its nearest existing ancestor. Each mapping is indexed once. */
function offsetsIn(contents: Node | null): (path: readonly PropertyKey[], part: Part) => number {
  const entries = new WeakMap<YAMLMap, Map<string, { readonly offset: number | null; readonly value: unknown }>>();
  const entryOf = (map: YAMLMap, key: string) => {
    let known = entries.get(map);
    if (known === undefined) {
      known = new Map(
        map.items.flatMap(({ key: node, value }) =>
          isScalar(node) ? [[String(node.value), { offset: node.range?.[0] ?? null, value }] as const] : [],
        ),
      );
      entries.set(map, known);
    }
    return known.get(key);
  };
  return (path, part) => {
    let node: unknown = contents;
    let offset = contents?.range?.[0] ?? 0;
    for (const [index, step] of path.entries()) {
      const entry = isMap(node) ? entryOf(node, String(step)) : undefined;
      offset = entry?.offset ?? offset;
      if (part === 'key' && index === path.length - 1) break;
      const next = isSeq(node) ? node.items[Number(step)] : entry?.value;
      if (!isNode(next)) break;
      if (isScalar(next) || isSeq(node)) offset = next.range?.[0] ?? offset;
      node = next;
    }
    return offset;
  };
}

function lookUp(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined;
    current = Object.getOwnPropertyDescriptor(current, part)?.value;
  }
  return current;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'a mapping';
  return short(typeof value === 'string' ? JSON.stringify(value) : String(value));
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Keys that a schema knows at a path, read from its JSON Schema, which is made once and only when needed. */
function keysOf(schema: z.ZodType): (path: readonly PropertyKey[]) => readonly string[] {
  let root: unknown;
  const follow = (node: unknown): unknown => {
    const reference = lookUp(node, ['$ref']);
    return typeof reference === 'string' ? lookUp(root, reference.replace(/^#\/?/, '').split('/')) : node;
  };
  return (path) => {
    root ??= z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
    let node = follow(root);
    for (const part of path) {
      const below = lookUp(node, ['properties', String(part)]);
      node = follow(below ?? lookUp(node, ['items']) ?? lookUp(node, ['additionalProperties']));
    }
    const properties = lookUp(node, ['properties']);
    return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  };
}
