import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DOCUMENTS } from '../../records/registry.ts';

/** A JSON Schema as far as it is looked at here. Keys under which further schemas stand are read one by one. */
const Node = z.looseObject({
  $ref: z.string().optional(),
  description: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});
type Node = z.infer<typeof Node>;

/** What one walk through the schema of a document carries along. */
interface Visit {
  readonly root: Node;
  readonly missing: string[];
  /** Definitions that were looked into, so that one which refers to itself ends and one that is reused counts once. */
  readonly seen: Set<string>;
}

/** What `#/a/b` refers to. Throws when the schema refers to something outside itself. */
function target(root: Node, reference: string): Node {
  const steps = reference.replace(/^#\/?/, '').split('/');
  const found = steps.reduce<unknown>(
    (value, step) => (step === '' ? value : z.looseObject({ [step]: z.unknown() }).parse(value)[step]),
    root,
  );
  return Node.parse(found);
}

/** Whether a property says what it means: itself, or through what it refers to. */
function isDescribed(node: Node, root: Node): boolean {
  if (node.description !== undefined && node.description.trim() !== '') return true;
  if (node.$ref !== undefined && isDescribed(target(root, node.$ref), root)) return true;
  return (node.allOf ?? []).some((part) => isDescribed(Node.parse(part), root));
}

/** Collects the properties below `node` that say nothing, by their path. */
function visit(value: unknown, path: string, { root, missing, seen }: Visit): void {
  if (Array.isArray(value)) for (const item of value) visit(item, path, { root, missing, seen });
  const node = Node.safeParse(value);
  if (Array.isArray(value) || !node.success) return;
  const { properties = {}, $ref, ...rest } = node.data;
  if ($ref !== undefined && !seen.has($ref)) {
    seen.add($ref);
    visit(target(root, $ref), path, { root, missing, seen });
  }
  for (const [name, property] of Object.entries(properties)) {
    const at = `${path}.${name}`;
    if (!isDescribed(Node.parse(property), root)) missing.push(at);
    visit(property, at, { root, missing, seen });
  }
  for (const key of ['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf']) {
    visit(rest[key], key === 'items' ? `${path}[]` : path, { root, missing, seen });
  }
}

/** The properties of a document, at every depth, that have no description. */
function undescribed(name: string, schema: z.ZodType): readonly string[] {
  const root = Node.parse(z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }));
  const missing: string[] = [];
  visit(root, name, { root, missing, seen: new Set() });
  return [...new Set(missing)];
}

describe('DOCUMENTS', () => {
  it.each(Object.entries(DOCUMENTS))('%s describes itself and each of its fields', (name, schema) => {
    const missing = undescribed(name, schema);
    expect(missing, `no description: ${missing.join(', ')}`).toEqual([]);
  });
});

describe('undescribed()', () => {
  const Named = z
    .strictObject({ silent: z.int(), said: z.int().describe('A number') })
    .meta({ id: 'DescribedTestName' });

  it.each([
    ['a field', z.strictObject({ a: z.int() }), ['x.a']],
    ['a field that is null at times', z.strictObject({ a: z.int().describe('A number').nullable() }), ['x.a']],
    ['fields of a list', z.strictObject({ a: z.array(z.strictObject({ b: z.int() })).describe('List') }), ['x.a[].b']],
    [
      'fields of a record',
      z.strictObject({ a: z.record(z.string(), z.strictObject({ b: z.int() })).describe('By name') }),
      ['x.a.b'],
    ],
    [
      'fields of one part of a union',
      z.strictObject({
        a: z.union([z.strictObject({ b: z.int() }), z.strictObject({ c: z.int().describe('C') })]).describe('Either'),
      }),
      ['x.a.b'],
    ],
    ['fields of a schema with a name', z.strictObject({ a: Named.describe('Named'), b: Named }), ['x.a.silent', 'x.b']],
  ])('names %s without a description', (_what, schema, missing) => {
    expect(undescribed('x', schema)).toEqual(missing);
  });

  it('takes the description of a shared scalar for that of the field', () => {
    expect(undescribed('x', z.strictObject({ a: z.int().describe('A number') }))).toEqual([]);
  });
});
