import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DOCUMENTS } from '../../records/registry.ts';

const RECORDS = join(import.meta.dirname, '../../records');

/** The values of a schema's `schema` field: the names of the documents that it describes. */
function documentNames(value: unknown): readonly string[] {
  if (value instanceof z.ZodDiscriminatedUnion) return [...new Set(value.options.flatMap(documentNames))];
  if (!(value instanceof z.ZodObject)) return [];
  const field: unknown = value.shape['schema'];
  return field instanceof z.ZodLiteral ? [...field.values].map(String) : [];
}

describe('DOCUMENTS', () => {
  it('holds every document that records/ exports, and no other', async () => {
    const modules = await Promise.all(
      readdirSync(RECORDS).map(async (file): Promise<object> => import(join(RECORDS, file))),
    );
    const exported = modules.flatMap((loaded) => Object.values(loaded)).flatMap(documentNames);
    const names = Object.keys(DOCUMENTS).map((name) => `operant.${name}/v1`);
    expect(names.sort()).toEqual([...new Set(exported)].sort());
  });

  it.each(Object.entries(DOCUMENTS))('%s names itself in its schema field', (name, schema) => {
    expect(documentNames(schema)).toEqual([`operant.${name}/v1`]);
  });
});
