/** docs/schemas/<name>.schema.json: JSON Schemas of every document, for editors and for other languages. */
import * as z from 'zod';
import { DOCUMENTS } from '../../records/registry.ts';

/** The folder that holds nothing but what this generator writes. */
export const owns = 'docs/schemas/';

/** Path from the root to content. Throws when a document cannot be described, as a transform cannot. */
export function generate(): Map<string, string> {
  return new Map(
    Object.entries(DOCUMENTS).map(([name, schema]) => {
      const described = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
      return [`${owns}${name}.schema.json`, `${JSON.stringify(described, null, 2)}\n`];
    }),
  );
}
