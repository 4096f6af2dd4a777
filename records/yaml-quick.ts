/** A valid document in plain YAML, read without loading the YAML library. */
import type * as z from 'zod';
import { plainYaml } from './yaml-plain.ts';

/** Largest file that is read, in UTF-16 units of text. */
export const MAX_YAML = 64 * 1024;

/** What a text says by a schema, or null where it is not plain YAML, too long or not valid: the library says what is wrong. */
export function quickYaml<T>(schema: z.ZodType<T>, text: string): { readonly value: T } | null {
  const plain = text.length > MAX_YAML ? null : plainYaml(text);
  if (plain === null) return null;
  // A process reads few files: making code for a schema takes longer than it saves.
  const parsed = schema.safeParse(plain.value, { jitless: true });
  return parsed.success ? { value: parsed.data } : null;
}
